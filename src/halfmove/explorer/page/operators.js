// The operators of a state-space search in words: which state is taken, what is done with it, and why.

// "LIVE MAX node" -> "LIVE MIN node" and so on, where MAX and MIN have changed roles.
const { mirrored } = halfmove.constants, MIRRORED = new RegExp(Object.keys(mirrored).join("|"), "g");
const mirroredText = (text) => text.replace(MIRRORED, (found) => mirrored[found]);

// The operator of this step: {part, state, rule, first}, and three sentences: {taken, done, why}. `text` joins them.
function operatorText(replay) {
  const operator = operatorOf(replay);
  if (!operator) return null;
  const { shape } = replay, list = openList(replay), first = list.states[list.taken];
  if (operator.case === 0 || !first) {
    const end = { part: "-", state: "", rule: "the root is SOLVED", first, done: "", why: "" };
    end.taken = `The root is SOLVED: the search ends with ${first ? shown(first.merit) : "its value"}.`;
    return { ...end, text: end.taken };
  }
  const cases = replay.cases || (replay.cases = casesOf(replay.algorithm));
  const part = casePart(replay, first), number = String(operator.case);
  const mirror = first.status & REVERSED ? mirroredText : (text) => text;
  const state = cases[number] ? mirror(cases[number].state) : "";
  const rule = mirror((cases[part] || cases[number] || { rule: "" }).rule);
  const general = part !== number && cases[number] ? `${mirror(cases[number].rule).replace(/; then the first of$/, "")}; ` : "";
  const taken = sayTaken(replay, list) + sayJump(replay, list);
  const what = `Case ${part}${state ? `, a ${state.replace(", last", " that is the last child")}` : ""}`;
  const done = `${what}${rule ? `: ${general}${rule}` : ""}.${sayScore(replay, first, operator)}${sayChanges(replay, operator.event)}`;
  const why = mirror(whyOf(replay.algorithm, part, number));
  return { part, state, rule, first, taken, done, why, text: [taken, done, why].filter(Boolean).join(" ") };
}

// Which state is taken, and why that one.
function sayTaken(replay, { states, taken }) {
  const { shape } = replay, state = states[taken], what = `Take ${stateText(shape, state)}`;
  const player = state.status & REVERSED ? "MIN" : "MAX";
  if (states.length === 1) return `${what}, the only state on OPEN.`;
  if (flagOf(replay) !== null) return `${what}, the first such state on OPEN.`;
  const equal = states.filter((each) => each.merit === state.merit).length;
  const infinite = Math.abs(state.merit) === Infinity;
  const promise = infinite ? "nothing is known about its worth yet" : `nothing on OPEN promises ${player} more than its merit, ${shown(state.merit)}`;
  if (equal === 1) return `${what}, the first on OPEN: ${promise}.`;
  const place = replay.result.parameters.ties === "1979" ? "the first" : "the leftmost";
  return `${what}, ${place} of ${equal} states of equal merit: ${promise}.`;
}

// Where the search goes on elsewhere in the tree: what it leaves, and how good that still was.
function sayJump(replay, { states, taken }) {
  const { shape } = replay, { node, merit } = states[taken], before = lastTaken(replay);
  if (before < 0) return "";
  const fork = parting(shape, node, before);
  if (!fork || isLeaf(shape, fork[0])) return "";
  const left = states.find((state) => isBelow(shape, state.node, fork[1]));
  if (!left || left.merit === merit) return "";
  return ` Below ${nameOf(shape, fork[1])} the best merit is now ${shown(left.merit)}, so the search leaves it and goes on below ${nameOf(shape, fork[0])}.`;
}

// The state that the operator before this one took, by its node: the first one that left OPEN after it. Else -1.
function lastTaken(replay) {
  let e = replay.at - 2;
  while (e >= 0 && replay.kind[e] !== CASE) e--;
  for (e += 1; e > 0 && e < replay.at; e++) if (replay.kind[e] === CLOSE) return replay.node[e];
  return -1;
}

function isBelow(shape, node, top) {
  while (node > top) node = shape.parent[node]; // parents have smaller numbers
  return node === top;
}

// The score of a leaf that is evaluated in this step, and what it makes of the merit.
function sayScore(replay, first, { event }) {
  const before = event - 1;
  if (before < 0 || replay.kind[before] !== LEAF || replay.node[before] !== first.node) return "";
  const score = replay.x[before], said = ` ${capital(nodeText(replay.shape, first.node))} is evaluated: ${shown(score)}`;
  for (let e = event + 1; e < replay.count && replay.kind[e] !== CASE; e++) {
    if (replay.kind[e] !== OPEN || replay.node[e] !== first.node) continue;
    const merit = replay.x[e];
    if (merit === score) return `${said}, the new merit.`;
    return merit === first.merit ? `${said}; its merit stays as it was.` : `${said}; its merit is now ${shown(merit)}, the lower bound.`;
  }
  return `${said}.`;
}

// Why an operator does what it does, from the notes about the algorithm, or those about SSS*.
function whyOf(algorithm, part, number) {
  const base = halfmove.algorithms.find((each) => each.id === "sss_star") || { cases: {} };
  for (const cases of [algorithm.cases, base.cases]) {
    const found = cases && (cases[part] || cases[number]);
    if (found) return found;
  }
  return "";
}

// What an operator does to OPEN: the events that follow it show this.
function sayChanges(replay, event) {
  const { shape } = replay, entered = [], left = new Set();
  for (let e = event + 1; e < replay.count && (replay.kind[e] === OPEN || replay.kind[e] === CLOSE || replay.kind[e] >= KEEP); e++) {
    if (replay.kind[e] === OPEN) entered.push({ node: replay.node[e], status: replay.aux[e], merit: replay.x[e] });
    if (replay.kind[e] === CLOSE) left.add(replay.node[e]);
  }
  const some = (texts) => (texts.length > 4 ? `${texts.slice(0, 3).join(", ")} and ${texts.length - 3} more` : texts.join(texts.length === 2 ? " and " : ", "));
  for (const each of entered) left.delete(each.node);
  const parts = [];
  if (entered.length) parts.push(`${some(entered.map((each) => stateText(shape, each)))} enter${entered.length > 1 ? "" : "s"} OPEN`);
  if (left.size) parts.push(`${some([...left].map((node) => nameOf(shape, node)))} leave${left.size > 1 ? "" : "s"} it`);
  return parts.length ? ` So ${parts.join("; ")}.` : "";
}
