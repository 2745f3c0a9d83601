// The values of a whole game, as a curve, with the moves that gave something away.

const CURVE = { wide: 600, high: 130, edge: 10 };

// A value for the first player: {points, proven: 1 wins, 0 draw, -1 loses, or null}.
function valueFor(app, ply) {
  const node = app.nodes[ply], sign = node.second ? -1 : 1, thought = app.review[ply];
  if (node.over) return { points: null, proven: Math.sign(node.score ?? 0) * sign };
  if (!thought) return null;
  const proven = { wins: 1, draw: 0, loses: -1 }[thought.verdict] ?? null, points = (sign * thought.value) / app.about.unit;
  return { points: Number.isFinite(points) ? points : null, proven: proven === null ? null : proven * sign };
}

// How much the values of this game differ from each other: what is much in one game is little in another.
function spreadOf(values) {
  const points = values.flatMap((value) => (value && value.points !== null && value.proven === null ? [value.points] : []));
  const mean = points.reduce((sum, each) => sum + each, 0) / (points.length || 1);
  return Math.max(0.5, Math.sqrt(points.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (points.length || 1)));
}

// The moves that gave something away: [{ply, kind, words}].
function judged(app) {
  const values = app.nodes.map((_, ply) => valueFor(app, ply)), spread = spreadOf(values), found = [];
  const names = { 1: "a win", 0: "a draw" };
  for (let ply = 0; ply + 1 < values.length; ply += 1) {
    const [before, after] = [values[ply], values[ply + 1]], sign = app.nodes[ply].second ? -1 : 1;
    if (!before || !after) continue;
    const best = app.review[ply]?.line?.[0], better = best ? `; better was ${visible(best)}` : "";
    if (best === app.nodes[ply].moves[app.played[ply]].name) continue; // the search knew nothing better
    const tell = (kind, words) => found.push({ ply: ply + 1, kind, words: words + better });
    if (before.proven !== null && after.proven !== null) {
      if (sign * after.proven < sign * before.proven) tell("blunder", `${names[sign * before.proven]} was thrown away`);
    } else if (before.proven === null && after.proven !== null) {
      if (sign * after.proven < 0 && before.points !== null && sign * before.points > -spread / 2) tell("mistake", "after it the game was lost");
    } else if (before.proven !== null && sign * before.proven > 0) {
      tell("blunder", "a sure win was let go");
    } else if (before.points !== null && after.points !== null && after.proven === null) {
      const drop = sign * (before.points - after.points);
      if (drop > Math.max(0.5, 0.75 * spread)) tell(drop > Math.max(1, 1.5 * spread) ? "blunder" : "mistake", `it cost ${Number(drop.toFixed(1))}`);
    }
  }
  return found;
}

function drawGraph(app, place) {
  const values = app.nodes.map((_, ply) => valueFor(app, ply)), spread = spreadOf(values), { wide, high, edge } = CURVE, middle = high / 2;
  const x = (ply) => edge + ((wide - 2 * edge) * ply) / Math.max(1, values.length - 1);
  const y = ({ points, proven }) => middle - (middle - 12) * (proven ?? (0.85 * points) / (Math.abs(points) + 2 * spread + 1));
  const known = values.flatMap((value, ply) => (value && (value.proven !== null || value.points !== null) ? [[x(ply), y(value), ply]] : []));
  const line = known.map(([px, py]) => `${px.toFixed(1)} ${py.toFixed(1)}`).join("L"), marks = new Map(judged(app).map((each) => [each.ply, each.kind]));
  const graph = svg("svg", { viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": "Values over the game; the curve is high where the first player is better" });
  const half = (name, top) => svg("rect", { x: 0, y: top, width: wide, height: middle, class: name });
  graph.append(half("half first", 0), half("half second", middle), svg("path", { d: `M0 ${middle}H${wide}`, class: "even" }), svg("path", { d: `M${x(app.at)} 0V${high}`, class: "here" }));
  if (known.length > 1) graph.append(svg("path", { d: `M${known[0][0]} ${middle}L${line}L${lastOf(known)[0]} ${middle}Z`, class: "area" }), svg("path", { d: `M${line}`, class: "curve" }));
  for (const [px, py, ply] of known) {
    const kind = marks.get(ply);
    graph.append(svg("circle", { cx: px, cy: py, r: kind ? 8 : values.length > 80 ? 1.5 : 3, class: kind ?? "point" }));
    if (kind) graph.append(svg("text", { x: px, y: py, class: "judged" }, kind === "blunder" ? "??" : "?"));
  }
  graph.addEventListener("click", (event) => {
    const box = graph.getBoundingClientRect(), at = ((event.clientX - box.left) / box.width) * wide;
    app.jump(Math.round(((at - edge) / (wide - 2 * edge)) * (values.length - 1)));
  });
  place.replaceChildren(graph);
}
