// The places of nodes: the layout of Buchheim, Juenger and Leipert (2002), level by level from below, without recursion.
// Siblings are 1 apart, other neighbours a little more. Below a folded node nothing is drawn.

const COUSINS = 1.5;

function layoutOf(shape, folded) {
  const { count, first, children, parent, levels } = shape;
  const hidden = new Uint8Array(count);
  if (folded.size) {
    for (let v = 1; v < count; v++) hidden[v] = hidden[parent[v]] || folded.has(parent[v]) ? 1 : 0;
  }
  const inner = (v) => children[v] > 0 && !folded.has(v);
  const prelim = new Float64Array(count), mod = new Float64Array(count);
  const change = new Float64Array(count), shift = new Float64Array(count);
  const thread = new Int32Array(count).fill(-1), ancestor = new Int32Array(count);
  const defaultAncestor = Int32Array.from(first); // the default ancestor among the children of a node
  for (let v = 0; v < count; v++) ancestor[v] = v;
  const leftmost = (v) => (inner(v) ? first[v] : thread[v]);
  const rightmost = (v) => (inner(v) ? first[v] + children[v] - 1 : thread[v]);

  const apportion = (v, left, above) => {
    let inRight = v, outRight = v, inLeft = left, outLeft = first[above];
    let a = mod[inRight], b = mod[outRight], c = mod[inLeft], d = mod[outLeft];
    let right = rightmost(inLeft), next = leftmost(inRight);
    while (right >= 0 && next >= 0) {
      inLeft = right;
      inRight = next;
      outLeft = leftmost(outLeft);
      outRight = rightmost(outRight);
      ancestor[outRight] = v;
      const moved = prelim[inLeft] + c - (prelim[inRight] + a) + COUSINS;
      if (moved > 0) {
        const from = parent[ancestor[inLeft]] === above ? ancestor[inLeft] : defaultAncestor[above];
        const part = moved / (v - from);
        change[v] -= part;
        shift[v] += moved;
        change[from] += part;
        prelim[v] += moved;
        mod[v] += moved;
        a += moved;
        b += moved;
      }
      c += mod[inLeft];
      a += mod[inRight];
      d += mod[outLeft];
      b += mod[outRight];
      right = rightmost(inLeft);
      next = leftmost(inRight);
    }
    if (right >= 0 && rightmost(outRight) < 0) {
      thread[outRight] = right;
      mod[outRight] += c - b;
    }
    if (next >= 0 && leftmost(outLeft) < 0) {
      thread[outLeft] = next;
      mod[outLeft] += a - d;
      defaultAncestor[above] = v;
    }
  };

  for (let level = levels.length - 2; level >= 0; level--) {
    for (let v = levels[level]; v < levels[level + 1]; v++) {
      if (hidden[v]) continue;
      const above = parent[v], left = v > 0 && v > first[above] ? v - 1 : -1;
      let middle = 0;
      if (inner(v)) {
        let moved = 0, changed = 0;
        for (let s = first[v] + children[v] - 1; s >= first[v]; s--) {
          prelim[s] += moved;
          mod[s] += moved;
          changed += change[s];
          moved += shift[s] + changed;
        }
        middle = (prelim[first[v]] + prelim[first[v] + children[v] - 1]) / 2;
      }
      prelim[v] = left >= 0 ? prelim[left] + 1 : middle;
      if (left >= 0) {
        mod[v] = prelim[v] - middle;
        apportion(v, left, above);
      }
    }
  }

  const x = new Float64Array(count), sum = new Float64Array(count);
  const rows = [], gaps = [];
  let least = Infinity, most = -Infinity, deepest = 0;
  for (let level = 0; level < levels.length - 1; level++) {
    const row = [];
    let gap = Infinity, before = -Infinity;
    for (let v = levels[level]; v < levels[level + 1]; v++) {
      if (hidden[v]) continue;
      const above = v > 0 ? sum[parent[v]] : 0;
      x[v] = prelim[v] + above;
      sum[v] = above + mod[v];
      if (x[v] < least) least = x[v];
      if (x[v] > most) most = x[v];
      if (x[v] - before < gap) gap = x[v] - before;
      before = x[v];
      deepest = level;
      row.push(v);
    }
    rows.push(Int32Array.from(row));
    gaps.push(gap); // the smallest distance of neighbours
  }
  for (let v = 0; v < count; v++) x[v] -= least;
  return { x, rows, gaps, hidden, width: most - least, height: deepest };
}

// The first place in a row at which x is not smaller.
function placeOf(layout, row, x) {
  let low = 0, high = row.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (layout.x[row[middle]] < x) low = middle + 1;
    else high = middle;
  }
  return low;
}
