// The boards of a game: the position of this step and that of the selected node, drawn as where the game is played.
// `played` are the scripts of that page. Pages of trees have none of this.

const SCANNED = 200; // nodes that show how a board looks
const WIDE = "(min-width: 761px)"; // on a phone the tree needs the room

// The texts of the positions, of as many nodes as the page has.
class Positions {
  constructor(app) {
    const { start, edits, nodes, clicks, waits } = app.data.boards;
    Object.assign(this, { start, edits, nodes, clicks, waits, shape: app.shape, labels: app.labels });
    this.asWords = clicks !== null;
    this._look();
  }

  has(node) {
    return node <= this.nodes.length;
  }

  text(node) {
    const path = [];
    for (let v = node; v > 0; v = this.shape.parent[v]) if (this.nodes[v - 1] !== this.waits) path.push(this.edits[this.nodes[v - 1]]);
    return path.reduceRight(edited, this.start);
  }

  board(node) {
    return played.boardOf(this.text(node), this.asWords);
  }

  // The cells that the last move changed.
  changed(node) {
    const v = this.isWait(node) ? this.shape.parent[node] : node;
    return v > 0 ? (played.changesOf(this.board(this.shape.parent[v]), this.text(v))?.changed ?? []) : [];
  }

  isWait(node) {
    return node > 0 && this.nodes[node - 1] === this.waits;
  }

  // The moves that lead to a node.
  line(node) {
    const line = [];
    for (let v = node; v > 0; v = this.shape.parent[v]) if (!this.isWait(v)) line.unshift(this.labels[nameOf(this.shape, v)] || String(childNumber(this.shape, v)));
    return line;
  }

  // What moves do near the root shows how all boards look: stones that fall, squares in two colours, pits.
  _look() {
    const { shape, nodes, clicks } = this;
    this.live = new Set((clicks ?? []).flat().map(([row]) => row));
    this.look = {};
    for (let v = 0; v < Math.min(SCANNED, nodes.length + 1); v++) {
      for (const key of this.changed(v)) this.live.add(Number(key.split(",")[0]));
      const first = shape.first[v], count = shape.children[v];
      if (v > 12 || !count || this.isWait(first) || !this.has(first + count - 1)) continue;
      const moves = Array.from({ length: count }, (_, i) => ({ name: this.line(first + i).pop(), text: this.text(first + i), clicks: clicks && (v ? [] : clicks[i]) }));
      this.look = played.lookOf(this.board(v), played.choicesOf({ text: this.text(v), moves }), this.look);
    }
  }

  lookOf(node) {
    return played.lookOf(this.board(node), [], this.look);
  }
}

// A text after an edit: places in order, each with how many signs go and which come.
function edited(text, edit) {
  const signs = Array.from(text), parts = [];
  let end = 0;
  for (let i = 0; i < edit.length; i += 3) {
    parts.push(...signs.slice(end, edit[i]), edit[i + 2]);
    end = edit[i] + edit[i + 1];
  }
  return parts.join("") + signs.slice(end).join("");
}

// The last of these moves, as many as fit above a board.
function lastOnes(line) {
  let at = line.length - 1;
  for (let left = 22 - line[at].length; at > 0 && line[at - 1].length < left; at--) left -= line[at - 1].length + 1;
  return (at ? "… " : "") + line.slice(at).join(" ");
}

// The boards of a panel.
class BoardBox {
  constructor(panel) {
    this.panel = panel;
    this.figures = ["This step", "Selected"].map((what) => new Figure(what));
    const open = panel.app.data.boards.problem !== undefined || window.matchMedia(WIDE).matches;
    this.root = el("details", { className: "boards", open, ontoggle: () => this.show() },
      el("summary", {}, "Position"), el("div", { className: "figures" }, ...this.figures.map((each) => each.root)));
    panel.part("now").after(this.root);
    panel.part("side").classList.add("with-boards");
  }

  // Boards belong to the tree of the game as Python wrote it, not to one that was changed.
  show() {
    const { panel } = this, { app } = panel, { problem } = app.data.boards;
    this.root.hidden = app.given !== app.data;
    if (this.root.hidden || !this.root.open || !panel.replay) return;
    if (problem) return this.root.lastChild.replaceChildren(el("p", { className: "quiet" }, problem));
    app.positions ??= new Positions(app);
    const now = lastNode(panel.replay, panel.current), [step, selected] = this.figures;
    step.show(app.positions, now);
    selected.show(app.positions, panel.selected === now ? -1 : panel.selected);
  }
}

// The node of this step; at a step about lists, that of the step before.
function lastNode(replay, current) {
  let e = current < 0 ? replay.at - 1 : -1;
  while (e >= 0 && replay.kind[e] >= CUT) e--;
  return current >= 0 ? current : e < 0 ? 0 : replay.node[e];
}

class Figure {
  constructor(what) {
    this.what = what;
    this.node = -1;
    this.place = el("div", { className: "board" });
    this.host = el("div", { className: "board-place" });
    this.host.attachShadow({ mode: "open" }).append(el("style", {}, played.style), this.place);
    this.missing = el("p", { className: "quiet" });
    this.caption = el("figcaption");
    this.root = el("figure", { hidden: true }, this.caption, this.host, this.missing);
    this.board = new played.Board(this.place);
  }

  show(positions, node) {
    this.root.hidden = node < 0;
    if (node === this.node || node < 0) return;
    this.node = node;
    const has = positions.has(node), line = positions.line(node), words = node ? `after ${lastOnes(line)}` : "the root";
    this.caption.replaceChildren(el("b", {}, this.what), " ", el("span", { title: line.slice(-100).join(" ") }, words));
    this.host.hidden = !has;
    this.missing.textContent = has ? "" : `Only the first ${counted(positions.nodes.length + 1, "of", "of")} the ${counted(positions.shape.count, "node has a board", "nodes have boards")}.`;
    if (has) this._draw(positions, node);
  }

  _draw(positions, node) {
    const { board } = this, { asWords, live } = positions, changed = positions.changed(node), look = positions.lookOf(node);
    const text = positions.text(node);
    this.host.dataset.look = look.holes ? "holes" : look.chess || look.stones === "bw" ? "bw" : "xo";
    board.show(text, { asWords, look, live, extra: asWords ? [] : changed });
    board.mark({ last: { changed, path: [] } });
    const { picture } = board;
    if (!picture) return;
    // A picture for those who hear it too: nothing in it can be clicked, and the keys are those of the replay.
    const cells = [...board.cells.values()], news = cells.filter((cell) => cell.classList.contains("last")).map((cell) => cell.getAttribute("aria-label").replace(", last move", ""));
    for (const cell of cells) cell.removeAttribute("tabindex");
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", `${this.caption.textContent}: ${text.split("\n").map(played.visible).join("\n")}${news.length ? `\nChanged: ${news.join("; ")}` : ""}`);
  }
}
