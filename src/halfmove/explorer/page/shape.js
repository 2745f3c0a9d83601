// A tree as the page needs it: columns of numbers, levels, and the order from left to right.
// Nodes are numbered level by level: the nodes of a level are a range, and the children of a node are neighbours.

function shapeOf(tree) {
  const count = tree.nodes.length;
  const shape = {
    tree,
    count,
    first: new Int32Array(count),
    children: new Int32Array(count),
    parent: Int32Array.from(tree.parents),
    depth: Int32Array.from(tree.depths),
    score: new Float64Array(count), // of leaves, for MAX
    before: new Int32Array(count), // how many nodes come before it in a walk from the left, parents first
    levels: [], // the first node of each level, and the number of nodes at the end
    players: [], // of each level: whether some player moves there, and not all of its nodes are leaves
    leaves: 0,
    largest: 0, // the largest score of a leaf, without its sign
    real: false, // whether some score is not a whole number
    height: tree.depth,
  };
  for (let v = 0; v < count; v++) {
    const node = tree.nodes[v];
    shape.first[v] = node.first;
    shape.children[v] = node.children;
    if (node.children === 0) {
      shape.score[v] = shape.depth[v] % 2 ? 0 - node.score : node.score;
      shape.leaves += 1;
      shape.largest = Math.max(shape.largest, Math.abs(node.score));
      shape.real ||= !Number.isInteger(node.score);
    }
    if (shape.depth[v] === shape.levels.length) shape.levels.push(v);
    shape.players[shape.depth[v]] ||= node.children > 0;
  }
  shape.levels.push(count);
  const size = new Int32Array(count).fill(1);
  for (let v = count - 1; v > 0; v--) size[shape.parent[v]] += size[v];
  for (let v = 0; v < count; v++) {
    let next = shape.before[v] + 1;
    for (let s = shape.first[v], end = s + shape.children[v]; s < end; s++) {
      shape.before[s] = next;
      next += size[s];
    }
  }
  shape.size = size;
  return shape;
}

const isMin = (shape, node) => shape.depth[node] % 2 === 1;
const isLeaf = (shape, node) => shape.children[node] === 0;
// The Dewey name of a node; of a very long name only the two ends.
function nameOf(shape, node) {
  const name = halfmove.dewey(shape.tree, node);
  return name.length <= 60 ? name : `${name.slice(0, 11)}…${name.slice(-21)}`;
}
// Which child of its parent a node is, from 1.
const childNumber = (shape, node) => (node ? node - shape.first[shape.parent[node]] + 1 : 0);

// The node with a Dewey name, or -1.
function nodeNamed(shape, name) {
  let node = 0;
  if (name === "0") return 0;
  for (const part of name.split(".")) {
    const number = Number(part);
    if (!Number.isInteger(number) || number < 1 || number > shape.children[node]) return -1;
    node = shape.first[node] + number - 1;
  }
  return node;
}

// Where the paths to two nodes part: the children of their lowest common ancestor above each of them. Null where one of
// the nodes is above the other.
function parting(shape, one, other) {
  const above = new Map();
  for (let v = one; v > 0; v = shape.parent[v]) above.set(shape.parent[v], v);
  for (let v = other; v > 0; v = shape.parent[v]) {
    const mine = above.get(shape.parent[v]);
    if (mine !== undefined) return mine === v ? null : [mine, v];
  }
  return null;
}

// The true value of every node, for MAX.
function valuesOf(shape) {
  const value = Float64Array.from(shape.score);
  for (let v = shape.count - 1; v >= 0; v--) {
    if (shape.children[v] === 0) continue;
    const first = shape.first[v];
    let best = value[first];
    for (let s = first + 1; s < first + shape.children[v]; s++) {
      best = isMin(shape, v) ? Math.min(best, value[s]) : Math.max(best, value[s]);
    }
    value[v] = best;
  }
  return value;
}

// The fewest leaves that prove the value of the root. One proof shows that MAX gets that much, another that MIN allows
// no more. A proof needs one child where its player moves, and all children where the other moves. Any two such proofs
// share exactly one leaf. On uniform trees of width w and depth d it is w^ceil(d/2) + w^floor(d/2) - 1.
function leastLeaves(shape) {
  const value = valuesOf(shape)[0];
  const proof = (player) => {
    const need = new Float64Array(shape.count);
    for (let v = shape.count - 1; v >= 0; v--) {
      if (shape.children[v] === 0) {
        const holds = player === 0 ? shape.score[v] >= value : shape.score[v] <= value;
        need[v] = holds ? 1 : Infinity;
        continue;
      }
      const chooses = shape.depth[v] % 2 === player;
      let total = chooses ? Infinity : 0;
      for (let s = shape.first[v], end = s + shape.children[v]; s < end; s++) {
        total = chooses ? Math.min(total, need[s]) : total + need[s];
      }
      need[v] = total;
    }
    return need[0];
  };
  return proof(0) + proof(1) - 1;
}

// The tree as nested arrays.
function nestedOf(shape) {
  const made = new Array(shape.count);
  for (let v = shape.count - 1; v >= 0; v--) {
    made[v] = shape.children[v] === 0 ? shape.score[v] : made.slice(shape.first[v], shape.first[v] + shape.children[v]);
    if (shape.children[v] > 0) for (let s = shape.first[v]; s < shape.first[v] + shape.children[v]; s++) made[s] = null;
  }
  return made[0];
}
