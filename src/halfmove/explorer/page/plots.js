// The plots above a slider: leaves evaluated, the fewest possible as a line, and the size of OPEN.

function drawPlot(pen, { width, height }, replay, least, theme) {
  if (width < 20 || height < 10) return;
  const edge = 8, span = width - 2 * edge, steps = Math.max(1, replay.steps);
  const total = replay.leavesAt[replay.steps], high = Math.max(total, least, 1), bottom = height - 3, top = 20; // the text above it has a strip of its own
  const x = (step) => edge + (span * step) / steps;
  const curve = (column, most, upTo) => {
    const points = [], every = Math.max(1, Math.floor(steps / span)), y = (step) => bottom - ((bottom - top) * column[step]) / most;
    for (let s = 0; s < upTo; s += every) points.push([x(s), y(s)]);
    return [...points, [x(upTo), y(upTo)]];
  };
  if (replay.largest > 0) {
    const sizes = curve(replay.sizesAt, replay.largest, replay.steps);
    pen.poly([...sizes, [x(replay.steps), bottom], [x(0), bottom]], { fill: theme.live, alpha: 0.28 });
  }
  pen.path(curve(replay.leavesAt, high, replay.steps), { stroke: theme.faint, width: 1 });
  pen.path(curve(replay.leavesAt, high, replay.step), { stroke: theme.path, width: 2 });
  const limit = bottom - ((bottom - top) * least) / high;
  pen.line(edge, limit, width - edge, limit, { stroke: theme.current, width: 1, dash: [5, 3] });
  pen.line(x(replay.step), top - 3, x(replay.step), bottom, { stroke: theme.ink, width: 1 });
  const open = replay.largest > 0 ? ` · OPEN ${replay.sizesAt[replay.step]}, at most ${replay.largest}` : "";
  const text = `leaves ${replay.leavesAt[replay.step]} of ${total}, fewest possible ${least}${open}`;
  const size = Math.min(11, (11 * span) / pen.width(text, 11)); // smaller where it would not fit
  pen.text(text, edge, 0, { fill: theme.muted, size, align: "left", base: "top" });
}
