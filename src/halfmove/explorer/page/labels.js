// The texts beside nodes: values of leaves below them, windows, values and merits to the right, names to the left.
// A text that would run into its neighbour has fewer digits, or is left out.

function labelNodes(pen, scene, level, { row, from, to }, y, radius) {
  const { geometry, shape } = scene, size = geometry.view.large ? 15 : 12;
  const ends = { right: -Infinity, above: -Infinity }, leaves = [];
  for (let i = from; i < to; i++) {
    const v = row[i], x = geometry.x(v);
    if (x < -60 || x > geometry.width + 60) continue;
    const important = v === scene.current || v === scene.selected || scene.path.has(v);
    const place = { v, x, y, radius, size, important, next: i + 1 < row.length ? geometry.x(row[i + 1]) : Infinity };
    place.before = i > 0 ? geometry.x(row[i - 1]) + radius + 3 : -Infinity;
    if (scene.moves && v) labelMove(pen, scene, place, level);
    if (isLeaf(shape, v)) leaves.push(place);
    else labelInner(pen, scene, place, ends, level);
  }
  if (leaves.length) labelLeaves(pen, scene, leaves, level);
}

// Who is at which leaf: above it, or above all leaves that are too close for texts of their own.
function labelWorkers(pen, scene, level) {
  const { geometry, shape, theme, working } = scene, size = 11, groups = [];
  const leaves = [...working.keys()].filter((v) => shape.depth[v] === level && !geometry.layout.hidden[v]);
  for (const v of leaves.sort((a, b) => geometry.x(a) - geometry.x(b))) {
    let group = workerGroup(pen, [v], geometry, working, size);
    while (groups.length && groups[groups.length - 1].right + 4 > group.left) group = workerGroup(pen, [...groups.pop().leaves, ...group.leaves], geometry, working, size);
    groups.push(group);
  }
  const y = geometry.y(level) - (geometry.dense[level] ? 24 : geometry.radius(level) + 12);
  for (const { text, left, right } of groups) pen.text(text, (left + right) / 2, y, { fill: theme.current, size, bold: true, halo: theme.surface });
}

const NAMED_WORKERS = 3; // in a group with more, only their number is written

function workerGroup(pen, leaves, geometry, working, size) {
  const numbers = leaves.flatMap((v) => working.get(v)), xs = leaves.map((v) => geometry.x(v));
  const text = numbers.length > NAMED_WORKERS ? `${numbers.length} at work` : `P${numbers.join(",")}`;
  const half = pen.width(text, size, true) / 2, centre = (Math.min(...xs) + Math.max(...xs)) / 2;
  const middle = Math.max(half + 2, Math.min(geometry.width - half - 2, centre)); // a text at the edge is whole
  const isIn = centre > -half && centre < geometry.width + half;
  return { leaves, text, left: (isIn ? middle : centre) - half, right: (isIn ? middle : centre) + half };
}

// In the tree of a game each branch has its move beside it.
function labelMove(pen, scene, { v, x, size }, level) {
  const { geometry, shape, theme, cut } = scene, move = scene.labels[nameOf(shape, v)];
  if (!move || geometry.layout.gaps[level] * geometry.view.scale < pen.width(move, size) + 6) return;
  const part = 0.68, from = geometry.x(shape.parent[v]), y = geometry.y(level - 1) + part * geometry.step;
  pen.text(move, from + part * (x - from), y, { fill: cut[v] ? theme.dim : theme.muted, size, halo: theme.surface });
}

// Lanes for texts, one below the other.
class Lanes {
  constructor(count) {
    this.taken = Array.from({ length: count }, () => []);
  }

  isFree(lane, left, right) {
    return this.taken[lane].every(([from, to]) => right + 2 < from || to + 2 < left);
  }

  // Use the wanted lane if it has room, else the first one with room; -1 if there is none.
  take(left, right, wanted = 0) {
    const free = (lane) => this.isFree(lane, left, right);
    const lane = free(wanted) ? wanted : this.taken.findIndex((_, at) => free(at));
    if (lane >= 0) this.taken[lane].push([left, right]);
    return lane;
  }
}

// Values are below leaves; where leaves are close, neighbours use the lanes in turn. The leaf of this step is placed
// first, so that its place is free. It keeps its usual lane: otherwise its neighbours would have to move.
function labelLeaves(pen, scene, places, level) {
  const { geometry, shape, replay } = scene, [{ y, radius, size }] = places;
  const room = level === geometry.layout.height ? geometry.height - geometry.view.y - y : geometry.step - radius;
  const count = Math.max(2, Math.min(3, Math.floor((room - radius - 2) / (size + 1))));
  const write = leafWriter(pen, scene, places), usual = new Lanes(count), lanes = new Lanes(count);
  for (const place of places) {
    place.value = write(shape.score[place.v]);
    place.known = replay.last[place.v] >= 0;
    place.half = pen.width(place.value, size) / 2; // bold, it reaches into the space between texts
    place.usual = Math.max(0, usual.take(place.x - place.half, place.x + place.half));
  }
  const rank = ({ v, important }) => (v === scene.current ? 0 : v === scene.selected ? 1 : important ? 2 : 3);
  for (const place of [...places].sort((a, b) => rank(a) - rank(b))) labelLeaf(pen, scene, place, lanes);
  for (const place of places) labelList(pen, scene, place, lanes, write);
}

// A function that writes the values of these leaves, with as many digits as fit in two lanes.
function leafWriter(pen, { shape }, places) {
  if (!shape.real) return shown;
  const last = places.length - 1, gap = last ? (places[last].x - places[0].x) / last : Infinity;
  const widest = (write) => {
    const texts = places.map(({ v }) => write(shape.score[v]));
    return pen.width(texts.reduce((a, b) => (b.length > a.length ? b : a)), places[0].size);
  };
  return [shown, briefly(shape, 3)].find((write) => widest(write) + 4 < 2 * gap) || briefly(shape, 2);
}

function labelLeaf(pen, { theme }, place, lanes) {
  const { value, known, half, x, y, radius, size, important } = place;
  place.lane = lanes.take(x - half, x + half, place.usual);
  if (place.lane < 0) return;
  const look = { fill: known ? theme.ink : theme.dim, size, base: "top", bold: important && known };
  pen.text(value, x, y + radius + 4 + place.lane * (size + 1), { ...look, halo: important ? theme.surface : null });
}

// Below the value, the entry of a leaf on OPEN.
function labelList(pen, { replay, theme }, { v, x, y, radius, size, next, lane }, lanes, write) {
  const numbers = numbersOf(replay, v, write), half = pen.width(numbers, size - 1) / 2;
  if (!numbers || lane !== 0 || x + half > next - half || !lanes.isFree(1, x - half - 2, x + half + 2)) return;
  pen.text(numbers, x, y + radius + 5 + size, { fill: theme.muted, size: size - 1, base: "top" });
  lanes.taken[1].push([x - half, x + half]);
}

function labelInner(pen, scene, { v, x, y, radius, size, important, next, before }, ends, level) {
  const { geometry, shape, replay, theme, cut } = scene;
  const left = Math.max(before, ends.right), begin = x + radius + (v === scene.current ? 10 : 5);
  const fits = (text) => begin + pen.width(text, size, important) < next - radius - 3;
  let numbers = numbersOf(replay, v);
  if (numbers && !fits(numbers)) numbers = numbersOf(replay, v, briefly(shape, 3));
  if (numbers) {
    const width = pen.width(numbers, size, important), room = fits(numbers);
    if (room || important) {
      const at = begin + width > geometry.width - 2 ? x - radius - 5 - width : begin;
      pen.text(numbers, at, y - (room ? 0 : radius + 7), { fill: theme.ink, size, align: "left", bold: important, halo: theme.surface });
      ends[room ? "right" : "above"] = at + width;
    }
  }
  const name = v ? nameOf(shape, v) : "", given = !scene.moves && scene.labels[name];
  const label = given || (geometry.layout.gaps[level] * geometry.view.scale > 30 || important ? name : "");
  const small = size - 1.5, width = pen.width(label, small), end = x - radius - (v === scene.current ? 9 : 4);
  if (!label) return;
  const look = { fill: cut[v] ? theme.dim : theme.muted, size: small, align: "right", halo: theme.surface };
  const edge = geometry.width > 500 ? 34 : 2; // MAX and MIN are written at the left of a wide picture
  if (end - width >= left + 3 && end - width >= edge) return pen.text(label, end, y, look);
  // No room beside it: above, on the side that its branch does not come from, else in the middle.
  const side = geometry.x(shape.parent[v]) < x - 1 ? x + 3 : x - 3 - width;
  const above = (from) => from >= Math.max(ends.above + 3, edge) && from > before - radius && from + width < Math.min(next, geometry.width) - 3;
  const from = [side, x - width / 2].find(above);
  if (from === undefined) return;
  pen.text(label, from, y - radius - (v === scene.current ? 12 : 8), { ...look, align: "left" });
  ends.above = from + width;
}
