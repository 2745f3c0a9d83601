// Two algorithms on one tree: what is different, in sentences that come from the counts of these two searches.

function differenceOf(one, other) {
  if (one.result.stopped || other.result.stopped) return [];
  return [sayLeaves(one, other), sayMemory(one, other), sayIdeas(one, other)].filter(Boolean);
}

const titleOf = (replay) => {
  const { algorithm, result } = replay, given = algorithm.parameters.filter((each) => each.name in result.parameters && valueText(result.parameters[each.name]) !== valueText(each.default));
  return algorithm.title + (given.length ? ` (${given.map((each) => `${each.name} ${valueText(result.parameters[each.name])}`).join(", ")})` : "");
};

// The leaves that a search evaluates, each once, in order.
function leavesOf(replay) {
  const seen = new Set();
  for (let e = 0; e < replay.count; e++) if (replay.kind[e] === LEAF && isLeaf(replay.shape, replay.node[e])) seen.add(replay.node[e]);
  return seen;
}

function sayLeaves(one, other) {
  const { shape } = one, [a, b] = [one, other].map((each) => each.result.counts.leaves), [left, right] = [leavesOf(one), leavesOf(other)];
  const [first, second] = [titleOf(one), titleOf(other)];
  const only = (mine, yours) => [...mine].filter((node) => !yours.has(node)).sort((x, y) => shape.before[x] - shape.before[y]);
  const extra = [[first, only(left, right)], [second, only(right, left)]].filter(([, nodes]) => nodes.length);
  const repeats = [[first, a - left.size], [second, b - right.size]].filter(([, times]) => times > 0);
  const counts = a === b ? `Both evaluate ${counted(a, "leaf", "leaves")}.` : `${capital(first)} evaluates ${counted(a, "leaf", "leaves")}, ${second} ${b}: ${Math.abs(a - b)} ${b < a ? "fewer" : "more"}.`;
  const alone = extra.map(([name, nodes]) => `Only ${name} looks at ${listed(nodes.map((node) => nameOf(shape, node)))}.`);
  const again = repeats.map(([name, times]) => `${capital(name)} evaluates a leaf again ${times === 1 ? "once" : `${times} times`}.`);
  if (!extra.length) alone.push("They look at the same leaves" + (sameOrder(one, other) ? ", in the same order." : ", in another order."));
  return [counts, ...alone, ...again].join(" ");
}

function sameOrder(one, other) {
  const order = (replay) => replay.leafSteps.length && [...leavesOf(replay)].join();
  return order(one) === order(other);
}

const listed = (names) => (names.length > 5 ? `${names.slice(0, 4).join(", ")} and ${names.length - 4} others` : names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}` : names[0]);

// What a search keeps in memory at most: {words, size}; null where its events do not tell.
function memoryOf(replay) {
  const { max_open: open, max_backup: backup, table } = replay.result.counts;
  if (open) return { words: `${counted(open, "state", "states")} on OPEN${backup ? ` and ${counted(backup, "node", "nodes")} in BACKUP` : ""}`, size: open + (backup || 0) };
  if (table) return { words: `${counted(table, "bound", "bounds")} in a table`, size: table };
  let depth = 0, most = 0;
  for (let e = 0; e < replay.count; e++) {
    if (replay.kind[e] === ENTER) most = Math.max(most, ++depth);
    else if (replay.kind[e] === LEAVE) depth -= 1;
    else if (replay.kind[e] === VISIT) return null;
  }
  return { words: `one path of ${counted(most + 1, "node", "nodes")}`, size: most + 1 };
}

function sayMemory(one, other) {
  const [first, second] = [one, other].map(memoryOf);
  if (!first || !second) return "";
  const [a, b] = [titleOf(one), titleOf(other)];
  const exchange = first.size < second.size && other.result.counts.leaves < one.result.counts.leaves ? " That is the price of the leaves that it saves." : "";
  return `Memory: ${a} keeps ${first.words}; ${b} keeps up to ${second.words}.${exchange}`;
}

// The first sentence about each.
function sayIdeas(one, other) {
  const said = [one, other].filter(({ algorithm }) => algorithm.idea && algorithm.idea.length).map(({ algorithm }) => `${capital(algorithm.title)}: ${orderOf(algorithm)}`);
  return said.length === 2 ? said.join(" ") : "";
}

const orderOf = (algorithm) => /^.*?[.?](?=\s|$)/.exec(algorithm.idea[0])[0];

function showDifference(panels) {
  const box = byId("difference"), sentences = panels.length === 2 ? differenceOf(panels[0].replay, panels[1].replay) : [];
  box.hidden = !sentences.length;
  box.replaceChildren(...sentences.map((text) => el("p", {}, text)));
}
