// The page of experiments: its controls, and what is known so far as chart, table, commands and CSV.

document.body.dataset.state = "loading";

const REDRAW = 90;  // milliseconds between two drawings of a running experiment
const COLUMNS = ["Algorithm", "Leaves", "Theory", "÷ alpha-beta", "Difference", "Nodes", "OPEN", "Searches/s"];

const number = (x, digits = x < 100 ? 2 : x < 10000 ? 1 : 0) => x.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits }).replace("-", "−");
const plural = (n, word) => `${n.toLocaleString("en-US")} ${word}${n === 1 ? "" : "s"}`;
const capital = (text) => text[0].toUpperCase() + text.slice(1);

class StudyPage {
  constructor(page, crew) {
    Object.assign(this, { page, crew, experiment: null, selected: 0, stopped: false, due: null, speed: 1e7, view: { measure: "leaves", log: true } });
    this.ids = page.algorithms.map(({ id }) => id);
    this.titles = Object.fromEntries(page.algorithms.map(({ id, title }) => [id, title]));
    this.presets = PRESETS.filter(({ settings }) => settings.algorithms.every((id) => this.ids.includes(id)));
    this.build();
    this.settings = { ...DEFAULTS };
    this.show(this.settings);
    if (this.presets.length) this.open(this.presets[0]);
    else this.run();
  }

  // Controls

  build() {
    const { limits, algorithms } = this.page, option = (value, name) => el("option", { value: String(value) }, name);
    byId("family").append(...Object.keys(FAMILIES).map((name) => option(name, name)));
    byId("order").append(...["random", "2", "4", "8", "first", "geometric", "principal", "perfect", "worst"].map((name) => option(name, ORDERS[name])));
    byId("trees").append(...TREES.map((n) => option(n, n.toLocaleString("en-US"))));
    byId("measure").append(...Object.entries(MEASURES).map(([name, words]) => option(name, words)));
    byId("width").max = limits.wide;
    byId("depth").max = limits.deep;
    byId("algorithms").append(...algorithms.map(({ id, title, source, promise }, i) => el("label", { title: `${source}: ${promise}` },
      el("input", { type: "checkbox", value: id, disabled: i === 0, checked: i === 0 }), this.key(i), title)));
    byId("presets").append(...this.presets.map((preset) => el("button", { type: "button", "aria-pressed": "false", onclick: () => this.open(preset) }, preset.name)));
    byId("heads").append(el("tr", {}, ...COLUMNS.map((name) => el("th", { scope: "col" }, name))));
    byId("settings").addEventListener("submit", (event) => {
      event.preventDefault();
      this.run();
    });
    byId("settings").addEventListener("input", (event) => this.changed(event.target));
    byId("stop").addEventListener("click", () => this.stop());
    byId("measure").addEventListener("change", () => this.look({ measure: byId("measure").value }));
    byId("log").addEventListener("change", () => this.look({ log: byId("log").checked }));
    byId("at").addEventListener("change", () => this.choose(byId("at").selectedIndex));
    byId("csv").addEventListener("click", () => this.copy(this.csv(), "The numbers of all points were copied."));
    for (const button of document.querySelectorAll("[data-copy]")) button.addEventListener("click", () => this.copy(byId(button.dataset.copy).textContent, "Copied."));
    new ResizeObserver(() => this.draw()).observe(byId("chart"));
  }

  // A short piece of an algorithm's curve.
  key(index) {
    return svg("svg", { class: `key c${index}`, viewBox: "0 0 22 14", "aria-hidden": "true" }, svg("path", { class: "run", d: "M0 7H22" }), marker(index, 11, 7));
  }

  show(settings) {
    for (const id of ["family", "order", "probability", "width", "depth", "phases", "guess", "trees", "seed"]) byId(id).value = settings[id];
    byId("memory").value = settings.memory || "";
    for (const box of byId("algorithms").querySelectorAll("input")) box.checked = box.disabled || settings.algorithms.includes(box.value);
    this.showAxes(settings);
    byId("axis").value = settings.axis;
    this.explain();
  }

  showAxes(settings) {
    const kept = byId("axis").value, axes = axesOf(settings);
    byId("axis").replaceChildren(...axes.map((axis) => el("option", { value: axis }, AXES[axis])));
    byId("axis").value = axes.includes(kept) ? kept : "depth";
  }

  read() {
    const chosen = [...byId("algorithms").querySelectorAll("input:checked")].map((box) => box.value).filter((id) => id !== "alpha_beta");
    const { value: order } = byId("order"), whole = (id, least) => Math.max(least, Math.floor(Number(byId(id).value)) || least), family = byId("family").value;
    const guess = Number(byId("guess").value) || 0;
    return {
      family, order: FRONTS.includes(Number(order)) ? Number(order) : order, probability: Number(byId("probability").value), width: Number(byId("width").value),
      depth: Number(byId("depth").value), axis: byId("axis").value, algorithms: chosen, phases: whole("phases", 1), memory: Math.min(1e6, whole("memory", 0)),
      guess: family === "uniform" ? guess : Math.round(guess), trees: Number(byId("trees").value), seed: String(BigInt(byId("seed").value.replace(/\D/g, "") || 0)),
    };
  }

  changed(control) {
    if (control.id === "family") byId("guess").value = GUESSES[control.value];
    this.showAxes(this.read());
    this.settings = this.read();
    this.mark(null);
    this.explain();
  }

  // What the controls mean now, what is left out and why, and about how long it takes.
  explain() {
    const settings = this.read(), { family, order, axis } = settings, show = (id, yes) => (byId(id).hidden = !yes);
    show("order-field", family === "ordered" && axis !== "order");
    show("probability-field", family === "ordered" && usesProbability(order) && axis !== "order" && axis !== "probability");
    show("phases-field", settings.algorithms.includes("ps_star") && axis !== "phases");
    show("memory-field", settings.algorithms.includes("iter_sss_star"));
    show("guess-field", settings.algorithms.includes("mtd_f"));
    byId("guess").step = family === "uniform" ? "0.01" : "1";
    byId("family-words").textContent = FAMILIES[family];
    byId("width-name").textContent = axis === "width" ? "Width up to" : "Width";
    byId("depth-name").textContent = axis === "depth" ? "Depth up to" : "Depth";
    for (const id of ["width", "depth", "probability"]) byId(`${id}-out`).textContent = byId(id).value;
    const { points, left } = pointsOf(settings, this.page);
    tell(byId("left"), left);
    byId("run").disabled = !points.length;
    const leaves = points.reduce((sum, { tree }) => sum + workOf(tree, this.page) * (rulesOf(tree) === "worst" ? 4 * tree.width : 1), 0) * settings.trees * (settings.algorithms.length + 1);
    const seconds = leaves / this.speed / this.crew.size;
    byId("estimate").textContent = points.length ? `${plural(points.length, "point")}, ${plural(settings.trees, "tree")} each, the same for all algorithms: ${inWords(seconds)}.` : "";
  }

  mark(preset) {
    this.presets.forEach((each, i) => byId("presets").children[i].setAttribute("aria-pressed", String(each === preset)));
    byId("see").textContent = preset ? preset.see : "Your own experiment. Press Run when it is as you want it.";
  }

  // Running

  open(preset) {
    this.settings = { ...DEFAULTS, guess: GUESSES[preset.settings.family], ...preset.settings };
    const { measure, log } = this.settings;
    this.view = { measure, log };
    this.show(this.settings);
    this.mark(preset);
    this.run();
  }

  run() {
    this.settings = this.read();
    byId("seed").value = this.settings.seed;
    const { points } = pointsOf(this.settings, this.page);
    if (!points.length) return;
    tell(byId("problem"), "");
    this.stopped = false;
    this.experiment = new Experiment(this.settings, points, { changed: () => this.later(), failed: (sentence) => this.fail(sentence) });
    this.selected = ["depth", "width"].includes(this.settings.axis) ? points.length - 1 : Math.floor(points.length / 2);
    byId("at").replaceChildren(...points.map((point) => el("option", {}, this.pointName(point))));
    document.body.dataset.state = "running";
    this.crew.start(this.experiment);
    this.repeat();
    this.draw();
    if (byId("chart").getBoundingClientRect().top < 0) byId("what").scrollIntoView({ block: "start" });
  }

  stop() {
    this.crew.stop();
    this.stopped = true;
    this.finish();
  }

  fail(sentence) {
    this.stopped = true;
    tell(byId("problem"), `The experiment was stopped: ${sentence}.`);
    this.finish();
  }

  finish() {
    const { experiment } = this;
    experiment.ended ??= performance.now();
    if (experiment.leaves > 1e6) this.speed = (1000 * experiment.leaves) / experiment.cells.reduce((sum, cell) => sum + cell.ms, 0);
    document.body.dataset.state = this.stopped ? "stopped" : "done";
    clearTimeout(this.due);
    this.due = null;
    this.explain();
    this.draw();
  }

  // New results came: they are drawn soon, all together.
  later() {
    if (this.experiment.over) this.finish();
    else this.due ??= setTimeout(() => {
      this.due = null;
      this.draw();
    }, REDRAW);
  }

  // Drawing

  look(change) {
    Object.assign(this.view, change);
    this.draw();
  }

  choose(point) {
    this.selected = point;
    this.draw();
  }

  pointName({ label }) {
    const { axis } = this.experiment.settings;
    return axis === "order" ? `order ${label}` : axis === "phases" ? `${label} ${label === "1" ? "phase" : "phases"}` : `${AXES[axis]} ${label}`;
  }

  name(id) {
    const { settings } = this.experiment, { phases, memory, guess, axis } = settings;
    const more = { ps_star: axis === "phases" ? "" : plural(phases, "phase"), iter_sss_star: memory ? `memory ${memory}` : "least memory", mtd_f: `guess ${guess}` }[id];
    return more ? `${this.titles[id]} (${more})` : this.titles[id];
  }

  // The number that the chart shows of a row of a point, with half its interval; null while there is none.
  valueOf(row, { tree }) {
    const { measure } = this.view;
    if (!row.leaves.count) return null;
    if (measure === "share") return row.algorithm.id === "alpha_beta" ? { y: 1, reach: null } : { y: row.leaves.ratio.mean, reach: row.leaves.ratio.reach };
    const pairs = row[measure === "least" ? "leaves" : measure], by = measure === "least" ? leastLeaves(tree.width, tree.depth) : 1;
    return measure === "open" && !pairs.sum ? null : { y: pairs.mean / by, reach: pairs.interval === null ? null : pairs.interval / by };
  }

  theoryLines() {
    const { points, settings } = this.experiment, { measure, log } = this.view, { theory } = this.page;
    if (!["leaves", "least", "share"].includes(measure)) return [];
    const least = points.map(({ tree }) => leastLeaves(tree.width, tree.depth)), formula = (id) => points.map(({ tree }) => expectedOf(id, tree, theory));
    const uniform = settings.family === "uniform", by = measure === "least" ? least : measure === "share" ? (uniform ? formula("alpha_beta") : points.map(() => null)) : points.map(() => 1);
    const line = (name, kind, ys) => ({ name, kind, ys: ys.map((y, i) => (by[i] === null ? null : y / by[i])) }), lines = [];
    if (uniform && measure !== "share") lines.push(line("alpha-beta by theory (Baudet)", "formula", formula("alpha_beta")));
    if (uniform && settings.algorithms.includes("alpha_beta_shallow")) lines.push(line("without deep cut-offs, by theory", "formula", formula("alpha_beta_shallow")));
    if (measure !== "share") lines.push(line("least possible", "least", least));
    if (measure === "leaves" && log) lines.push(line("all leaves", "all", points.map(({ tree }) => tree.width ** tree.depth)));
    return lines;
  }

  draw() {
    const { experiment, view } = this;
    if (!experiment) return;
    const { settings, cells, points } = experiment, { axis } = settings, lines = this.theoryLines();
    const series = ["alpha_beta", ...settings.algorithms].map((id) => ({
      id, name: this.name(id), index: this.ids.indexOf(id),
      points: cells.map((cell) => this.valueOf(cell.rows.find((row) => row.algorithm.id === id), cell.point)),
    }));
    byId("measure").value = view.measure;
    byId("log").checked = view.log;
    drawChart(byId("chart"), {
      xs: points, series, lines, log: view.log, spread: axis === "width", across: AXES[axis], up: MEASURES[view.measure], selected: this.selected,
      choose: (point) => this.choose(point), words: this.inWords(series),
    });
    byId("legend").replaceChildren(...series.map(({ index, name }) => el("li", {}, this.key(index), name)), ...lines.map(({ name, kind }) => el("li", {},
      svg("svg", { class: "key", viewBox: "0 0 22 14", "aria-hidden": "true" }, svg("path", { class: `theory ${kind}`, d: "M0 7H22" })), name)));
    this.tell();
    this.fill();
  }

  // The chart for those who do not see it.
  inWords(series) {
    const { points } = this.experiment, last = points.length - 1;
    const said = series.map(({ name, points: found }) => (found[last] ? `${name} ${short(found[last].y)}` : null)).filter(Boolean);
    return `Chart of ${MEASURES[this.view.measure]} by ${AXES[this.experiment.settings.axis]}. At ${this.pointName(points[last])}: ${said.join(", ") || "nothing yet"}.`;
  }

  tell() {
    const { experiment } = this, { settings, points } = experiment, { family, width, depth, axis, order, probability } = settings, first = points[0], last = points.at(-1);
    const sizes = [axis === "width" ? `width ${first.label} to ${last.label}` : `width ${width}`, axis === "depth" ? `depth ${first.label} to ${last.label}` : `depth ${depth}`];
    if (family === "ordered" && axis !== "order") sizes.push(ORDERS[order] + (usesProbability(order) && axis !== "probability" ? ` (probability ${probability})` : ""));
    byId("what").textContent = `${capital(family)} trees, ${sizes.join(", ")}`;
    const running = !experiment.ended, done = experiment.cells.reduce((sum, cell) => sum + cell.done, 0), all = settings.trees * points.length;
    byId("progress").value = experiment.done;
    byId("stop").hidden = !running;
    byId("run").textContent = running ? "Run again" : "Run";
    const speed = experiment.seconds > 0.05 ? `, ${number(experiment.searches / experiment.seconds, 0)} searches a second` : "";
    const counted = `${plural(done, "tree")}, ${plural(experiment.searches, "search").replace("searchs", "searches")}, ${short(experiment.leaves)} leaves in ${number(experiment.seconds, 1)} s${speed}`;
    if (!running) byId("status").textContent = `${this.stopped ? `Stopped at ${Math.floor(100 * experiment.done)} %: ` : ""}${counted}.`;
    else byId("status").textContent = `${done.toLocaleString("en-US")} of ${all.toLocaleString("en-US")} trees, ${inWords(experiment.left(this.crew.size))} left`;
  }

  fill() {
    const { experiment } = this, cell = experiment.cells[this.selected], { theory } = this.page, { tree } = cell.point;
    byId("at").selectedIndex = this.selected;
    byId("rows").replaceChildren(...cell.rows.map((row) => {
      const { id } = row.algorithm, expected = expectedOf(id, tree, theory, cell.point.phases), { leaves } = row, first = id === "alpha_beta";
      const head = el("th", { scope: "row" }, this.name(id));
      if (row.full) return el("tr", {}, head, el("td", { colSpan: COLUMNS.length - 1 }, "needs too much memory for a page"));
      if (!leaves.count) return el("tr", {}, head, ...COLUMNS.slice(1).map((name) => el("td", { "data-name": name }, "…")));
      const { ratio, difference, interval } = leaves, about = (reach) => (reach === null ? "" : ` ± ${number(reach)}`);
      const texts = [
        number(leaves.mean) + about(interval), expected === null ? "–" : number(expected),
        first ? "1" : number(ratio.mean, 3) + (ratio.reach === null ? "" : ` ± ${number(ratio.reach, 3)}`),
        first ? "–" : (difference.mean > 0 ? "+" : "") + number(difference.mean, Math.abs(difference.mean) < 100 ? 2 : 1) + about(difference.reach),
        number(row.nodes.mean), row.open.sum ? number(row.open.mean) : "–", row.ms >= 2 ? number((1000 * leaves.count) / row.ms, 0) : "–",
      ];
      return el("tr", { "data-algorithm": id, "data-mean": leaves.mean, "data-count": leaves.count }, head, ...texts.map((text, i) => el("td", { "data-name": COLUMNS[i + 1] }, text)));
    }));
    const least = `No algorithm can find the value of such a tree with fewer than ${plural(leastLeaves(tree.width, tree.depth), "leaf").replace("leafs", "leaves")}; it has ${number(tree.width ** tree.depth, 0)}.`;
    byId("remark").textContent = `Means of ${plural(cell.done, "tree")} with their 95 % intervals. The difference from alpha-beta is taken tree by tree. ${least}`;
    byId("one").textContent = searchText(experiment.settings, cell.point, cell.rows.at(-1).algorithm.id);
  }

  repeat() {
    const { command, python } = repeated(this.experiment.settings, this.experiment.points);
    byId("command").textContent = command;
    byId("python").textContent = python;
  }

  // Copying

  csv() {
    const lines = [["family", "algorithm", "trees", "leaves", "interval", "relative", "relative_interval", "difference", "difference_interval", "minimum", "expected", "nodes", "open"]];
    for (const { point, rows } of this.experiment.cells) {
      for (const { algorithm, leaves, nodes, open } of rows) {
        if (!leaves.count) continue;
        const { ratio, difference, interval } = leaves, text = algorithmText(algorithm.id, this.experiment.settings, point.phases);
        lines.push([`"${treeText(point.tree)}"`, text, leaves.count, leaves.mean, interval, ratio.mean, ratio.reach, difference.mean, difference.reach,
          leastLeaves(point.tree.width, point.tree.depth), expectedOf(algorithm.id, point.tree, this.page.theory, point.phases), nodes.mean, open.mean].map((each) => each ?? ""));
      }
    }
    return lines.map((line) => line.join(",")).join("\n") + "\n";
  }

  async copy(text, words) {
    const place = byId("by-hand");
    place.hidden = true;
    try {
      await navigator.clipboard.writeText(text);
      tell(byId("done"), words);
    } catch {
      place.hidden = false;
      place.value = text;
      place.focus();
      place.select();
      tell(byId("done"), "This browser lets no page copy by itself: press Ctrl+C.");
    }
  }
}

function inWords(seconds) {
  if (seconds < 1) return "less than a second";
  return seconds < 100 ? `about ${plural(Math.round(seconds), "second")}` : seconds < 6000 ? `about ${plural(Math.round(seconds / 60), "minute")}` : `about ${plural(Math.round(seconds / 3600), "hour")}`;
}

async function openStudy() {
  makeTheme();
  const page = JSON.parse(byId("halfmove-data").textContent);
  byId("title").textContent = page.title;
  byId("version").textContent = ` ${page.version}`;
  const bytes = (code) => Uint8Array.from(atob(code), (sign) => sign.charCodeAt(0));
  const programs = await Promise.all(Object.entries(page.programs).map(async ([name, { code, about }]) => [name, { module: await WebAssembly.compile(bytes(code)), about }]));
  const crew = new Crew(page.worker, Object.fromEntries(programs)), wrong = await crew.check(page.samples);
  if (wrong.length) throw new Error(`In this page ${wrong.join(", ")} ${wrong.length > 1 ? "do" : "does"} not count the leaves that Python counts. It may be damaged, or this browser may have a fault.`);
  new StudyPage(page, crew);
}

openStudy().catch((error) => {
  const sentence = typeof WebAssembly === "undefined" ? "This browser cannot run WebAssembly, which the page needs." : error.message;
  document.body.dataset.state = "spoiled";
  byId("app").replaceChildren(el("p", { role: "alert", className: "problem" }, sentence));
});
