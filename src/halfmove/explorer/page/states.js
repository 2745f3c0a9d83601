// The state of a node at the current step of a replay, and the numbers beside it.

// The event ENTER of the last frame of a node, or -1.
function lastEnter(replay, node) {
  let e = replay.last[node];
  while (e >= 0 && replay.kind[e] !== ENTER) e = replay.prev[e];
  return e;
}

function stateOf(replay, node) {
  const opened = replay.opened[node];
  if (opened >= 0) return { [LIVE_STATE]: LIVE, [SOLVED_STATE]: SOLVED, [INACTIVE_STATE]: INACTIVE }[replay.aux[opened] % REVERSED];
  if (replay.entered[node] > 0) return PATH;
  const last = replay.last[node];
  if (last < 0) return replay.listed[node] >= 0 ? EXPANDED : UNSEEN;
  const kind = replay.kind[last];
  if (kind === LEAF) return EVALUATED;
  return kind === VISIT || (kind === RAISE && replay.inRounds) ? EXPANDED : DONE;
}

const isSeen = (replay, node) => replay.last[node] >= 0 || replay.listed[node] >= 0;

// The reason why a node itself was cut in this visit of its parent, or null.
function ownReason(replay, node) {
  const { shape, reasons } = replay;
  const purged = replay.purgedBy[node];
  if (purged >= 0 && replay.opened[node] < 0 && lastTouch(replay, node) <= reasons[purged].event) return reasons[purged];
  if (node === 0) return null;
  const parent = shape.parent[node], r = replay.cutBy[parent];
  if (r < 0) return null;
  const reason = reasons[r];
  if (childNumber(shape, node) < reason.firstChild) return null;
  const touched = lastTouch(replay, node), enter = lastEnter(replay, parent);
  if (touched > reason.event || replay.opened[node] >= 0) return null;
  if (isLeaf(shape, node) && replay.last[node] >= 0 && touched > enter) return null; // evaluated in this visit
  return enter > reason.event ? null : reason;
}

// The last event that began something at a node.
function lastTouch(replay, node) {
  let e = replay.listed[node];
  if (e >= 0 && replay.kind[e] === CLOSE) e = replay.prev[e];
  return Math.max(replay.last[node], e);
}

// The reason why a node is not looked at: its own, or that of its nearest ancestor that has one.
function reasonFor(replay, node) {
  for (let v = node; v > 0; v = replay.shape.parent[v]) {
    const reason = ownReason(replay, v);
    if (reason) return { reason, node: v };
    if (isSeen(replay, v) && v !== node) return null;
  }
  return null;
}

// 1 for every node that is cut, or below such a node.
function cutNodes(replay, into) {
  const { shape } = replay;
  const some = replay.reasonsKnown > 0;
  into[0] = 0;
  for (let v = 1; v < shape.count; v++) {
    if (!some) {
      into[v] = 0;
      continue;
    }
    const parent = shape.parent[v];
    if (into[parent] && replay.last[v] < 0) into[v] = 1;
    else if (replay.cutBy[parent] < 0 && replay.purgedBy[v] < 0) into[v] = 0;
    else into[v] = ownReason(replay, v) ? 1 : 0;
  }
  return into;
}

// Whether a frame begins with its node on OPEN: then its merit says more than its window.
const comesToOpen = (replay, enter) => replay.kind[enter + 1] === OPEN && replay.node[enter + 1] === replay.node[enter];

// The numbers beside a node: windows for frames, values and bounds, merits on OPEN.
function numbersOf(replay, node, write = shown) {
  const { shape } = replay, state = stateOf(replay, node);
  if (state === LIVE || state === SOLVED || state === INACTIVE) {
    const e = replay.opened[node];
    return `${statusLetter(replay.aux[e])} ${write(replay.x[e])}`;
  }
  if (state === PATH) {
    const enter = lastEnter(replay, node);
    if (replay.kept[node] >= 0) return keptNumbers(replay, node, write);
    let low = replay.x[enter], high = replay.y[enter];
    if (low === -Infinity && high === Infinity && comesToOpen(replay, enter)) return "";
    for (let e = replay.last[node]; e > enter; e = replay.prev[e]) {
      if (replay.kind[e] !== RAISE) continue;
      if (isMin(shape, node)) high = Math.min(high, replay.x[e]);
      else low = Math.max(low, replay.x[e]);
      break;
    }
    return `(${write(low)}, ${write(high)})`;
  }
  if (replay.kept[node] >= 0) return keptNumbers(replay, node, write);
  if (state === DONE) return returned(replay, node, write);
  if (state === EVALUATED && !isLeaf(shape, node)) return `~${write(replay.x[replay.last[node]])}`;
  return "";
}

function keptNumbers(replay, node, write) {
  const e = replay.kept[node];
  return `${write(replay.x[e])}..${write(replay.y[e])}`;
}

// The last event LEAVE or KNOWN of a node, or -1.
function lastLeave(replay, node) {
  let e = replay.last[node];
  while (e >= 0 && replay.kind[e] !== LEAVE && replay.kind[e] !== KNOWN) e = replay.prev[e];
  return e;
}

// What is known of a node that was left, as a value or a bound: what it returned, or what its children show.
function returned(replay, node, write = shown) {
  const e = lastLeave(replay, node), children = shownByChildren(replay, e);
  if (e < 0) return "";
  if (children) return children.sign + write(children.x);
  if (replay.kind[e] === KNOWN) return replay.x[e] === replay.y[e] ? write(replay.x[e]) : `${write(replay.x[e])}..${write(replay.y[e])}`;
  return boundSign(replay, e) + write(replay.x[e]);
}

// "≤" if a frame ended at or below its window or only with an upper bound, "≥" at or above it or with a lower bound.
function boundSign(replay, leave) {
  const enter = replay.opposite[leave], x = replay.x[leave];
  if (enter < 0 || replay.algorithm.proves === false) return "";
  if (x <= replay.x[enter]) return "≤";
  if (x >= replay.y[enter]) return "≥";
  const { LOWER, UPPER } = halfmove.constants.proofs;
  return { [LOWER]: "≥", [UPPER]: "≤" }[replay.aux[leave]] || "";
}

// A number as text, with as many digits as in reasons.
const shown = (x) => trueMinus(halfmove.score(x));

// Reasons come with hyphens, as programs print negative numbers. The page writes a minus sign everywhere.
const trueMinus = (text) => text.replace(/(^|[\s(,])-(?=[\d∞])/g, "$1−");

// A function that writes numbers with fewer digits where room is short: the largest score of the tree gets `digits`
// digits, and all numbers the same number of decimals. Whole numbers stay whole.
function briefly(shape, digits) {
  if (!shape.real) return shown;
  const places = Math.max(0, Math.min(100, digits - Math.ceil(Math.log10(shape.largest))));
  return (x) => {
    const whole = shown(x), brief = trueMinus(x.toFixed(places).replace(/^-(?=[0.]+$)/, ""));
    return Number.isInteger(x) || brief.length >= whole.length ? whole : brief;
  };
}
