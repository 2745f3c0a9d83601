// The text beside a picture: the sentence of the step, OPEN and BACKUP, the path, and the selected node.

const MOST_STATES = 120; // states of OPEN that are shown
const MOST_PATH = 40; // nodes of the path that are shown, besides the root

class Side {
  constructor(panel) {
    this.panel = panel;
    const lists = panel.part("lists"), nodeOf = (event) => event.target.closest("[data-node]");
    lists.addEventListener("click", (event) => nodeOf(event) && panel.select(Number(nodeOf(event).dataset.node)));
    lists.addEventListener("mouseover", (event) => {
      const node = nodeOf(event) ? Number(nodeOf(event).dataset.node) : -1;
      panel.hover(node >= 0 && panel.app.layout.hidden[node] ? -1 : node);
    });
    lists.addEventListener("mouseleave", () => panel.hover(-1));
  }

  show() {
    const { panel } = this, { replay } = panel;
    panel.part("sentence").replaceChildren(...this._sentence());
    const reasons = stepReasons(replay), shownOnes = reasons.slice(0, 3).map((reason) => el("p", {}, reason.text));
    if (reasons.length > 3) shownOnes.push(el("p", {}, `And ${reasons.length - 3} more.`));
    panel.part("reasons").replaceChildren(...shownOnes);
    const lists = Boolean(stepsOf(replay));
    panel.part("lists").replaceChildren(...(lists ? this._lists() : []));
    const taken = panel.root.querySelector(".chip.taken");
    if (taken) taken.parentNode.scrollTop = taken.offsetTop - taken.parentNode.offsetTop - 4;
    panel.part("path").replaceChildren(...this._path(lists));
    this.inspect();
  }

  // What happens at this step; of an operator what it takes, what it does, and why.
  _sentence() {
    const { replay } = this.panel, operator = operatorText(replay);
    if (!operator) return [sayStep(replay), ...(replay.step ? [] : howToStart())];
    const parts = [["", operator.taken], ["", operator.done], ["Why? ", operator.why]].filter(([, text]) => text);
    return parts.map(([lead, text]) => el("span", { className: "part" }, lead ? el("b", {}, lead) : "", `${text} `));
  }

  _lists() {
    const { replay } = this.panel, { shape } = replay, { states, taken, lists } = openList(replay);
    const parts = [];
    const flag = flagOf(replay);
    if (flag !== null) {
      parts.push(el("p", { className: "flags" }, el("span", {}, "SPACE ", el("b", {}, String(spaceOf(replay)))), el("span", {}, "FLAG ", el("b", {}, flag ? "INACTIVE" : "ACTIVE"))));
    }
    const count = states.length + (lists > 1 ? `, list ${lists} of several` : "");
    parts.push(el("h3", {}, "OPEN ", el("span", { className: "quiet" }, String(count))));
    const chips = states.slice(0, MOST_STATES).map((state, i) => this._chip(stateText(shape, state), state.node, statusName(state.status), i === taken));
    if (taken >= MOST_STATES) chips.unshift(this._chip(stateText(shape, states[taken]), states[taken].node, statusName(states[taken].status), true));
    if (states.length > MOST_STATES) chips.push(el("span", { className: "quiet" }, `and ${states.length - MOST_STATES} more`));
    parts.push(el("div", { className: "chips" }, ...(chips.length ? chips : [el("span", { className: "quiet" }, "empty")])));
    if (stepsOf(replay).includes("backup")) {
      const kept = backupList(replay);
      parts.push(el("h3", {}, "BACKUP ", el("span", { className: "quiet" }, String(kept.length))));
      const more = kept.length > MOST_STATES ? [el("span", { className: "quiet" }, `and ${kept.length - MOST_STATES} more`)] : [];
      parts.push(el("div", { className: "chips" }, ...kept.slice(0, MOST_STATES).map((each) => this._chip(keptText(shape, each), each.node, "BACKUP", false)), ...more));
    }
    return parts;
  }

  // An entry of a list; `kind` is the status of a state, or BACKUP.
  _chip(text, node, kind, isNext) {
    const title = `${kind === "BACKUP" ? "in BACKUP" : kind}${isNext ? ", the next state to be taken" : ""}`;
    return el("button", { className: `chip ${kind.toLowerCase()}${isNext ? " taken" : ""}`, title, "data-node": node }, text);
  }

  // The nodes on the path, as a table: the alternative to the picture.
  _path(lists) {
    const { replay, path } = this.panel, { shape } = replay;
    const all = [...path].sort((a, b) => shape.depth[a] - shape.depth[b]);
    const nodes = all.length > MOST_PATH ? [all[0], ...all.slice(-MOST_PATH)] : all;
    if (!nodes.length) return [];
    const rows = nodes.map((node) => {
      const state = stateOf(replay, node), name = el("button", { className: "node", onclick: () => this.panel.select(node) }, `${isLeaf(shape, node) ? "•" : isMin(shape, node) ? "○" : "□"} ${nameOf(shape, node)}`);
      const status = { [UNSEEN]: "", [EXPANDED]: "expanded", [DONE]: "left", [EVALUATED]: "evaluated", [LIVE]: "LIVE", [SOLVED]: "SOLVED", [INACTIVE]: "INACTIVE", [PATH]: lists ? "" : "being searched" }[state];
      const numbers = isLeaf(shape, node) && replay.last[node] >= 0 ? shown(shape.score[node]) : numbersOf(replay, node);
      return el("tr", {}, el("td", {}, name), el("td", {}, isLeaf(shape, node) ? "leaf" : playerOf(shape, node)), el("td", {}, status), el("td", {}, numbers));
    });
    const head = el("tr", {}, ...["node", "player", "", lists ? "merit or value" : "window or value"].map((text) => el("th", { scope: "col" }, text)));
    return [el("h3", {}, "Path"), el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows))];
  }

  // The selected node: what is known about it, its history, and buttons to change it.
  inspect() {
    const { panel } = this, box = panel.part("inspector"), node = panel.selected;
    panel.boards?.show();
    box.hidden = node < 0;
    if (node < 0) return box.replaceChildren();
    const { app, replay } = panel, { shape } = app;
    const [title, ...lines] = describeNode(replay, node, app.labels);
    const parts = [el("h3", {}, title, el("button", { className: "close", ariaLabel: "Close", onclick: () => panel.select(-1) }, "×"))];
    parts.push(...lines.map((line) => el("p", {}, line)));
    const history = historyOf(replay, node);
    if (history.length) {
      parts.push(el("ol", { className: "history" }, ...history.slice(0, 12).map(({ step, text }) =>
        el("li", { className: step === replay.step ? "here" : step > replay.step ? "later" : "" },
          el("button", { onclick: () => panel.go(step) }, `step ${step}`), ` ${text}`))));
      if (history.length > 12) parts.push(el("p", { className: "quiet" }, `And ${history.length - 12} more.`));
    }
    parts.push(app.editor.controls(node, panel));
    box.replaceChildren(...parts);
  }
}

// How to start. A style hides the keys on touch screens.
function howToStart() {
  const key = (name) => el("span", { className: "by-key" }, ` (${name})`);
  return [" Press ▶ for the next step", key("right arrow key"), ", or ▶ Play to play all steps", key("space bar"), "."];
}

// The steps at which something happens to a node, future ones included, and why it or a node above it is cut.
function historyOf(replay, node) {
  const { shape } = replay, found = [], known = (reasonFor(replay, node) || {}).reason;
  const add = (e, text) => found.push({ step: replay.stepOf(e), text });
  for (let e = 0; e < replay.count; e++) {
    if (replay.node[e] !== node) continue;
    const x = shown(replay.x[e]), y = shown(replay.y[e]);
    switch (replay.kind[e]) {
      case ENTER: add(e, `${replay.again[e] ? "searched again" : "entered"}, window (${x}, ${y})`); break;
      case LEAVE: add(e, `left with ${boundSign(replay, e)}${x}`); break;
      case LEAF: add(e, `evaluated: ${x}`); break;
      case KNOWN: add(e, replay.aux[e] ? `the table answers ${x}` : "the table knows a bound"); break;
      case OPEN: add(e, `on OPEN: ${statusName(replay.aux[e])}, ${x}`); break;
    }
  }
  const above = [];
  for (let v = node; v >= 0; v = shape.parent[v]) above.push(v);
  for (const reason of replay.reasons) {
    const at = above.indexOf(reason.node);
    const applies = at >= 0 && (reason.kind === "purged" ? true : at > 0 && childNumber(shape, above[at - 1]) >= reason.firstChild);
    if (applies && (at <= 1 || !found.length)) add(reason.event, reason === known ? "cut off" : reason.text);
  }
  return found.sort((a, b) => a.step - b.step);
}
