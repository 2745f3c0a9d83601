// A game as text and as a link: #g=3.a.1&s=start, the numbers of its moves in base 36.

const MOST_PLIES = 5000;

function linkOf(app) {
  const start = app.startName ? `&s=${encodeURIComponent(app.startName)}` : "";
  return app.played.length || start ? `#g=${app.played.map((i) => i.toString(36)).join(".")}${start}` : "";
}

// {moves, start} of a link, or null if it holds no game. Raises an error if it is damaged.
function readLink(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, "")), given = parts.get("g");
  if (given === null) return null;
  if (!/^[0-9a-z.]*$/.test(given) || given.length > 4 * MOST_PLIES) throw new Error("damaged");
  return { moves: given.split(".").filter(Boolean).map((word) => parseInt(word, 36)), start: parts.get("s") };
}

// Writes the address without a new entry in the history. Some frames forbid it.
function writeLink(app) {
  const link = linkOf(app);
  try {
    if (link !== window.location.hash) window.history.replaceState(null, "", link || window.location.pathname + window.location.search);
  } catch {
    // the page works without an address
  }
}

function gameText(app) {
  const names = app.played.map((i, ply) => app.nodes[ply].moves[i].name), gap = names.some((name) => /\s/.test(name)) ? "\n" : " ";
  return `${app.startName ? `position ${app.startName}\n` : ""}${names.join(gap)}`;
}

// Plays the moves of a text from a position: {nodes, played}. Raises an error with a sentence at the first word that is no
// move there; `read` says how many were.
async function playText(source, start, text) {
  const nodes = [start], played = [];
  let rest = text.trim();
  while (rest) {
    const node = lastOf(nodes), found = node.moves.map((move, i) => ({ i, name: move.name })).sort((one, other) => other.name.length - one.name.length);
    const begins = (name, fold) => name && fold(rest).startsWith(fold(name)) && /^([\s,;]|$)/.test(rest.slice(name.length));
    const move = found.find(({ name }) => begins(name, (x) => x)) ?? found.find(({ name }) => begins(name, (x) => x.toLowerCase()));
    if (move && found.filter(({ name }) => name === move.name).length > 1) {
      const error = new Error(`“${visible(move.name).slice(0, 40)}” is the name of several moves after ${counted(played.length, "move")}: use a link instead.`);
      error.read = played.length;
      throw error;
    }
    if (move) {
      nodes.push(await source.after(node, move.i));
      played.push(move.i);
      rest = rest.slice(move.name.length).replace(/^[\s,;]+/, "");
    } else if (/^\d+[.)]+\s*\S/.test(rest)) rest = rest.replace(/^\d+[.)]+\s*/, "");
    else {
      const error = new Error(`“${visible(rest.split(/[\s,;]/)[0]).slice(0, 40)}” is not a legal move after ${counted(played.length, "move")}.`);
      error.read = played.length;
      throw error;
    }
  }
  return { nodes, played };
}

// Copies a text; where the browser does not allow it, the text is shown and selected. Says what was done.
async function copyText(text, area) {
  area.value = text;
  try {
    await navigator.clipboard.writeText(text);
    return "Copied.";
  } catch {
    area.focus();
    area.select();
    return "This text is selected: copy it with Ctrl+C, or with the menu of the browser.";
  }
}
