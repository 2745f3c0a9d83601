// The running plots above a slider: leaves evaluated, with the fewest possible as a line, and the size of OPEN.

function drawPlot(canvas, replay, least, theme) {
  const { context: c, width, height } = fitCanvas(canvas);
  c.clearRect(0, 0, width, height);
  if (width < 20 || height < 10) return;
  const edge = 8, span = width - 2 * edge, steps = Math.max(1, replay.steps);
  const total = replay.leavesAt[replay.steps], high = Math.max(total, least, 1), bottom = height - 3, top = 13;
  const x = (step) => edge + (span * step) / steps;
  const curve = (column, most, upTo) => {
    c.beginPath();
    const every = Math.max(1, Math.floor(steps / span));
    for (let s = 0; s <= upTo; s += every) {
      const y = bottom - ((bottom - top) * column[s]) / most;
      if (s === 0) c.moveTo(x(s), y);
      else c.lineTo(x(s), y);
    }
    c.lineTo(x(upTo), bottom - ((bottom - top) * column[upTo]) / most);
  };
  c.setLineDash([]);
  if (replay.largest > 0) {
    curve(replay.sizesAt, replay.largest, replay.steps);
    c.lineTo(x(replay.steps), bottom);
    c.lineTo(x(0), bottom);
    c.fillStyle = theme.live;
    c.globalAlpha = 0.28;
    c.fill();
    c.globalAlpha = 1;
  }
  c.lineWidth = 1;
  c.strokeStyle = theme.faint;
  curve(replay.leavesAt, high, replay.steps);
  c.stroke();
  c.lineWidth = 2;
  c.strokeStyle = theme.path;
  curve(replay.leavesAt, high, replay.step);
  c.stroke();
  const limit = bottom - ((bottom - top) * least) / high;
  c.lineWidth = 1;
  c.setLineDash([5, 3]);
  c.strokeStyle = theme.current;
  c.beginPath();
  c.moveTo(edge, limit);
  c.lineTo(width - edge, limit);
  c.stroke();
  c.setLineDash([]);
  c.strokeStyle = theme.ink;
  c.beginPath();
  c.moveTo(x(replay.step), 2);
  c.lineTo(x(replay.step), bottom);
  c.stroke();
  c.font = `11px ${FONTS}`;
  c.textBaseline = "top";
  c.textAlign = "left";
  const open = replay.largest > 0 ? `   OPEN ${replay.sizesAt[replay.step]}, at most ${replay.largest}` : "";
  const text = `leaves ${replay.leavesAt[replay.step]} of ${total}, fewest possible ${least}${open}`;
  c.fillStyle = theme.muted;
  c.fillText(text, edge, 0, width - 2 * edge);
}
