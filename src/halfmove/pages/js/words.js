// Sentences of the page. "Wins" is only said of what is proven.

const WHO = { first: "You begin", second: "The computer begins", both: "Two people at this screen", none: "The computer plays itself" };

const capital = (words) => words[0].toUpperCase() + words.slice(1);

const counted = (count, one, many = `${one}s`) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

// "you", "computer", or null where both sides are the same kind of player.
function roleOf(who, second) {
  return who === "both" || who === "none" ? null : (who === "second") === second ? "you" : "computer";
}

function playerName(app, second) {
  const role = roleOf(app.who, second), name = app.about.players?.[second ? 1 : 0];
  if (role) return role === "you" ? "You" : "The computer";
  return `${second ? "Second" : "First"} player${name ? ` (${visible(name)})` : ""}`;
}

function statusWords(app) {
  const { node, state } = app, name = playerName(app, node?.second), you = name === "You";
  if (state === "loading") return "One moment…";
  if (state === "browsing") return app.at ? `After move ${app.at} of ${app.nodes.length - 1}.` : "The position at the beginning.";
  if (state === "over") {
    const why = node.why ? visible(node.why) : "";
    if (!node.score) return why ? `Draw: ${why}.` : "Draw.";
    const winner = playerName(app, node.score > 0 ? node.second : !node.second);
    return `${winner} ${winner === "You" ? "win" : "wins"}${why ? ` (${why})` : node.by ? ` ${visible(node.by)}` : ""}${winner === "The computer" ? "." : "!"}`;
  }
  if (state === "stopped") return "Paused.";
  if (state === "thinking") return `${name} ${you ? "are" : "is"} thinking…`;
  if (app.ask) return "Which move do you mean?";
  return you ? (app.again ? "Your move again." : "Your move.") : `${name} to move.`;
}

// What a thought says, for the people at the screen.
function valueWords(app, node, thought) {
  const { value, verdict } = thought, points = value / app.about.unit, ahead = playerName(app, verdict ? (verdict === "wins") === node.second : points > 0 === node.second);
  const you = ahead === "You";
  if (verdict === "draw") return "A draw with best play";
  if (verdict) {
    const moves = thought.inMoves ? ` in ${counted(thought.inMoves, "move")}` : "";
    return `${ahead} ${you ? "can win" : "wins"}${thought.by ? ` ${visible(thought.by)}` : ""}${moves}`;
  }
  const { beyond, words, guess, blind } = app.about.advantage;
  if (blind && !value && !thought.playouts) return "Not known"; // no end of the game was seen
  const size = words[beyond.filter((step) => Math.abs(value) > step).length];
  const even = size === words[0], whose = even ? size : `${ahead} ${you ? "have" : "has"} ${size}`;
  if (thought.playouts) return capital(`${guess}: ${whose[0].toLowerCase()}${whose.slice(1)}`);
  return capital(whose) + (even || !Number.isFinite(points) ? "" : ` (+${Number(Math.abs(points).toFixed(1))})`);
}

function workWords({ depth, nodes, ms, method, playouts }) {
  if (method === "book") return "From the opening book.";
  if (method === "database") return "Looked up in the database.";
  if (method === "only move") return "The only move.";
  const time = ms < 950 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`, seen = counted(nodes, "position");
  if (playouts) return `${counted(playouts, "random game")} · ${time}`;
  return `${depth ? `${counted(depth, "half-move")} deep · ` : ""}${seen} · ${time}`;
}

// The part of the bar that belongs to the first player, from 0 to 1.
function shareOf(app, node, { value, verdict }) {
  const points = (node.second ? -1 : 1) * value, first = (verdict === "wins") !== node.second;
  if (verdict) return verdict === "draw" ? 0.5 : first ? 1 : 0;
  const middle = app.about.advantage.beyond[1]; // of the scale, as for the words
  return Number.isFinite(points) ? 0.5 + 0.46 * (points / (Math.abs(points) + middle)) : points > 0 ? 0.97 : 0.03;
}

// A value of a move in few signs, for a cell of the board or a button.
function shortValue({ value, words, winnerMoves, verdict }, unit) {
  if (winnerMoves !== null && winnerMoves !== undefined) return `${value > 0 ? "win" : "loss"} ${winnerMoves}`;
  if (!Number.isFinite(value)) return verdict ? (value > 0 ? "win" : "loss") : value > 0 ? "+∞" : "−∞";
  if (words && words.length < 6) return visible(words);
  const points = Number((value / unit).toFixed(1));
  return points > 0 ? `+${points}` : String(points).replace("-", "−");
}
