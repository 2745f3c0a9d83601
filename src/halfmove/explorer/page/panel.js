// A panel: one algorithm on the tree of the page, with its picture, its lists and its slider.

const PAPER = 800; // units across a printed drawing: its letters are then as large as the text beside it

class Panel {
  constructor(app, choice) {
    this.app = app;
    this.choice = choice; // {id, parameters}
    this.replay = null;
    this.refusal = ""; // why a search was refused, the last time that one was
    this.selected = -1;
    this.hovered = -1;
    this.current = -1; // the node of this step
    this.working = new Map(); // the leaves of this round, and who evaluates them
    this.path = new Set(); // that node, and the nodes above it
    this.timer = 0;
    const root = byId("panel-template").content.firstElementChild.cloneNode(true);
    this.root = root;
    this.part = (name) => root.querySelector(`.${name}`);
    this.canvas = this.part("picture");
    this.view = new View(this.canvas, this);
    this.form = new AlgorithmForm(this);
    this.side = new Side(this);
    this.code = new CodeBox(this);
    this.boards = app.data.boards ? new BoardBox(this) : null;
    const on = (name, act, event = "click") => this.part(name).addEventListener(event, act);
    on("closer", () => this.view.zoom(1.5));
    on("wider", () => this.view.zoom(1 / 1.5));
    on("whole", () => this.whole());
    on("first", () => this.go(0));
    on("back", () => this.go(this.replay.step - 1));
    on("next", () => this.go(this.replay.step + 1));
    on("final", () => this.go(this.replay.steps));
    on("play", () => this.play());
    on("close", () => this.app.closePanel(this));
    on("slider", () => this.go(Number(this.part("slider").value)), "input");
    on("plot", (event) => {
      const { width } = sizeOf(this.part("plot"));
      this.go(Math.round(((event.offsetX - 8) / (width - 16)) * this.replay.steps));
    }, "pointerdown");
    root.addEventListener("focusin", () => this.app.activate(this));
    root.addEventListener("pointerdown", () => this.app.activate(this));
    this.canvas.addEventListener("focus", () => this.selected >= 0 && this.hover(this.selected));
    this.canvas.addEventListener("blur", () => this.hover(-1));
    const observer = new ResizeObserver(() => this.resized());
    for (const canvas of [this.canvas, this.part("plot")]) observer.observe(canvas);
    this._makeJumps();
  }

  // Search again, immediately. If that is refused, everything stays as it was. Returns whether it was done.
  search(choice = this.choice, keepStep = true) {
    try {
      const { tree, shape, window } = this.app;
      const algorithm = halfmove.algorithms.find((each) => each.id === choice.id || each.aliases.includes(choice.id));
      const limits = { watch: false, nodes: 2000000, seconds: 20 };
      const result = halfmove.search(tree, choice.id, choice.parameters, window, limits);
      const reasons = halfmove.reasons(tree, result.events).map((reason) => ({ ...reason, text: trueMinus(reason.text) }));
      const before = this.replay, atEnd = before && before.step > 0 && before.step === before.steps;
      this.replay = new Replay(shape, result, algorithm, reasons);
      this.choice = choice;
      this.cut = new Uint8Array(shape.count);
      this.line = lineOf(shape, result);
      complain(this.part("problem"), result.stopped ? `The search was stopped after ${counted(result.counts.nodes, "node", "nodes")}: a page stops there.` : "");
      this.replay.seek(!keepStep || !before ? 0 : atEnd ? this.replay.steps : before.step);
      if (this.selected >= shape.count) this.selected = -1;
      if (this.hovered >= shape.count) this.hover(-1);
      this._showAnswer();
      return true;
    } catch (error) {
      this.refusal = sentenceOf(error);
      complain(this.part("problem"), error);
      return false;
    } finally {
      this.form.show();
    }
  }

  _showAnswer() {
    const { result, algorithm, steps, jumps } = this.replay;
    const bound = { exact: "", lower: "at least ", upper: "at most ", estimate: "about " }[result.bound];
    const least = this.app.least, more = result.counts.leaves - least;
    const { window } = this.app, inside = window ? `window (${shown(window[0])}, ${shown(window[1])}) · ` : "";
    this.part("answer").textContent = `${inside}value ${bound}${shown(result.value)} · ${counted(result.counts.leaves, "leaf", "leaves")}` + (more > 0 ? ` (${more} above the fewest)` : "");
    this.root.setAttribute("aria-label", algorithm.title);
    this.part("slider").max = steps;
    for (const [what, group] of Object.entries(this.groups)) group.hidden = jumps[what].length === 0;
  }

  _makeJumps() {
    this.groups = {};
    for (const [what, name, key] of [["leaf", "leaf", "l"], ["cut", "cut-off", "c"], ["again", "re-search", "r"], ["operator", "operator", "o"]]) {
      const group = el("span", { className: "jump", role: "group" },
        el("button", { onclick: () => this.go(this.replay.jump(what, -1)), title: `previous ${name} (${key.toUpperCase()})`, ariaLabel: `previous ${name}` }, "‹"),
        el("span", {}, name),
        el("button", { onclick: () => this.go(this.replay.jump(what, 1)), title: `next ${name} (${key})`, ariaLabel: `next ${name}` }, "›"));
      this.groups[what] = group;
      this.part("jumps").append(group);
    }
  }

  // Go to a step; a panel that is locked to this one follows.
  go(step) {
    this.seek(step);
    this.app.moved(this);
  }

  seek(step) {
    this.replay.seek(step);
    this.render();
  }

  play(wanted = !this.timer) {
    cancelAnimationFrame(this.timer);
    this.timer = 0;
    const button = this.part("play");
    button.textContent = wanted ? "❚❚ Pause" : "▶ Play";
    button.setAttribute("aria-label", wanted ? "Pause" : "Play");
    if (!wanted) return;
    if (this.replay.step === this.replay.steps) this.go(0);
    let last = performance.now(), owed = 0;
    const tick = (now) => {
      owed += ((now - last) / 1000) * this.app.speed;
      last = now;
      if (owed >= 1) {
        this.go(this.replay.step + Math.floor(owed));
        owed %= 1;
      }
      if (this.replay.step >= this.replay.steps) this.play(false);
      else this.timer = requestAnimationFrame(tick);
    };
    this.timer = requestAnimationFrame(tick);
  }

  render() {
    const { replay } = this;
    cutNodes(replay, this.cut);
    this.current = currentNode(replay);
    this.working = workersAt(replay);
    this.path = pathTo(replay, this.current);
    this.view.follow(this.current);
    this.part("slider").value = replay.step;
    this.part("slider").setAttribute("aria-valuetext", `step ${replay.step} of ${replay.steps}`);
    this.part("place").textContent = `step ${replay.step} of ${replay.steps}`;
    this.side.show();
    this.code.show();
    this.draw();
    if (this.hovered >= 0) this.hover(this.hovered, this.pointer);
  }

  // What the pens draw.
  scene(width, height, view = this.view) {
    const { app, replay } = this, geometry = new Geometry(app.layout, view, width, height);
    const { shape, folded, labels, moves } = app;
    const line = replay.step === replay.steps ? this.line : new Set();
    return { geometry, shape, folded, labels, moves, replay, theme: app.theme, cut: this.cut, line, path: this.path, current: this.current, working: this.working, selected: this.selected };
  }

  draw() {
    if (!this.replay) return;
    const { context, width, height } = fitCanvas(this.canvas);
    if (width < 10 || height < 10) return;
    const scene = this.scene(width, height), plot = fitCanvas(this.part("plot")), { shape } = this.app;
    this.geometry = scene.geometry; // a pointer is at a node of this picture
    drawTree(new CanvasPen(context, FONTS), scene);
    plot.context.clearRect(0, 0, plot.width, plot.height);
    drawPlot(new CanvasPen(plot.context, FONTS), plot, this.replay, this.app.least, this.app.theme);
    this.canvas.setAttribute("aria-label", `Tree of ${shape.count} nodes. ${this.current >= 0 ? `This step is at ${nodeText(shape, this.current)}. ` : ""}Shift and the arrow keys select nodes.`);
  }

  // The picture as on the screen, or for another size where the whole tree is visible.
  svg(size = sizeOf(this.canvas), view = this.view) {
    const pen = this._svgPen(size);
    drawTree(pen, this.scene(size.width, size.height, view));
    const { algorithm, step } = this.replay;
    return pen.document(`${algorithm.title} on ${this.app.name}, step ${step}`, this.app.theme.surface);
  }

  _svgPen({ width, height }) {
    const measured = new CanvasPen(this.canvas.getContext("2d"), FONTS);
    return new SvgPen(Math.round(width), Math.round(height), FONTS, (...given) => measured.width(...given));
  }

  // Paper is not as wide as the screen, and a printed canvas would be stretched. So SVG versions of picture and plot are
  // put beside the canvases, which are hidden on paper. A part of the tree that was zoomed to is printed as it is seen.
  print(begins) {
    for (const old of this.root.querySelectorAll(".printed")) old.remove();
    if (!begins || !this.replay) return;
    const put = (canvas, svg) => {
      const box = el("div", { className: "printed" });
      box.innerHTML = svg; // the pen escapes texts that people wrote
      canvas.before(box);
    };
    const size = { width: PAPER, height: Math.min(500, 90 + 95 * this.app.layout.height) };
    put(this.canvas, this.view.all ? this.svg(size, this.view.fitted(size)) : this.svg());
    const plot = { width: PAPER * 0.8, height: 60 }, pen = this._svgPen(plot);
    drawPlot(pen, plot, this.replay, this.app.least, this.app.theme);
    put(this.part("plot"), pen.document("Leaves evaluated, step by step", "none"));
  }

  resized() {
    for (const canvas of [this.canvas, this.part("plot")]) sizes.delete(canvas);
    if (!this.replay) return;
    if (this.view.all) this.view.fit();
    this.code.reveal();
    this.draw();
  }

  whole() {
    this.view.fit();
    this.draw();
  }

  // Show what is known about a node under the pointer, or with the focus.
  hover(node, place = null) {
    const tip = this.part("tip");
    this.hovered = node;
    this.pointer = place;
    tip.hidden = node < 0;
    this.canvas.style.cursor = node >= 0 ? "pointer" : "grab";
    if (node < 0 || !this.geometry) return;
    tip.replaceChildren(...describeNode(this.replay, node, this.app.labels).map((line, i) => el(i ? "p" : "b", {}, line)));
    const { width, height } = sizeOf(this.canvas);
    const x = place ? place.x : this.geometry.x(node), y = place ? place.y : this.geometry.y(this.app.shape.depth[node]);
    tip.style.maxWidth = `${Math.min(340, width - 24)}px`;
    const box = tip.getBoundingClientRect();
    tip.style.left = `${Math.max(6, Math.min(width - box.width - 6, x + 14))}px`;
    tip.style.top = `${y + 20 + box.height < height ? y + 20 : Math.max(4, y - box.height - 14)}px`;
  }

  pick(node) {
    if (this.app.quiz.answer(this, node)) return;
    this.select(node === this.selected ? -1 : node);
  }

  select(node) {
    this.selected = node;
    this.side.inspect();
    this.draw();
  }

  // Move the selection: to the parent, the first child or a sibling.
  walk(key) {
    const { shape, layout } = this.app, at = this.selected;
    let to = at < 0 ? Math.max(0, this.current) : at;
    if (at >= 0) {
      if (key === "ArrowUp") to = Math.max(0, shape.parent[at]);
      if (key === "ArrowDown" && shape.children[at] && !layout.hidden[shape.first[at]]) to = shape.first[at];
      if (key === "ArrowLeft" && at > shape.levels[shape.depth[at]]) to = at - 1;
      if (key === "ArrowRight" && at + 1 < shape.levels[shape.depth[at] + 1]) to = at + 1;
    }
    if (!layout.hidden[to]) this.selected = to;
    this.view.follow(this.selected);
    this.side.inspect();
    this.draw();
    this.hover(this.selected);
  }

  fold(node) {
    if (node < 0 || isLeaf(this.app.shape, node)) return;
    const { folded } = this.app;
    if (!folded.delete(node)) folded.add(node);
    this.app.refold();
  }
}

// The node of a step and all above it.
function pathTo(replay, node) {
  const path = new Set();
  for (const e of replay.frames) path.add(replay.node[e]);
  if (replay.frames.length === 0 || operatorOf(replay) || path.size <= 1) {
    for (let v = node; v >= 0; v = replay.shape.parent[v]) path.add(v);
  } else if (node >= 0) path.add(node);
  return path;
}

// The nodes of the principal variation below the root.
function lineOf(shape, result) {
  const nodes = new Set();
  let node = 0;
  for (const move of result.line) {
    node = shape.first[node] + move - 1;
    nodes.add(node);
  }
  return nodes;
}
