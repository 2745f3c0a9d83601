// The events of a recorded search, in five columns. `log.py` says what events mean. A sixth column has the place in the
// source where each event happened: a number of `$places`, below 0 where it is unknown.

let $here = -1;  // the line that runs
let $callers = [];  // the lines that wait for a node that was entered and not left

function $beginEvents() {
  $here = -1;
  $callers = [];
  return { kind: [], node: [], aux: [], x: [], y: [], place: [] };
}

function $note(run, kind, node, aux, x, y) {
  const events = run.events;
  events.kind.push(kind);
  events.node.push(node);
  events.aux.push(aux);
  events.x.push(x);
  events.y.push(y);
  events.place.push($here);
  if (kind === $constants.events.ENTER) $callers.push($here);
  else if (kind === $constants.events.LEAVE) $here = $callers.pop();
  run.noted += 1;
  run.last_kind = kind;
  run.last_node = node;
}

function $note_again(run, at, kind, node, aux, x, y) {
  const events = run.events;
  if (events.kind[at] === $constants.events.ENTER) $here = $callers.pop();
  events.kind[at] = kind;
  events.node[at] = node;
  events.aux[at] = aux;
  events.x[at] = x;
  events.y[at] = y;
  run.last_kind = kind;
}

const $append = (memory, number) => { memory.push(number); };
const $taken = (memory) => memory.splice(0);
const $node_number = (p) => p;
const $child_number = (p, number) => searched.tree.nodes[p].first + number - 1;
const $is_min = (node) => (searched.tree.depths[node] - searched.tree.depths[searched.position]) & 1;

const $width_at = (node) => searched.tree.nodes[node].children;
const $depth_at = (node) => searched.tree.depths[node];
const $parent_at = (node) => (node === searched.position ? -1 : searched.tree.parents[node]);

// Why branches were not looked at, in the order in which the reasons became known. `firstChild` is the first child of a
// node that is left out, 0 for the node itself. `owner` made the bound by its `child`; both are below 0 where there is none.
function reasons(tree, events, position = 0) {
  const before = searched, numbers = [], memories = {}, found = [];
  for (const name of $reasons.memories) memories[name] = [];
  searched = { tree, position };
  try {
    $reasons.find(events.kind, events.node, events.aux, events.x, events.y, numbers, memories);
  } finally {
    searched = before;
  }
  for (let at = 0; at < numbers.length; at += $reasons.fields) {
    const [event, kind, node, firstChild, owner, child, bound] = numbers.slice(at, at + $reasons.fields);
    const levels = owner >= 0 ? tree.depths[node] - tree.depths[owner] : 0;
    const text = reasonText(tree, { kind, node, firstChild, owner, child, bound, levels, value: events.x[event], position });
    found.push({ event, kind: $reasons.kinds[kind], node, firstChild, owner, child, bound, deep: levels > 1, text });
  }
  return found;
}

function reasonText(tree, reason) {
  const name = (node) => (node < 0 ? "" : below(dewey(tree, node), dewey(tree, reason.position)));
  const width = tree.nodes[reason.node].children, left = reason.firstChild === 0 ? 0 : Math.min(width - reason.firstChild + 1, 3);
  const before = reason.node === reason.position ? "" : name(reason.node) + ".";
  const { window, question } = $reasons;
  const made = reason.owner === window ? "window" : reason.owner === question ? "question" : reason.levels > 1 ? "far" : "node";
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (all, name) => values[name]);
  const rest = fill($reasons.rest[left], { first: before + reason.firstChild, last: before + width, node: name(reason.node) });
  const values = { node: name(reason.node), owner: name(reason.owner), child: name(reason.child), rest, levels: reason.levels };
  return fill($reasons.sentences[reason.kind][made], { ...values, value: score(reason.value), bound: score(reason.bound) });
}

// A score as text.
function score(x) {
  if (Math.abs(x) === Infinity) return x > 0 ? "\u221e" : "-\u221e";
  if (Number.isSafeInteger(x)) return String(x);
  const [digits, exponent] = x.toExponential(5).split("e").map(Number);
  if (exponent >= -4 && exponent < 6) return String(Number(x.toPrecision(6)));
  return `${digits}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

// The name of a node relative to a node above it.
const below = (name, root) => (root === "0" ? name : name === root ? "0" : name.slice(root.length + 1));

let searched = null;  // the task that is being recorded
