// Where the cells of a board are: {wide, high, most, boxes: Map of a key to {x, y, w, h, pit}, names, notes}. In units of the
// picture; `most` is how many pixels a unit may become.

const HEXAGON = Math.sqrt(0.75); // from a row of hexagons to the next one, if they are as wide as squares
const SIGN = { w: 15, h: 30 }; // of a text that is no grid

function layoutOf(board, { extra = [], live = new Set() } = {}) {
  if (board.kind === "grid") return gridLayout(board.grid);
  return board.kind === "words" ? wordLayout(board, live) : signLayout(board, extra);
}

function gridLayout(grid) {
  const { cells, above, below, left, right } = grid, edge = 5, name = 22, x0 = edge + (left.length ? name : 0), y0 = edge + (above.length ? name : 0);
  const [aside, down] = grid.slant ? [SIZE / 2, SIZE * HEXAGON] : [0, SIZE], end = aside * (cells.length - 1); // from row to row
  const x1 = x0 + SIZE * cells[0].length + end, y1 = y0 + down * (cells.length - 1) + SIZE, boxes = new Map(), names = [];
  const across = (i) => x0 + SIZE * (i + 0.5), upright = (i) => y0 + down * i + SIZE / 2;
  cells.forEach((line, row) => line.forEach((sign, column) => sign && boxes.set(keyOf(row, column), { x: x0 + SIZE * column + aside * row, y: y0 + down * row, w: SIZE, h: SIZE })));
  above.forEach((text, i) => names.push({ text, x: across(i), y: y0 - 12 }));
  below.forEach((text, i) => names.push({ text, x: across(i) + end, y: y1 + 13 }));
  left.forEach((text, i) => names.push({ text, x: x0 + aside * i - 13, y: upright(i) }));
  right.forEach((text, i) => names.push({ text, x: x1 - end + aside * i + 13, y: upright(i) }));
  const wide = x1 + edge + (right.length ? name : 0), high = y1 + edge + (below.length ? name : 0);
  return { wide, high, most: 1.9, boxes, names, notes: grid.notes, frame: { x: x0, y: y0, w: x1 - x0, h: y1 - y0 } };
}

// Every sign that can be seen or clicked is a cell.
function signLayout(board, extra) {
  const keys = new Set([...board.cells.keys()].filter((key) => !BLANK.test(board.cells.get(key)))), boxes = new Map();
  for (const key of extra) keys.add(key);
  const places = [...keys].map((key) => [key, ...key.split(",").map(Number)]).sort((one, other) => one[1] - other[1] || one[2] - other[2]);
  const rows = places.map(([, row]) => row), columns = places.map(([, , column]) => column), least = (list) => list.reduce((a, b) => Math.min(a, b), 9999);
  const top = least(rows), start = least(columns), most = (list) => list.reduce((a, b) => Math.max(a, b), 0);
  for (const [key, row, column] of places) boxes.set(key, { x: 14 + SIGN.w * (column - start), y: 10 + SIGN.h * (row - top), ...SIGN });
  const wide = 28 + SIGN.w * (most(columns) - start + 1), high = 20 + SIGN.h * (most(rows) - top + 1);
  return { wide, high, most: 2.2, boxes, names: [], frame: { x: 1, y: 1, w: wide - 2, h: high - 2 }, notes: board.lines.filter(isProse) };
}

// The words of the lines in which something changes are pits; the other lines are names.
function wordLayout(board, live) {
  const lines = board.lines.map(wordsOf), middle = (word) => word.at + lengthOf(word.text) / 2, boxes = new Map(), names = [];
  const isLive = (row) => live.has(row) && !isProse(board.lines[row]);
  let least = 99, y = 2;
  lines.forEach((words, row) => isLive(row) && words.slice(1).forEach((word, i) => (least = Math.min(least, middle(word) - middle(words[i])))));
  const unit = Math.max(11, 46 / least), wide = 32 + unit * Math.max(...lines.map((words, row) => (isProse(board.lines[row]) || !words.length ? 1 : middle(lastOf(words)))));
  lines.forEach((words, row) => {
    if (isProse(board.lines[row]) || !words.length) return;
    const high = isLive(row) ? 48 : 26;
    words.forEach((word, column) => {
      const x = 6 + unit * middle(word);
      if (isLive(row)) boxes.set(keyOf(row, column), { x: x - 22, y, w: 44, h: 44, pit: true });
      else names.push({ text: word.text, x, y: y + high / 2 });
    });
    y += high;
  });
  const all = [...boxes.values()], top = Math.min(...all.map((box) => box.y)), bottom = Math.max(...all.map((box) => box.y));
  const frame = all.length ? { x: 1, y: top - 4, w: wide - 2, h: bottom - top + 52 } : null;
  return { wide, high: y + 6, most: 1.7, boxes, names, frame, notes: board.lines.filter(isProse) };
}

// The cell in the direction of an arrow key, the nearest one in a straight line if possible.
function neighbour(boxes, key, [dx, dy]) {
  const here = boxes.get(key), middle = (box) => [box.x + box.w / 2, box.y + box.h / 2], [x, y] = middle(here);
  let best = null, least = Infinity;
  for (const [other, box] of boxes) {
    const [along, across] = [(middle(box)[0] - x) * dx + (middle(box)[1] - y) * dy, Math.abs((middle(box)[0] - x) * dy) + Math.abs((middle(box)[1] - y) * dx)];
    if (along > 1 && across <= 2 * along + 1 && along + 3 * across < least) [best, least] = [other, along + 3 * across];
  }
  return best ?? key;
}
