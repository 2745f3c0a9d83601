// The texts beside nodes: values of leaves below them, windows, values and merits to the right, moves to the left.
// A text that would run into its neighbour is left out.

function labelNodes(pen, scene, level, { row, from, to }, y, radius) {
  const { geometry, shape, replay, theme, cut } = scene;
  const size = geometry.view.large ? 15 : 12;
  let rightEnd = -Infinity, lowEnd = -Infinity, nameEnd = -Infinity;
  for (let i = from; i < to; i++) {
    const v = row[i], x = geometry.x(v);
    if (x < -60 || x > geometry.width + 60) continue;
    const next = i + 1 < row.length ? geometry.x(row[i + 1]) : Infinity;
    const important = v === scene.current || v === scene.selected || scene.way.has(v);
    const numbers = numbersOf(replay, v);
    if (isLeaf(shape, v)) {
      const value = shown(shape.score[v]), width = pen.width(value, size, important);
      const known = replay.last[v] >= 0;
      if (x - width / 2 > lowEnd + 2 || important) {
        const fill = known ? theme.ink : theme.dim;
        pen.text(value, x, y + radius + 4, { fill, size, base: "top", bold: important && known, halo: important ? theme.surface : null });
        lowEnd = x + width / 2;
      }
      if (numbers && radius >= 5) {
        const wide = pen.width(numbers, size - 1);
        if (x - wide / 2 > rightEnd + 4) {
          pen.text(numbers, x, y + radius + 6 + size, { fill: theme.muted, size: size - 1, base: "top" });
          rightEnd = x + wide / 2;
        }
      }
      continue;
    }
    if (numbers) {
      const width = pen.width(numbers, size, important);
      const begin = x + radius + 5;
      const room = begin + width < next - radius - 3 && begin > rightEnd + 2;
      if (room || important) {
        const left = begin + width > geometry.width - 2 ? x - radius - 5 - width : begin;
        pen.text(numbers, left, y - (important && !room ? radius + 7 : 0), { fill: theme.ink, size, align: "left", bold: important, halo: theme.surface });
        rightEnd = left + width;
      }
    }
    const label = scene.labels[nameOf(shape, v)] || (geometry.view.scale > 26 || important ? (v ? nameOf(shape, v) : "") : "");
    if (label && !scene.plain) {
      const width = pen.width(label, size - 1.5), end = x - radius - 4;
      if (end - width > Math.max(nameEnd, rightEnd - (numbers ? 1e9 : 0)) + 2 && fitsLeft(geometry, row, i, x, width + radius + 4)) {
        pen.text(label, end, y, { fill: cut[v] ? theme.dim : theme.muted, size: size - 1.5, align: "right", halo: theme.surface });
        nameEnd = x + radius;
      }
    }
  }
}

const fitsLeft = (geometry, row, i, x, width) => i === 0 || geometry.x(row[i - 1]) + geometry.radius + 4 < x - width;
