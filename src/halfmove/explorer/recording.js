// Where the events of a recorded search go: five columns. `log.py` says what events mean.

const newEvents = () => ({ kind: [], node: [], aux: [], x: [], y: [] });

function $note(run, kind, node, aux, x, y) {
  const events = run.events;
  events.kind.push(kind);
  events.node.push(node);
  events.aux.push(aux);
  events.x.push(x);
  events.y.push(y);
  run.noted += 1;
  run.last_kind = kind;
  run.last_node = node;
}

function $note_again(run, at, kind, node, aux, x, y) {
  const events = run.events;
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
const $son_number = (p, number) => searched.tree.nodes[p].first + number - 1;
const $is_min = (node) => (searched.tree.depths[node] - searched.tree.depths[searched.position]) & 1;

let searched = null;  // the task that is being recorded
