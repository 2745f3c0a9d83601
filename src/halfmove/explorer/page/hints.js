// Quiz: why an answer is wrong, without telling the right one.

// Why a leaf is not the next one. `shows` is the step at which the next leaf is evaluated.
function whyNotNext(replay, leaf, next, shows) {
  const { shape } = replay, name = nameOf(shape, leaf), last = replay.last[leaf];
  if (last >= 0 && replay.kind[last] === LEAF) return `${name} has been evaluated already: ${shown(shape.score[leaf])}.`;
  const found = reasonFor(replay, leaf);
  if (found) return `${found.node === leaf ? name : `${name} lies below ${nameOf(shape, found.node)}, which`} is cut. ${found.reason.text}`;
  if (stepsOf(replay)) return whyNotFirst(replay, leaf, shows);
  const [mine] = parting(shape, leaf, next);
  if (shape.before[next] < shape.before[leaf]) return `It is too early for ${name}: ${nameOf(shape, shape.parent[mine])} looks at its children from the left, and one before ${nameOf(shape, mine)} comes first.`;
  return `${name} is not looked at now: compare the windows of the nodes above it.`;
}

// In a state-space search: the first state on OPEN at the next leaf, and the merit above the chosen leaf.
function whyNotFirst(replay, leaf, shows) {
  const { shape } = replay, step = replay.step;
  replay.seek(shows);
  const { states, taken } = openList(replay), first = states[taken];
  const above = [];
  for (let v = leaf; v >= 0; v = shape.parent[v]) above.push(v);
  const mine = states.find((state) => above.includes(state.node));
  replay.seek(step);
  const merit = first ? shown(first.merit) : "", name = nameOf(shape, leaf);
  const rule = `The search goes on with the first state on OPEN; when the next leaf is evaluated, that has merit ${merit}.`;
  if (!mine) return `${rule} Nothing on OPEN leads to ${name} then.`;
  if (mine.merit !== first.merit) return `${rule} ${name} lies below ${stateText(shape, mine)}.`;
  return `${rule} ${stateText(shape, mine)} has the same merit, but another state stands before it.`;
}

// What decides whether the next branch is looked at: the window of its parent.
function whatDecides(replay, branch) {
  const { shape } = replay, parent = shape.parent[branch];
  return `The window at ${nodeText(shape, parent)} is now ${numbersOf(replay, parent)}. Its other children can matter only while alpha is below beta.`;
}
