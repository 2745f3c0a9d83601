// What the children of a node show about its value. Fail-hard alpha-beta returns an end of its window where it fails low,
// although the children that it has seen often show more: the page shows what they show, and says what was returned.

// For each event LEAVE: the best of its children as far as they are known, and its sign ("", "≤" or "≥"); null where that
// says no more than what was returned. Children are left before their parents, so one walk is enough.
function boundsOf(replay) {
  const { count, kind, node, x, aux, shape, opposite } = replay;
  const found = new Map(), stack = [];
  const note = (v, fact) => {
    const frame = stack[stack.length - 1];
    if (frame && shape.parent[v] === frame.node) frame.facts.set(v, fact);
  };
  for (let e = 0; e < count; e++) {
    if (kind[e] === ENTER) stack.push({ node: node[e], facts: new Map() });
    else if (kind[e] === LEAF && !aux[e]) note(node[e], { x: x[e], sign: "" });
    else if (kind[e] === LEAVE) {
      const frame = stack.pop(), sign = boundSign(replay, e), own = { x: x[e], sign };
      const fact = frame && frame.node === node[e] && opposite[e] >= 0 ? bestOf(shape, frame, own) : null;
      if (fact) found.set(e, fact);
      note(node[e], fact || own);
    }
  }
  return found;
}

// The bound that the children of a node give, where it says more than the one that was returned. `all`: all children
// were looked at, and the best of them is worth as much.
function bestOf(shape, { node, facts }, own) {
  const low = isMin(shape, node), whole = own.sign === (low ? "≥" : "≤"), wrong = low ? "≤" : "≥";
  if (!own.sign || (whole && facts.size !== shape.children[node])) return null;
  let best = null;
  for (const fact of facts.values()) {
    if (whole ? fact.sign === wrong : fact.sign && fact.sign !== wrong) {
      if (whole) return null;
      continue; // a bound on the other side says nothing about a node that was left early
    }
    if (!best || (low ? fact.x < best.x : fact.x > best.x) || (fact.x === best.x && fact.sign === "")) best = fact;
  }
  if (!best) return null;
  const { x } = best, sign = whole ? best.sign : own.sign;
  const tighter = (own.sign === "≤") === x < own.x && x !== own.x;
  return tighter || (x === own.x && sign === "") ? { x, sign, all: whole } : null;
}

// The same for one event.
const shownByChildren = (replay, leave) => (replay.bounds || (replay.bounds = boundsOf(replay))).get(leave) || null;
