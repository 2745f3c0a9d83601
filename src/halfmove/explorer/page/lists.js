// OPEN and BACKUP at the current step, in the order of the printed traces.

// The states on OPEN in order; where there are several lists, those of the newest.
function openList(replay) {
  if (!replay.sorted || replay.sorted.at !== replay.at) replay.sorted = { at: replay.at, ...sortedStates(replay) };
  return replay.sorted;
}

function sortedStates(replay) {
  const { shape } = replay;
  const stacks = replay.result.parameters.ties === "1979";
  let newest = 0;
  for (const e of replay.open.values()) if (replay.y[e] > newest) newest = replay.y[e];
  const states = [];
  for (const e of replay.open.values()) {
    if (replay.y[e] !== newest) continue;
    const status = replay.aux[e], merit = replay.x[e];
    // In the order of 1979 a solved leaf goes behind all states of equal merit, any other state before them.
    const rank = !stacks ? 0 : replay.lastCase[e] === halfmove.constants.leafCase ? e : -e;
    states.push({ node: replay.node[e], status, merit, first: status & REVERSED ? merit : -merit, rank });
  }
  const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0); // infinite merits cannot be subtracted
  states.sort(
    (a, b) => compare(a.first, b.first) || a.rank - b.rank || shape.before[a.node] - shape.before[b.node],
  );
  const flag = flagOf(replay);
  const wanted = flag === null ? 0 : states.findIndex((state) => (state.status % REVERSED === INACTIVE_STATE) === flag);
  return { states, taken: states.length ? Math.max(wanted, 0) : -1, lists: newest };
}

// The operator of this step: {case, event}, or null.
function operatorOf(replay) {
  const e = replay.at - 1;
  if (e >= 0 && replay.kind[e] === CASE) return { case: replay.aux[e], event: e };
  return null;
}

// Of ITERSSS*: whether it looks for INACTIVE states; null for other algorithms.
function flagOf(replay) {
  const operator = operatorOf(replay);
  if (!operator || replay.y[operator.event] < 0) return null;
  return replay.y[operator.event] === 1;
}

const spaceOf = (replay) => (flagOf(replay) === null ? null : replay.x[replay.at - 1]);

function backupList(replay) {
  const { shape } = replay;
  const nodes = [...replay.backup.values()].map((e) => ({
    node: replay.node[e],
    opened: replay.aux[e],
    low: replay.x[e],
    merit: replay.y[e],
  }));
  return nodes.sort((a, b) => shape.before[a.node] - shape.before[b.node]);
}

// (1.2,L,7), as in printed traces.
const stateText = (shape, { node, status, merit }) => `(${nameOf(shape, node)},${statusLetter(status)},${shown(merit)})`;
const keptText = (shape, { node, opened, low, merit }) =>
  `(${nameOf(shape, node)},${opened},${shown(low)},${shown(merit)})`;

// The lists of a search, "" for none. They may depend on the parameters.
function stepsOf(replay) {
  const { algorithm, result } = replay;
  const chosen = algorithm.choiceSteps.find(([name, choice]) => result.parameters[name] === choice);
  return chosen ? chosen[2] : algorithm.steps;
}

// The table of cases in the text of an algorithm: case -> {state, rule}. Parts such as "6a" have only a rule.
function casesOf(algorithm) {
  const own = readCases(algorithm.contract);
  if (own["1"]) return own;
  const base = halfmove.algorithms.find((each) => each.id === "sss_star");
  return base ? readCases(base.contract) : own;
}

function readCases(text) {
  const cases = {};
  let last = null;
  for (const line of text.split("\n")) {
    const found = /^\s+case (\d)\s{2,}(\S.*?)\s{2,}(\S.*)$/.exec(line);
    const part = /^\s+(\d[a-z])\s+(\S.*)$/.exec(line);
    if (found) cases[(last = found[1])] = { state: found[2], rule: found[3] };
    else if (part && last) cases[(last = part[1])] = { state: "", rule: part[2] };
    else if (last && /^\s{20,}\S/.test(line)) cases[last].rule += ` ${line.trim()}`;
    else last = null;
  }
  return cases;
}

// Which part of case 6 of PS* this is, "6a" to "6d": the events that follow show it. Else the number of the case.
function casePart(replay, first) {
  const { event, case: number } = operatorOf(replay);
  const cases = replay.cases || (replay.cases = casesOf(replay.algorithm));
  if (!cases[`${number}a`] || first.node === 0) return String(number);
  const { shape } = replay, parent = shape.parent[first.node];
  const kept = replay.kept[parent];
  const opened = [];
  for (let e = event + 1; e < replay.count && replay.kind[e] !== CASE; e++) {
    if (replay.kind[e] === OPEN) opened.push(replay.node[e]);
  }
  if (opened.includes(parent)) {
    // A node that is not in BACKUP has its merit from when it was on OPEN.
    const before = replay.listed[parent];
    const reached =
      kept >= 0 ? Math.max(replay.x[kept], first.merit) >= replay.y[kept] : before >= 0 && first.merit >= replay.x[before];
    return `${number}${reached ? "a" : "d"}`;
  }
  if (!opened.length) return String(number);
  return `${number}${shape.parent[opened[0]] === parent ? "c" : "b"}`;
}
