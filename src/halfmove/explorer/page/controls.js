// The controls of the whole page: header, boxes, theme, keys.

const READING = ["tree", "legend", "keys"]; // boxes, at most one of them open

class Controls {
  constructor(app) {
    this.app = app;
    for (const name of [...READING, "quiz"]) byId(`${name}-button`).addEventListener("click", () => this._toggle(name));
    byId("menu-button").addEventListener("click", () => {
      const open = document.body.classList.toggle("menu");
      byId("menu-button").setAttribute("aria-expanded", String(open));
    });
    byId("second-button").addEventListener("click", () => this._second());
    byId("lock").addEventListener("change", () => {
      app.lock = byId("lock").value;
      app.moved(app.active);
    });
    for (const end of ["low", "high"]) byId(`window-${end}`).addEventListener("change", () => this._window());
    byId("window-form").addEventListener("submit", (event) => event.preventDefault());
    this._offerExamples();
    byId("svg-button").addEventListener("click", () => this._save());
    byId("link-button").addEventListener("click", () => this._copy());
    byId("theme-button").addEventListener("click", () => this._theme(!this.dark));
    document.addEventListener("keydown", (event) => this._key(event));
    const system = window.matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", () => remembered.get("theme") || this._theme(system.matches, false));
    const chosen = remembered.get("theme");
    this._theme(chosen ? chosen === "dark" : system.matches, false);
    window.addEventListener("beforeprint", () => this._print(true));
    window.addEventListener("afterprint", () => this._print(false));
  }

  show() {
    const { app } = this, { shape } = app;
    byId("tree-name").textContent = app.name;
    byId("tree-facts").textContent = `${counted(shape.count, "node", "nodes")}, ${counted(shape.leaves, "leaf", "leaves")}`;
    byId("tree-shows").textContent = app.given.shows || "";
    byId("lock-box").hidden = app.panels.length < 2;
    if (app.panels[1]) app.panels[1].part("answer").before(byId("lock-box"));
    byId("lock").value = app.lock;
    byId("second-button").textContent = app.panels.length < 2 ? "Compare two" : "Show one";
    this.showWindow();
    const named = byId("named"), of = app.data.named.find((each) => each.name === app.given.source);
    named.value = of ? of.name : "";
    byId("named-about").textContent = of ? of.about : "";
    const text = shape.count <= 20000 ? treeText(app.given.nested) : "";
    byId("paste").value = text;
    byId("paste").placeholder = text ? "" : "too large to show here";
    this._showExample();
    document.title = `${app.name} · halfmove explorer`;
  }

  _offerExamples() {
    const { examples } = this.app.data, select = byId("example");
    select.append(el("option", { value: "" }, "your own search"));
    examples.forEach(({ title }, number) => select.append(el("option", { value: String(number) }, title)));
    select.addEventListener("change", () => {
      if (select.value === "") return this._showExample();
      this.app.begin(examples[Number(select.value)]);
      this.show();
    });
  }

  _showExample() {
    const { example, data } = this.app;
    byId("example").value = example ? String(data.examples.indexOf(example)) : "";
    byId("example").firstChild.hidden = Boolean(example);
    showDifference(this.app.panels);
    byId("example-about").textContent = example ? example.about : "";
    byId("example-about").hidden = !example || !byId("difference").hidden;
  }

  showWindow() {
    const ends = this.app.window || ["", ""];
    byId("window-low").value = ends[0] === -Infinity ? "" : ends[0];
    byId("window-high").value = ends[1] === Infinity ? "" : ends[1];
  }

  // A box that opens closes the others, so that the tree stays visible. The quiz stays open: it is one line, and a look
  // at the legend should not lose a question and a score.
  _toggle(name) {
    const open = byId(`${name}-box`).hidden;
    if (open) for (const other of READING) if (other !== name) this._box(other, false);
    this._box(name, open);
  }

  _box(name, open) {
    const box = byId(`${name}-box`), button = byId(`${name}-button`);
    if (box.hidden !== open) return;
    if (!open && box.contains(document.activeElement)) button.focus();
    box.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
    if (open && name === "legend") showLegend(this.app.theme);
    if (name === "quiz") this.app.quiz.toggle(open);
  }

  // Escape closes an open box; with no box open it clears the selection.
  _escape() {
    const open = [...READING, "quiz"].find((name) => !byId(`${name}-box`).hidden);
    if (open) this._box(open, false);
    else this.app.active.select(-1);
  }

  _second() {
    const { app } = this;
    if (app.panels.length > 1) return app.closePanel(app.panels[1]);
    const first = app.panels[0].choice.id;
    const choice = first === "alpha_beta" ? "sss_star" : "alpha_beta";
    const known = halfmove.algorithms.some((each) => each.id === choice);
    app.editor.attempt(() => app.open(readyChoice(known ? choice : halfmove.algorithms[0].id, app.shape)));
    app.moved(app.panels[0]);
  }

  // Ends that do not form a window stay in their fields: often the user changes the other one next.
  _window() {
    const { app } = this;
    app.editor.attempt(() => app.setWindow(windowFrom(byId("window-low").value, byId("window-high").value)));
  }

  _save() {
    const { active } = this.app, link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([active.svg()], { type: "image/svg+xml" }));
    link.download = `${active.choice.id}-step-${active.replay.step}.svg`;
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  async _copy() {
    writeAddress(addressOf(this.app));
    const text = window.location.href.startsWith("about:") ? addressOf(this.app) : window.location.href;
    const button = byId("link-button");
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      button.textContent = "See address";
    }
    setTimeout(() => (button.textContent = "Link"), 1800);
  }

  _theme(dark, chosen = true) {
    this.dark = dark;
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    byId("theme-button").textContent = dark ? "Light" : "Dark";
    if (chosen) remembered.set("theme", dark ? "dark" : "light");
    this.app.recolour();
  }

  // Paper is white: print in light colours.
  _print(begins) {
    document.documentElement.dataset.theme = begins ? "light" : this.dark ? "dark" : "light";
    this.app.recolour();
    for (const panel of this.app.panels) panel.print(begins);
  }

  _key(event) {
    const { app } = this, panel = app.active, tag = event.target.tagName;
    if (!panel || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") return this._escape(); // in a field too
    const slider = event.target.type === "range";
    if ((tag === "INPUT" && !slider) || tag === "TEXTAREA" || tag === "SELECT") return;
    if ((tag === "BUTTON" || tag === "SUMMARY") && (event.key === " " || event.key === "Enter")) return;
    const act = this._act(event, panel);
    if (!act) return;
    event.preventDefault();
    act();
  }

  _act(event, panel) {
    const { key } = event, { replay, view } = panel;
    if (event.shiftKey && key.startsWith("Arrow")) return () => panel.walk(key);
    const jumps = { l: "leaf", c: "cut", r: "again", o: "operator" };
    if (jumps[key.toLowerCase()]) return () => panel.go(replay.jump(jumps[key.toLowerCase()], key === key.toLowerCase() ? 1 : -1));
    return {
      ArrowRight: () => panel.go(replay.step + 1),
      ArrowLeft: () => panel.go(replay.step - 1),
      Home: () => panel.go(0),
      End: () => panel.go(replay.steps),
      " ": () => panel.play(),
      "+": () => view.zoom(1.4),
      "=": () => view.zoom(1.4),
      "-": () => view.zoom(1 / 1.4),
      0: () => panel.whole(),
      "[": () => view.pan(80),
      "]": () => view.pan(-80),
      f: () => panel.fold(panel.selected),
    }[key];
  }
}
