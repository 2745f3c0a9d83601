// The code of an algorithm, and the line of it that runs. Algorithms of the package have pseudo-code, whose lines say
// which events they stand for (`algorithms/about.py`); any other has its source, and each event knows its line there.

const { functions: FUNCTIONS, at: PLACES } = halfmove.places;
const functionAt = (place) => (place >= 0 ? FUNCTIONS[PLACES[2 * place]] : "");
const lineAt = (place) => (place >= 0 ? PLACES[2 * place + 1] : 0);

// {lines: [text], blocks: [{functions, tags: tag -> line}], callers: function -> line} for pseudo-code, {lines, numbers} for
// a source.
function codeOf(algorithm) {
  const { code, python } = algorithm;
  if (!code.length) return { lines: python.map(([, text]) => text), numbers: python.map(([number]) => number), blocks: null };
  const blocks = [], callers = {};
  code.forEach(([, ...tags], line) => {
    for (const tag of tags) {
      const [name, ...functions] = tag.split(/ of | /);
      if (name === "enter") blocks.push({ functions, tags: {} });
      const block = blocks[blocks.length - 1];
      block.tags[functions.length && (name === "enter" || name === "call") ? name : tag] ??= line;
      if (name === "call") for (const each of functions) callers[each] = line;
    }
  });
  return { lines: code.map(([text]) => text), blocks, callers };
}

// The line that runs at the current step: its number, or -1.
function litLine(replay) {
  const code = replay.code || (replay.code = codeOf(replay.algorithm)), e = mainEvent(replay);
  if (e < 0 || !code.lines.length) return -1;
  return code.blocks ? pseudoLine(replay, code, e) : sourceLine(replay, code, e);
}

// The last event of a step that is more than a change of a list.
function mainEvent(replay) {
  if (replay.step === 0) return -1;
  const begin = replay.ends[replay.step - 1];
  if (replay.inRounds) for (let e = begin; e < replay.at; e++) if (replay.kind[e] === LEAF) return e;
  for (let e = replay.at - 1; e >= begin; e--) if (replay.kind[e] < CUT || replay.kind[e] === CASE) return e;
  return -1;
}

// The function that runs between ENTER and LEAVE: it is left in that function. Where a search was stopped, the next event
// says which one it is.
function functionInside(replay, enter) {
  if (enter < 0 || enter + 1 >= replay.count) return "";
  return functionAt(replay.place[replay.opposite[enter] >= 0 ? replay.opposite[enter] : enter + 1]);
}

// Whether a child is looked at again while its parent is being searched.
const isRepeated = (replay, e, parent) => parent >= 0 && replay.prev[e] > parent;

function pseudoLine(replay, { blocks, callers }, e) {
  const { kind, place, aux, node, shape } = replay;
  const rest = blocks.find((block) => !block.functions.length) || blocks[0];
  const blockOf = (name) => blocks.find((block) => block.functions.includes(name)) || rest;
  const here = blockOf(functionAt(place[e])), player = isMin(shape, node[e]) ? "min" : "max";
  const first = (block, ...names) => names.map((name) => block.tags[name]).find((line) => line !== undefined) ?? -1;
  switch (kind[e]) {
    case CASE: {
      const names = aux[e] ? [`case ${operatorText(replay).part}`, `case ${aux[e]}`, "case"] : ["end"];
      const block = blocks.find((each) => first(each, ...names) >= 0);
      return block ? first(block, ...names) : first(rest, "call", "enter");
    }
    case ENTER: {
      const { frames } = replay, parent = frames.length > 1 ? frames[frames.length - 2] : -1;
      const inside = blockOf(functionInside(replay, e)), calls = parent >= 0 && here !== inside ? ["call"] : [];
      if (isRepeated(replay, e, parent)) calls.unshift("again");
      const line = callers[functionAt(place[e])] ?? first(here, ...calls);
      return line >= 0 ? line : first(inside, "enter");
    }
    case LEAF: {
      const again = isRepeated(replay, e, replay.frames.length ? replay.frames[replay.frames.length - 1] : -1) ? ["again"] : [];
      return callers[functionAt(place[e])] ?? first(here, ...again, "leaf", "call", "enter");
    }
    case RAISE:
      return first(here, ...(childNumber(shape, aux[e]) === 1 ? ["raise first"] : []), `raise ${player}`, "raise", "enter");
    case LEAVE: {
      const enter = replay.opposite[e], x = replay.x[e], block = blockOf(functionInside(replay, enter));
      const reached = enter >= 0 && (player === "min" ? x <= replay.x[enter] : x >= replay.y[enter]);
      return first(block, ...(reached ? ["cut"] : []), "leave", "enter");
    }
    case KNOWN:
      return first(here, "known", "call", "enter");
    default:
      return first(here, "visit", "call", "enter");
  }
}

function sourceLine(replay, { lines, numbers }, e) {
  const own = (place) => (place >= 0 ? numbers.indexOf(lineAt(place)) : -1);
  if (replay.kind[e] === ENTER) {
    const name = functionInside(replay, e), begins = lines.findIndex((text) => text.trimStart().startsWith(`def ${name}(`));
    if (name && begins >= 0) return begins;
  }
  // Where other code runs, the line that called it waits.
  const waiting = replay.frames.map((enter) => replay.place[enter]);
  for (const place of [replay.place[e], ...waiting.reverse()]) if (own(place) >= 0) return own(place);
  return -1;
}

// The box with the code.
class CodeBox {
  constructor(panel) {
    this.panel = panel;
    this.algorithm = null;
    this.lit = -1;
  }

  show() {
    const { replay } = this.panel, list = this.panel.part("code");
    if (this.algorithm !== replay.algorithm) this._fill(replay.algorithm, list);
    const line = litLine(replay);
    if (line === this.lit) return;
    for (const [at, on] of [[this.lit, false], [line, true]]) {
      const row = list.children[at];
      if (!row) continue;
      row.classList.toggle("lit", on);
      if (on) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
    }
    this.lit = line;
    this.reveal();
  }

  _fill(algorithm, list) {
    const { lines, blocks } = codeOf(algorithm);
    this.algorithm = algorithm;
    this.lit = -1;
    this.panel.part("code-box").hidden = !lines.length;
    this.panel.part("code-title").textContent = blocks ? "Pseudo-code" : "Its source";
    list.replaceChildren(...lines.map((text) => {
      const [, space, words, remark] = /^( *)(.*?)(\s*#.*)?$/.exec(text);
      const row = el("li", {}, words, remark ? el("span", { className: "remark" }, `${words ? " " : ""}${remark.trim()}`) : "");
      row.style.setProperty("--depth", Math.round(space.length / 4));
      return row;
    }));
    const turned = blocks && lines.some((text) => /-\w+\(/.test(text));
    this.panel.part("code-about").textContent = turned ? "Scores in this code are those of the side to move. In the tree they are those of MAX." : "";
  }

  // Bring a line into sight, inside the box only.
  reveal() {
    const row = this.panel.part("code").children[this.lit];
    const box = this.panel.part("code-box");
    if (!row || box.scrollHeight <= box.clientHeight) return;
    const top = row.offsetTop - box.offsetTop;
    if (top < box.scrollTop + 24 || top + row.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = top - box.clientHeight / 2;
  }
}
