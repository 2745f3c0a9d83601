// Draws the tree of a panel with a pen. Where nodes are too close, a level is painted as a row of columns.

const DENSE = 5; // pixels from node to node

// How each state looks: fill, stroke and dash by the names of theme colours; `tall` is its height as a column.
const STATE_STYLES = {
  [UNSEEN]: { fill: "empty", stroke: "faint", tall: 3 },
  [SKIPPED]: { fill: "surface", stroke: "faint", dash: [2, 2], tall: 2 },
  [EXPANDED]: { fill: "expanded", stroke: "muted", tall: 5 },
  [DONE]: { fill: "done", stroke: "ink", tall: 8 },
  [EVALUATED]: { fill: "leaf", stroke: "leaf", tall: 12 },
  [INACTIVE]: { fill: "surface", stroke: "live", dash: [3, 2], width: 2, tall: 9 },
  [SOLVED]: { fill: "solved", stroke: "ink", tall: 12 },
  [LIVE]: { fill: "live", stroke: "ink", tall: 16 },
  [PATH]: { fill: "path", stroke: "ink", tall: 16 },
};

// Where things are on the screen.
class Geometry {
  constructor(layout, view, width, height) {
    Object.assign(this, { layout, view, width, height });
    this.top = 26;
    this.step = levelHeight(layout, height);
  }

  // The size of the nodes of a level: smaller where they are close.
  radius(level) {
    const room = Math.min(4, this.layout.gaps[level]) * this.view.scale * 0.4;
    return Math.max(2.2, Math.min(room, this.step * 0.17, this.view.large ? 13 : 10));
  }

  x(node) {
    return (this.layout.x[node] - this.view.x) * this.view.scale;
  }

  y(level) {
    return this.top + level * this.step - this.view.y;
  }

  // The visible part of a row, with `more` nodes at each end.
  range(level, more = 1) {
    const row = this.layout.rows[level], { view } = this;
    const from = Math.max(0, placeOf(this.layout, row, view.x) - more);
    const to = Math.min(row.length, placeOf(this.layout, row, view.x + this.width / view.scale) + more);
    return { row, from, to };
  }

  isDense(level) {
    const { row, from, to } = this.range(level, 0);
    if (to - from < 2) return false;
    return ((this.layout.x[row[to - 1]] - this.layout.x[row[from]]) * this.view.scale) / (to - from - 1) < DENSE;
  }
}

const levelHeight = (layout, height) => Math.max(30, Math.min(260, (height - 72) / Math.max(1, layout.height)));

function drawTree(pen, scene) {
  const { geometry, theme } = scene;
  pen.rect(0, 0, geometry.width, geometry.height, theme.surface);
  const dense = geometry.layout.rows.map((_, level) => geometry.isDense(level));
  geometry.dense = dense;
  const inSight = (level) => geometry.y(level) > -80 && geometry.y(level - 1) < geometry.height + 20;
  for (let level = 1; level < dense.length; level++) {
    if (!inSight(level)) continue;
    if (dense[level]) drawBands(pen, scene, level);
    else drawEdges(pen, scene, level);
  }
  for (let level = 0; level < dense.length; level++) {
    if (!inSight(level)) continue;
    if (geometry.width > 500 && scene.shape.players[level]) pen.text(level % 2 ? "MIN" : "MAX", 6, geometry.y(level), { fill: theme.dim, size: 11, align: "left", halo: theme.surface });
    if (dense[level]) drawColumns(pen, scene, level);
    else drawNodes(pen, scene, level);
    labelWorkers(pen, scene, level);
  }
}

// Edges

function drawEdges(pen, scene, level) {
  const { geometry, shape, replay, theme, cut, line } = scene;
  let { row, from, to } = geometry.range(level, 1);
  const parents = geometry.range(level - 1, 0);
  if (parents.to > parents.from && !geometry.dense[level - 1]) { // children that are not visible may have visible edges
    from = Math.max(0, Math.min(from, placeOfChild(geometry, shape, parents, row, true)), from - 2000);
    to = Math.min(row.length, Math.max(to, placeOfChild(geometry, shape, parents, row, false)), to + 2000);
  }
  const y1 = geometry.y(level - 1), y2 = geometry.y(level), later = [];
  for (let i = from; i < to; i++) {
    const v = row[i], parent = shape.parent[v];
    const x1 = geometry.x(parent), x2 = geometry.x(v);
    if (line.has(v) || replay.entered[v] > 0 || onPath(scene, v)) {
      later.push([v, x1, x2]);
      continue;
    }
    const own = cut[v] && !cut[parent];
    if (cut[v]) pen.line(x1, y1, x2, y2, { stroke: theme.cut, dash: [4, 4], width: own ? 1.4 : 0.8, alpha: own ? 1 : 0.6 });
    else if (isSeen(replay, v)) pen.line(x1, y1, x2, y2, { stroke: theme.muted, width: 1.2 });
    else pen.line(x1, y1, x2, y2, { stroke: theme.faint, width: 0.8 });
    if (own && geometry.view.scale > 7) cutMark(pen, x1, y1, x2, y2, theme, Math.min(5, geometry.layout.gaps[level] * geometry.view.scale * 0.27));
  }
  for (const [v, x1, x2] of later) {
    if (line.has(v)) {
      pen.line(x1, y1, x2, y2, { stroke: theme.line, width: 6, alpha: 0.55 });
      pen.line(x1, y1, x2, y2, { stroke: theme.ink, width: 1.2 });
    } else pen.line(x1, y1, x2, y2, { stroke: theme.path, width: 3 });
  }
}

// Two short strokes across a branch, as in textbooks.
function cutMark(pen, x1, y1, x2, y2, theme, long = 5) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1, dx = (x2 - x1) / length, dy = (y2 - y1) / length;
  for (const at of [0.7, 0.7 + 4 / length]) {
    const x = x1 + (x2 - x1) * at, y = y1 + (y2 - y1) * at;
    const [ax, ay] = [long * (dy * 0.9 + dx * 0.4), long * (-dx * 0.9 + dy * 0.4)];
    pen.line(x - ax, y - ay, x + ax, y + ay, { stroke: theme.cutMark, width: 1.6 });
  }
}

function placeOfChild(geometry, shape, { row: above, from, to }, row, begin) {
  for (let i = begin ? from : to - 1; begin ? i < to : i >= from; begin ? i++ : i--) {
    const v = above[i];
    if (shape.children[v] === 0 || geometry.layout.hidden[shape.first[v]]) continue;
    const child = begin ? shape.first[v] : shape.first[v] + shape.children[v] - 1;
    return placeOf(geometry.layout, row, geometry.layout.x[child]) + (begin ? 0 : 1);
  }
  return begin ? row.length : 0;
}

// Whether a node is that of this step, or above it.
const onPath = (scene, v) => scene.path.has(v);

// Between two levels where the lower one is dense: a band from each parent, or from each column of parents.
function drawBands(pen, scene, level) {
  const { geometry, shape, replay, theme } = scene;
  const { row, from, to } = geometry.range(level - 1, 1);
  const y1 = geometry.y(level - 1) + (geometry.dense[level - 1] ? 6 : 0), y2 = geometry.y(level) - 6;
  let column = null;
  const paint = () => {
    if (!column) return;
    const [x, left, right, state] = column;
    const known = state > SKIPPED;
    pen.poly([[x, y1], [x + 1, y1], [right + 1, y2], [left, y2]], { fill: known ? theme.done : theme.faint, alpha: known ? 0.3 : 0.16 });
  };
  for (let i = from; i < to; i++) {
    const v = row[i];
    if (shape.children[v] === 0 || geometry.layout.hidden[shape.first[v]]) continue;
    const x = Math.round(geometry.x(v));
    const left = geometry.x(shape.first[v]), right = geometry.x(shape.first[v] + shape.children[v] - 1);
    const state = scene.cut[v] ? SKIPPED : isSeen(replay, v) ? DONE : UNSEEN;
    if (column && column[0] === x) {
      column[1] = Math.min(column[1], left);
      column[2] = Math.max(column[2], right);
      column[3] = Math.max(column[3], state);
    } else {
      paint();
      column = [x, left, right, state];
    }
  }
  paint();
  for (const v of scene.path) {
    if (shape.depth[v] === level) pen.line(geometry.x(shape.parent[v]), y1, geometry.x(v), y2, { stroke: theme.path, width: 2.5 });
  }
}

// Nodes

function drawColumns(pen, scene, level) {
  const { geometry, replay, theme, cut } = scene;
  const { row, from, to } = geometry.range(level, 0);
  const columns = new Int8Array(Math.ceil(geometry.width) + 2).fill(-1);
  for (let i = from; i < to; i++) {
    const v = row[i], x = Math.max(0, Math.min(columns.length - 1, Math.round(geometry.x(v))));
    const state = cut[v] && !isSeen(replay, v) ? SKIPPED : stateOf(replay, v);
    if (state > columns[x]) columns[x] = state;
  }
  const y = geometry.y(level), end = from < to ? geometry.x(row[to - 1]) : 0;
  // The columns continue between two nodes, so that a level is one band.
  for (let x = 1; x < columns.length; x++) {
    if (columns[x] < 0 && columns[x - 1] >= 0 && x < end) columns[x] = columns[x - 1] <= SKIPPED ? columns[x - 1] : -1;
  }
  for (let x = 0; x < columns.length; ) {
    let stop = x + 1;
    while (stop < columns.length && columns[stop] === columns[x]) stop++;
    if (columns[x] >= 0) {
      const look = STATE_STYLES[columns[x]];
      pen.rect(x - 0.5, y - look.tall / 2, stop - x + 0.5, look.tall, theme[columns[x] <= SKIPPED ? "faint" : look.fill === "surface" ? look.stroke : look.fill]);
    }
    x = stop;
  }
  for (const v of new Set([...scene.path, ...scene.working.keys()])) {
    if (scene.shape.depth[v] !== level) continue;
    const x = geometry.x(v);
    pen.poly([[x - 5, y - 16], [x + 5, y - 16], [x, y - 8]], { fill: theme.current });
  }
}

function drawNodes(pen, scene, level) {
  const { geometry, shape, replay, theme, cut } = scene;
  const { row, from, to } = geometry.range(level, 1), y = geometry.y(level), radius = geometry.radius(level);
  const round = level % 2 === 1;
  const ring = Math.min(radius + 4, Math.max(radius + 1, geometry.layout.gaps[level] * geometry.view.scale / 2 - 1)); // neighbours stay visible
  for (let i = from; i < to; i++) {
    const v = row[i], x = geometry.x(v);
    const seen = isSeen(replay, v);
    const state = cut[v] && stateOf(replay, v) <= EXPANDED ? SKIPPED : stateOf(replay, v);
    const look = STATE_STYLES[state];
    const style = { fill: theme[look.fill], stroke: theme[look.stroke], width: look.width || 1.2, dash: look.dash };
    if (state === SKIPPED) style.alpha = seen ? 1 : 0.8;
    if (scene.working.has(v)) (round ? pen.circle : pen.square).call(pen, x, y, ring, { stroke: theme.current, width: ring < radius + 4 ? 2 : 3 });
    else if (v === scene.current) (round ? pen.circle : pen.square).call(pen, x, y, radius + 4, { stroke: theme.current, width: 3 });
    if (v === scene.selected) (round ? pen.circle : pen.square).call(pen, x, y, radius + 8, { stroke: theme.ink, width: 1.5, dash: [2, 3] });
    (round ? pen.circle : pen.square).call(pen, x, y, radius, style);
    if (scene.folded.has(v)) foldMark(pen, x, y + radius, theme, shape.size[v] - 1);
    if (state === SOLVED && radius >= 4) tick(pen, x, y, radius, theme);
    if (state === LIVE && radius >= 3.5) (round ? pen.circle : pen.square).call(pen, x, y, radius * 0.38, { fill: theme.surface });
  }
  labelNodes(pen, scene, level, { row, from, to }, y, radius);
}

function tick(pen, x, y, radius, theme) {
  const a = radius * 0.45;
  pen.line(x - a, y, x - a * 0.2, y + a * 0.8, { stroke: theme.surface, width: 2 });
  pen.line(x - a * 0.2, y + a * 0.8, x + a, y - a * 0.8, { stroke: theme.surface, width: 2 });
}

function foldMark(pen, x, y, theme, count) {
  pen.poly([[x, y + 1], [x - 9, y + 15], [x + 9, y + 15]], { fill: theme.expanded, stroke: theme.muted });
  pen.text(`+${count}`, x, y + 24, { fill: theme.muted, size: 11, halo: theme.surface });
}
