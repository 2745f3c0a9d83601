// The texts beside nodes: values of leaves below them, windows, values and merits to the right, names to the left.
// A text that would run into its neighbour is left out.

function labelNodes(pen, scene, level, { row, from, to }, y, radius) {
  const { geometry, shape } = scene, size = geometry.view.large ? 15 : 12;
  const ends = { right: -Infinity, lanes: [-Infinity, -Infinity] };
  for (let i = from; i < to; i++) {
    const v = row[i], x = geometry.x(v);
    if (x < -60 || x > geometry.width + 60) continue;
    const important = v === scene.current || v === scene.selected || scene.way.has(v);
    const place = { v, x, y, radius, size, important, next: i + 1 < row.length ? geometry.x(row[i + 1]) : Infinity };
    place.before = i > 0 ? geometry.x(row[i - 1]) + radius + 3 : -Infinity;
    if (scene.moves && v) labelMove(pen, scene, place, level);
    if (isLeaf(shape, v)) labelLeaf(pen, scene, place, ends);
    else labelInner(pen, scene, place, ends, level);
  }
}

// In the tree of a game the move stands at the branch.
function labelMove(pen, scene, { v, x, size }, level) {
  const { geometry, shape, theme, cut } = scene, move = scene.labels[nameOf(shape, v)];
  if (!move || geometry.layout.gaps[level] * geometry.view.scale < pen.width(move, size) + 6) return;
  const part = 0.68, from = geometry.x(shape.parent[v]), y = geometry.y(level - 1) + part * geometry.step;
  pen.text(move, from + part * (x - from), y, { fill: cut[v] ? theme.dim : theme.muted, size, halo: theme.surface });
}

// The value stands below a leaf; where leaves are close, every second one a line lower.
function labelLeaf(pen, scene, { v, x, y, radius, size, important, next }, ends) {
  const { shape, replay, theme } = scene;
  const value = shown(shape.score[v]), known = replay.last[v] >= 0, bold = important && known;
  const half = pen.width(value, size, bold) / 2;
  const lane = ends.lanes.findIndex((end) => x - half > end + 2);
  if (lane < 0 && !important) return;
  const at = Math.max(lane, 0);
  pen.text(value, x, y + radius + 4 + at * (size + 1), { fill: known ? theme.ink : theme.dim, size, base: "top", bold, halo: important ? theme.surface : null });
  ends.lanes[at] = x + half;
  const numbers = numbersOf(replay, v), wide = pen.width(numbers, size - 1) / 2;
  if (!numbers || at > 0 || x + wide > next - wide || x - wide < ends.lanes[1] + 4) return;
  pen.text(numbers, x, y + radius + 5 + size, { fill: theme.muted, size: size - 1, base: "top" });
  ends.lanes[1] = x + wide;
}

function labelInner(pen, scene, { v, x, y, radius, size, important, next, before }, ends, level) {
  const { geometry, shape, replay, theme, cut } = scene;
  const left = Math.max(before, ends.right), numbers = numbersOf(replay, v);
  if (numbers) {
    const width = pen.width(numbers, size, important), begin = x + radius + (v === scene.current ? 10 : 5);
    const room = begin + width < next - radius - 3;
    if (room || important) {
      const at = begin + width > geometry.width - 2 ? x - radius - 5 - width : begin;
      pen.text(numbers, at, y - (room ? 0 : radius + 7), { fill: theme.ink, size, align: "left", bold: important, halo: theme.surface });
      ends.right = room ? at + width : ends.right;
    }
  }
  const name = v ? nameOf(shape, v) : "", given = !scene.moves && scene.labels[name];
  const label = given || (geometry.layout.gaps[level] * geometry.view.scale > 30 || important ? name : "");
  const small = size - 1.5, width = pen.width(label, small), end = x - radius - (v === scene.current ? 9 : 4);
  if (!label || end - width < left + 3 || end - width < 34) return;
  pen.text(label, end, y, { fill: cut[v] ? theme.dim : theme.muted, size: small, align: "right", halo: theme.surface });
}
