// What happens at a step, in sentences.

const playerOf = (shape, node) => (isMin(shape, node) ? "MIN" : "MAX");

// "MAX node 1.2", "leaf 1.1", "the root".
function nodeText(shape, node) {
  if (node === 0) return isLeaf(shape, 0) ? "the only leaf" : "the root";
  const name = nameOf(shape, node), move = shape.labels && shape.labels[name];
  return `${isLeaf(shape, node) ? "leaf" : `${playerOf(shape, node)} node`} ${name}${move ? ` (move ${move})` : ""}`;
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// "1 leaf", "2 leaves"
const counted = (count, one, many) => `${String(count).replace(/\B(?=(\d{3})+$)/g, ",")} ${count === 1 ? one : many}`;

// Whether no score lies inside a window.
const isMinimal = (low, high) => high - low === 1 || (Number.isFinite(high - low) && high - low <= 4 * Number.EPSILON * Math.max(Math.abs(low), Math.abs(high)));

function sayEnter(replay, e) {
  const { shape } = replay, v = replay.node[e], low = replay.x[e], high = replay.y[e];
  const frames = replay.frames.length;
  const begins = v === 0 && frames <= 1 && !replay.again[e];
  const what = begins ? "The search begins at the root" : `${replay.again[e] ? "Search again" : "Enter"} ${nodeText(shape, v)}`;
  if (isMinimal(low, high)) {
    return `${what} with the minimal window (${shown(low)}, ${shown(high)}): it only asks whether the value is ${shown(high)} or more.`;
  }
  if (low === -Infinity && high === Infinity && comesToOpen(replay, e)) {
    return `${what}. It comes to OPEN first, with merit ${shown(replay.x[e + 1])}: nothing is known about its worth yet.`;
  }
  if (low === -Infinity && high === Infinity) return `${what} with alpha = −∞ and beta = ∞: every value matters.`;
  const above = low === -Infinity ? "" : `MAX already has ${shown(low)} elsewhere`;
  const below = high === Infinity ? "" : `MIN can already hold MAX to ${shown(high)}`;
  return `${what} with alpha = ${shown(low)} and beta = ${shown(high)}: ${[above, below].filter(Boolean).join(", and ")}.`;
}

function sayLeave(replay, e) {
  const { shape } = replay, v = replay.node[e], x = shown(replay.x[e]);
  const sign = boundSign(replay, e), whole = v === 0 && replay.frames.length === 0;
  const ends = whole ? "The search ends" : `Leave ${nodeText(shape, v)}`;
  const enter = replay.opposite[e];
  if (whole) {
    const { bound, value, stopped } = replay.result;
    const phrases = { exact: "the value of the root is", lower: "the value of the root is at least", upper: "the value of the root is at most", estimate: "its estimate is" };
    return `${ends}${stopped ? ` at the limit of ${stopped}` : ""}: ${phrases[bound]} ${shown(value)}.`;
  }
  const children = shownByChildren(replay, e);
  if (children && children.x !== replay.x[e]) return `${ends}. ${sayLessThanSeen(replay, e, children)}`;
  if (children) return `${ends} with ${x}: all its children were looked at, and the best is worth ${x}, no better than ${isMin(shape, v) ? "beta" : "alpha"} = ${shown(isMin(shape, v) ? replay.y[enter] : replay.x[enter])}.`;
  if (sign === "≤") return `${ends} with ${x}: its value is at most ${x}, not more than alpha = ${shown(replay.x[enter])}.`;
  if (sign === "≥") return `${ends} with ${x}: its value is at least ${x}, and beta is ${shown(replay.y[enter])}.`;
  return `${ends}: its value is ${x}.`;
}

// Fail-hard: the search knows more than it returns.
function sayLessThanSeen(replay, leave, { x, sign, all }) {
  const { shape } = replay, v = replay.node[leave], returned = shown(replay.x[leave]);
  const [player, end, bound] = isMin(shape, v) ? ["MIN", "beta", "at least"] : ["MAX", "alpha", "at most"];
  if (!all) {
    const known = sign === "≤" ? "at most" : "at least";
    return `Its children show that it is worth ${known} ${shown(x)}. The search only returns ${returned}, which means “${known} ${returned}”: that is enough here.`;
  }
  const seen = `All its children were looked at, and the best is worth ${sign ? `${bound} ` : ""}${shown(x)}`;
  return `${seen}. That is no better for ${player} than ${end} = ${returned}, so the search only returns ${returned}, which means “${bound} ${returned}”. (A fail-soft search returns what it has seen.)`;
}

function sayRaise(replay, e) {
  const { shape } = replay, v = replay.node[e], x = shown(replay.x[e]);
  const [more, bound] = isMin(shape, v) ? ["at most", "beta"] : ["at least", "alpha"];
  const child = replay.aux[e], leave = lastLeave(replay, child), known = leave >= 0 ? shownByChildren(replay, leave) : null;
  const less = known && known.x !== replay.x[leave] ? ` (${nameOf(shape, child)} is worth ${known.sign}${shown(known.x)}, but returned ${x}.)` : "";
  return `Child ${nameOf(shape, child)} is the best so far of ${nodeText(shape, v)}: ${v === 0 ? "it" : nameOf(shape, v)} is worth ${more} ${x}, the new ${bound} there.${less}`;
}

function sayKnown(replay, e) {
  const { shape } = replay, v = nodeText(shape, replay.node[e]), [x, y] = [replay.x[e], replay.y[e]];
  const known = x === y ? `has the value ${shown(x)}` : x === -Infinity ? `is worth at most ${shown(y)}` : y === Infinity ? `is worth at least ${shown(x)}` : `is worth ${shown(x)} to ${shown(y)}`;
  if (replay.aux[e]) return `The table answers for ${v} with ${shown(x)}: no search is needed.`;
  return `The table knows that ${v} ${known}.`;
}

function sayLeaf(replay, e) {
  const { shape } = replay, v = replay.node[e], again = replay.again[e] ? " again" : "";
  if (replay.aux[e]) return `${capital(nodeText(shape, v))} gets its static score: ${shown(replay.x[e])}.`;
  return `${capital(nodeText(shape, v))} is evaluated${again}: ${shown(replay.x[e])}.`;
}

// The sentences of the current step.
function sayStep(replay) {
  if (replay.step === 0) return "Nothing has happened yet.";
  if (replay.inRounds && replay.step > 1) return sayRound(replay);
  const sentences = [];
  for (let e = replay.ends[replay.step - 1]; e < replay.ends[replay.step]; e++) {
    switch (replay.kind[e]) {
      case ENTER: sentences.push(sayEnter(replay, e)); break;
      case LEAVE: sentences.push(sayLeave(replay, e)); break;
      case LEAF: sentences.push(sayLeaf(replay, e)); break;
      case VISIT: if (e + 1 === replay.at) sentences.push(`${capital(nodeText(replay.shape, replay.node[e]))} is visited.`); break;
      case RAISE: sentences.push(sayRaise(replay, e)); break;
      case KNOWN: sentences.push(sayKnown(replay, e)); break;
      case CASE: sentences.splice(0, sentences.length, operatorText(replay).text); break; // it tells of a leaf, too
    }
  }
  return sentences.join(" ") || "The lists are sorted.";
}

// A round: which processors evaluate which leaves.
function sayRound(replay) {
  const works = workInStep(replay), { shape } = replay;
  const told = works.slice(0, 8).map(({ processor, leaf }) => `${processor} evaluates ${nodeText(shape, leaf)}: ${shown(shape.score[leaf])}`);
  if (works.length > told.length) told.push(`${works.length - told.length} more evaluate others`);
  const round = replay.aux[replay.ends[replay.step - 1]] + 1;
  return `Round ${round}. ${told.length ? `Processor ${told.join("; ")}.` : "All processors with work wait for it."}${told.length ? sayWaits(replay) : ""}`;
}

// Who has no leaf in this round, because work is on its way.
function sayWaits(replay) {
  let count = 0, first = 0;
  for (let e = replay.ends[replay.step - 1]; e < replay.ends[replay.step]; e++) {
    if (replay.kind[e] === WAIT && count++ === 0) first = replay.aux[e];
  }
  if (count === 0) return "";
  return count === 1 ? ` Work for processor ${first} is on its way.` : ` Work for ${count} others is on its way.`;
}

// For each leaf of this step the processors that evaluate it. Those with windows of their own may meet at one.
function workersAt(replay) {
  const found = new Map();
  for (const { processor, leaf } of workInStep(replay)) found.set(leaf, [...(found.get(leaf) || []), processor]);
  return found;
}

// Who evaluates which leaf at this step, and for which job.
function workInStep(replay) {
  const found = [];
  if (!replay.inRounds || replay.step === 0) return found;
  for (let e = replay.ends[replay.step - 1]; e < replay.ends[replay.step]; e++) {
    if (replay.kind[e] === WORK) found.push({ processor: replay.aux[e], leaf: replay.node[e], job: replay.x[e] });
  }
  return found.sort((a, b) => a.processor - b.processor);
}

// The reasons that become known at the current step.
function stepReasons(replay) {
  if (replay.step === 0) return [];
  const from = replay.ends[replay.step - 1], found = [];
  for (let r = replay.reasonsKnown - 1; r >= 0 && replay.reasons[r].event >= from; r--) found.unshift(replay.reasons[r]);
  return found;
}

// The node that a step is about, or -1.
function currentNode(replay) {
  if (replay.step === 0) return -1;
  const [first] = workInStep(replay);
  if (first) return first.leaf;
  for (let e = replay.at - 1; e >= replay.ends[replay.step - 1]; e--) {
    if (replay.kind[e] < CUT) return replay.node[e];
    if (replay.kind[e] === CASE) {
      const list = openList(replay);
      if (list.taken >= 0) return list.states[list.taken].node;
    }
  }
  return -1;
}

// Everything that is known about a node at this step, as sentences.
function describeNode(replay, node, labels) {
  const { shape } = replay, name = nameOf(shape, node), label = shape.labels && shape.labels[name] ? "" : labels[name];
  const lines = [capital(nodeText(shape, node)) + (label ? ` (${label})` : "")];
  const state = stateOf(replay, node), opened = replay.opened[node];
  if (isLeaf(shape, node)) lines[0] += `, value ${shown(shape.score[node])}`;
  const found = state === PATH || opened >= 0 ? null : reasonFor(replay, node);
  if (opened >= 0) lines.push(`On OPEN: ${statusName(replay.aux[opened])}, merit ${shown(replay.x[opened])}.`);
  else if (state === PATH) lines.push(numbersOf(replay, node) ? `Being searched; its window is now ${numbersOf(replay, node)}.` : "Being searched.");
  else if (state === DONE) {
    const leave = lastLeave(replay, node), children = leave >= 0 ? shownByChildren(replay, leave) : null;
    lines.push(`Searched: ${returned(replay, node)}.`);
    if (children && children.x !== replay.x[leave]) lines.push(sayLessThanSeen(replay, leave, children));
  }
  else if (state === EVALUATED) lines.push("Evaluated.");
  else if (state === EXPANDED && !found) lines.push(replay.inRounds ? "Looked at." : replay.kept[node] >= 0 ? "Expanded." : "Was on OPEN and left it.");
  else if (!found) lines.push(replay.step === replay.steps ? "Never looked at." : "Not looked at so far.");
  if (replay.kept[node] >= 0) {
    const e = replay.kept[node];
    lines.push(`In BACKUP: ${replay.aux[e]} of its ${shape.children[node]} children opened, lower bound ${shown(replay.x[e])}, merit ${shown(replay.y[e])}.`);
  }
  if (found) {
    if (found.node !== node) lines.push(`Not looked at, because ${nameOf(shape, found.node)} above it is cut:`);
    lines.push(found.reason.text);
  }
  return lines;
}
