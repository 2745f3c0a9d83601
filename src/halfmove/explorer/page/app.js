// The page: its tree, its panels, and what they share.

class App {
  constructor(data) {
    this.data = data;
    this.panels = [];
    this.window = data.window ? windowFrom(...data.window) : null;
    this.lock = "leaves";
    this.theme = themeColours();
    this.folded = new Set();
    this.editor = new Editor(this);
    this.quiz = new Quiz(this);
    this.controls = new Controls(this);
  }

  get speed() {
    return Number(byId("speed").value);
  }

  start() {
    const address = readAddress(window.location.hash), refusals = [];
    const attempt = (act) => this.editor.attempt(act) || refusals.push(byId("problem").textContent);
    this._useTree(this.data);
    if (address.tree) attempt(() => this._useTree(this.editor.found(address.tree)));
    this._updateLayout();
    const [one, two] = this.data.algorithms;
    const { refusal } = this.open(choiceFromData(one));
    if (refusal && !address.a) refusals.push(refusal);
    if (two) attempt(() => this.open(choiceFromData(two)));
    this.follow(address, { step: this.data.step, refusals });
    // The new address is that of the event: `writeAddress` may have replaced that of the window since.
    window.addEventListener("hashchange", (event) => this.follow(readAddress(new URL(event.newURL).hash)));
  }

  // Show what an address asks for. A part that is refused stays as it was, and a sentence says why.
  follow(address, first = null, whole = false) {
    const { editor, data, panels } = this, refusals = first ? first.refusals : [];
    const attempt = (act) => editor.attempt(act) || refusals.push(byId("problem").textContent);
    const tree = address.tree || data.source; // without a tree or a window in it, those of the page
    if (!first && tree !== (this.given.source ?? treeText(this.given.nested))) attempt(() => this.setTree(editor.found(tree)));
    if (["leaves", "step", "free"].includes(address.lock)) this.lock = address.lock;
    attempt(() => {
      const wanted = address.window ? windowFromText(address.window) : data.window && !whole ? windowFrom(...data.window) : null;
      if (String(wanted) !== String(this.window)) this.setWindow(wanted);
    });
    if (address.a && address.a !== choiceText(panels[0].choice)) attempt(() => panels[0].search(choiceFrom(address.a), true));
    if (address.b) {
      attempt(() => {
        if (!this.panels[1]) this.open(choiceFrom(address.b));
        else if (address.b !== choiceText(this.panels[1].choice)) this.panels[1].search(choiceFrom(address.b), true);
      });
    } else if (!first && address.a && this.panels[1]) this.closePanel(this.panels[1]);
    complain(byId("problem"), [...new Set(refusals)].map((each) => each.replace(/\.$/, "")).join(". "));
    this.controls.show();
    const step = Number(address.step ?? (first ? first.step : this.panels[0].replay.step)) || 0;
    this.panels[0].seek(step);
    if (this.lock === "free" && this.panels[1] && address.bstep) this.panels[1].seek(Number(address.bstep) || 0);
    this.moved(this.panels[0]);
  }

  _useTree(given) {
    const tree = halfmove.makeTree(given.nested, given.real === true, given.name);
    if (tree.nodes.length > MOST_NODES) throw new halfmove.SearchError(`the tree has ${tree.nodes.length} nodes: a page holds at most ${MOST_NODES}`);
    this.given = given;
    this.name = given.name;
    this.tree = tree;
    this.shape = shapeOf(tree);
    this.labels = given.labels || {};
    this.moves = given.moves === true; // labels are moves, not names of nodes
    this.shape.labels = this.moves ? this.labels : {};
    this.least = leastLeaves(this.shape);
  }

  // Use another tree; the editor can bring the old one back. `same`: the tree is nearly the same.
  setTree(given, keep = true, same = false) {
    const before = this.given, view = ["tree", "shape", "labels", "moves", "least", "given", "name"].map((name) => [name, this[name]]);
    this._useTree(given);
    this._searchAll(same, () => view.forEach(([name, value]) => (this[name] = value)));
    if (keep) this.editor.keep(before);
    this.folded.clear();
    for (const panel of this.panels) if (!same) panel.selected = -1;
    this._updateLayout(same);
    this.controls.show();
    for (const panel of this.panels) panel.render();
    this.moved(this.active);
  }

  // Use another window in all panels.
  setWindow(window) {
    const before = this.window;
    this.window = window;
    this._searchAll(true, () => (this.window = before));
    this.controls.showWindow();
    for (const panel of this.panels) panel.render();
    this.moved(this.active);
  }

  // Search again in all panels. If one refuses, everything is restored, and the refusal is thrown.
  _searchAll(keepStep, restore) {
    const steps = this.panels.map((panel) => panel.replay.step);
    const refusing = this.panels.find((panel) => !panel.search(panel.choice, keepStep));
    if (!refusing) return;
    const { refusal } = refusing;
    restore();
    this.panels.forEach((panel, i) => {
      panel.search();
      panel.seek(steps[i]);
    });
    this.controls.showWindow();
    this.quiz.moved();
    throw new halfmove.SearchError(refusal);
  }

  _updateLayout(same = false) {
    this.layout = layoutOf(this.shape, this.folded);
    for (const panel of this.panels) if (!same || panel.view.all) panel.view.fit();
  }

  // After a node was folded or unfolded.
  refold() {
    this._updateLayout(true);
    for (const panel of this.panels) {
      panel.side.inspect();
      panel.draw();
    }
  }

  // Open a panel with an algorithm. If the search is refused, a second panel is not opened; the first one uses another
  // algorithm, and its `refusal` says why.
  open(choice) {
    const panel = new Panel(this, choice);
    if (!panel.search(choice, false)) {
      const { refusal } = panel, simplest = { id: halfmove.algorithms[0].id, parameters: {} };
      if (this.panels.length) throw new halfmove.SearchError(refusal);
      if (!panel.search(simplest, false)) {
        this.window = null;
        if (!panel.search(simplest, false)) throw new halfmove.SearchError(panel.refusal);
      }
      panel.refusal = refusal;
    }
    this.panels.push(panel);
    byId("panels").append(panel.root);
    this.active = this.active || panel;
    this._arrange();
    panel.view.fit();
    panel.render();
    return panel;
  }

  closePanel(panel) {
    panel.play(false);
    byId("tools").append(byId("lock-box")); // it is in the second panel
    panel.root.remove();
    this.panels = this.panels.filter((each) => each !== panel);
    this.active = this.panels[0];
    this._arrange();
    this.moved(this.active);
  }

  _arrange() {
    document.body.classList.toggle("two", this.panels.length > 1);
    this.controls.show();
    for (const panel of this.panels) panel.resized();
  }

  activate(panel) {
    this.active = panel;
    for (const each of this.panels) each.root.classList.toggle("active", each === panel && this.panels.length > 1);
  }

  // Search again in a panel, with another algorithm or other parameters.
  searchAgain(panel, choice) {
    if (panel.search(choice, true)) complain(byId("problem"), "");
    panel.render();
    this.controls.show();
    this.moved(panel);
  }

  // Show one of the examples, from its first step on.
  begin({ tree, algorithms: [one, two] }) {
    const choice = (each) => choiceText(choiceFromData(each));
    this.follow({ tree, a: choice(one), ...(two ? { b: choice(two) } : {}), lock: "leaves", step: "0" }, null, true);
  }

  // The example that is shown, if it is one.
  get example() {
    if (this.window || !this.panels.length) return null;
    const text = this.given.source && this.given.source !== this.data.source ? this.given.source : this.shape.count <= 500 ? treeText(this.given.nested) : "";
    const names = this.data.named.filter((each) => each.name === this.given.source).map((each) => each.name);
    const chosen = this.panels.map(({ choice }) => choiceText(choice)).join(" ");
    const wanted = ({ algorithms }) => algorithms.map((each) => choiceText(choiceFromData(each))).join(" ");
    return this.data.examples.find((each) => [text, ...names].includes(each.tree) && wanted(each) === chosen) || null;
  }

  // A panel went to another step: the other one follows, and the address too.
  moved(panel) {
    const other = this.panels.find((each) => each !== panel);
    if (other && this.lock === "step") other.seek(panel.replay.step);
    if (other && this.lock === "leaves") {
      const leaves = panel.replay.leavesAt[panel.replay.step], { replay } = other;
      if (panel.replay.step === panel.replay.steps) other.seek(replay.steps);
      else if (replay.leavesAt[replay.step] !== leaves || leaves === 0) other.seek(leaves === 0 ? 0 : (replay.leafSteps[leaves - 1] ?? replay.steps));
    }
    this.quiz.moved();
    clearTimeout(this.later);
    this.later = setTimeout(() => writeAddress(addressOf(this)), 150);
  }

  // The colours have changed.
  recolour() {
    this.theme = themeColours();
    showLegend(this.theme);
    for (const panel of this.panels) panel.draw();
  }
}

// {id, parameters} as Python wrote it: infinite numbers are texts there.
function choiceFromData({ id, parameters }) {
  const plain = {};
  for (const [name, value] of Object.entries(parameters)) plain[name] = value === "inf" ? Infinity : value === "-inf" ? -Infinity : value;
  return { id, parameters: plain };
}
