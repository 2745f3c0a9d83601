// The chart: curves with error bars and lines of theory, drawn again at every change.

const SHAPES = [
  (x, y) => svg("circle", { cx: x, cy: y, r: 4.5 }),
  (x, y) => svg("rect", { x: x - 4, y: y - 4, width: 8, height: 8 }),
  (x, y) => svg("path", { d: `M${x} ${y - 5.5}l5 9h-10z` }),
  (x, y) => svg("path", { d: `M${x} ${y - 6}l5.5 6-5.5 6-5.5-6z` }),
  (x, y) => svg("path", { d: `M${x} ${y + 5.5}l5-9h-10z` }),
];

const marker = (index, x, y) => SHAPES[index % SHAPES.length](x, y);

function short(x) {
  const size = Math.abs(x);
  if (size >= 1e6) return `${Number((x / 1e6).toPrecision(3))}M`;
  if (size >= 1e4) return `${Number((x / 1e3).toPrecision(3))}k`;
  return size >= 1000 ? x.toLocaleString("en-US", { maximumFractionDigits: 0 }) : String(Number(x.toPrecision(3)));
}

// The ends of the vertical axis and its marks.
function verticalScale(values, log) {
  let low = Math.min(...values), high = Math.max(...values);
  if (log) {
    low = 10 ** (Math.log10(low) - 0.04);
    high = 10 ** (Math.log10(high) + 0.04);
    const marks = [], decades = Math.log10(high / low);
    for (let e = Math.floor(Math.log10(low)); e <= Math.log10(high); e++) {
      for (const k of decades > 2.6 ? [1] : decades > 1.2 ? [1, 2, 5] : [1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9]) {
        const mark = Number((k * 10 ** e).toPrecision(3));
        if (mark >= low && mark <= high) marks.push(mark);
      }
    }
    return { low, high, marks, part: (y) => Math.log(y / low) / Math.log(high / low) };
  }
  const near = (high - low) / high < 0.5;
  if (!near) low = 0;
  const rough = (high - low || high || 1) / 5, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].find((k) => k * power >= rough) * power;
  low = Math.floor(low / step) * step;
  high = Math.max(Math.ceil(high / step) * step, low + step);
  const marks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, i) => Number((low + i * step).toPrecision(10)));
  return { low, high, marks, part: (y) => (y - low) / (high - low) };
}

// xs: {x, label} for every point; series: {index, points: [{y, reach} or null]}; lines: {kind, ys}
function drawChart(place, { xs, series, lines, log, spread, across, up, selected, choose, words }) {
  const width = Math.max(240, place.clientWidth), height = Math.round(Math.min(440, Math.max(260, width * 0.56)));
  const box = { left: 52, right: width - 14, top: 28, bottom: height - 46 };
  const shown = (y) => y !== null && Number.isFinite(y) && (!log || y > 0);
  const ends = series.flatMap(({ points }) => points.flatMap((p) => (p ? [p.y, p.y - (p.reach ?? 0), p.y + (p.reach ?? 0)] : [])));
  const values = [...ends.filter(shown), ...lines.flatMap(({ ys }) => ys.filter(shown))];
  const drawing = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": words });
  const text = (x, y, content, more = {}) => svg("text", { x, y, ...more }, content);
  if (values.length) {
    const scale = verticalScale(values, log), at = spread ? Math.log : (x) => x;
    const first = at(xs[0].x), last = at(xs.at(-1).x), pad = xs.length > 1 ? Math.min(34, (box.right - box.left) / xs.length / 2) : 0;
    const across = (x) => (xs.length > 1 ? box.left + pad + ((at(x) - first) / (last - first)) * (box.right - box.left - 2 * pad) : (box.left + box.right) / 2);
    const down = (y) => box.bottom - scale.part(y) * (box.bottom - box.top), inside = (y) => Math.max(box.top, Math.min(box.bottom, y));
    const places = xs.map(({ x }) => across(x)), middle = (i, j) => (places[i] + places[j]) / 2;
    const cut = xs.map((_, i) => [i ? middle(i - 1, i) : box.left, i + 1 < xs.length ? middle(i, i + 1) : box.right]);
    if (xs.length > 1) drawing.append(svg("rect", { class: "column", x: cut[selected][0], y: box.top, width: cut[selected][1] - cut[selected][0], height: box.bottom - box.top }));
    for (const mark of scale.marks) drawing.append(svg("line", { class: "grid", x1: box.left, x2: box.right, y1: down(mark), y2: down(mark) }), text(box.left - 7, down(mark), short(mark), { class: "tick up" }));
    const half = ({ label }) => Math.max(7, label.length * 3.6) + 2, written = [];
    for (const i of [selected, ...xs.keys()]) {
      const { label } = xs[i];
      if (written.some((other) => Math.abs(places[i] - places[other]) < half(xs[i]) + half(xs[other]))) continue;
      written.push(i);
      drawing.append(text(places[i], box.bottom + 18, label, { class: i === selected ? "tick chosen" : "tick" }));
    }
    for (const { ys, kind } of lines) {
      const points = ys.map((y, i) => (shown(y) ? `${places[i]} ${down(y)}` : null)).filter(Boolean);
      const ended = points.length === 1 ? [`${box.left} ${points[0].split(" ")[1]}`, `${box.right} ${points[0].split(" ")[1]}`] : points;
      if (points.length) drawing.append(svg("path", { class: `theory ${kind}`, d: `M${ended.join("L")}` }));
    }
    for (const { index, points } of series) {
      const group = svg("g", { class: `series c${index}` }), seen = points.map((p, i) => (p && shown(p.y) ? { ...p, x: places[i] } : null)).filter(Boolean);
      if (seen.length > 1) group.append(svg("path", { class: "run", d: `M${seen.map(({ x, y }) => `${x} ${down(y)}`).join("L")}` }));
      for (const { x, y, reach } of seen) {
        const bottom = inside(log && y - reach <= 0 ? box.bottom : down(y - (reach ?? 0))), top = inside(down(y + (reach ?? 0)));
        if (reach && bottom - top > 3) group.append(svg("path", { class: "reach", d: `M${x} ${bottom}V${top}M${x - 4} ${bottom}h8M${x - 4} ${top}h8` }));
        group.append(marker(index, x, down(y)));
      }
      drawing.append(group);
    }
    drawing.addEventListener("pointerdown", (event) => {
      const x = event.clientX - drawing.getBoundingClientRect().left;
      choose(cut.findIndex(([, right]) => x <= right || right === box.right));
    });
  }
  drawing.append(svg("path", { class: "axis", d: `M${box.left} ${box.top}V${box.bottom}H${box.right}` }));
  drawing.append(text((box.left + box.right) / 2, height - 8, across, { class: "name" }), text(4, 14, up, { class: "name start" }));
  place.replaceChildren(drawing);
}
