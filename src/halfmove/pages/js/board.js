// A board on the screen: its picture, and what mouse, touch and keyboard do on it. It does not know what a click means.

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const LARGEST = 100; // signs in a line of a text that is still a drawing

function hexagonAround(x, y) {
  const half = SIZE / 2, side = SIZE / Math.sqrt(3);
  return `M${x - half} ${y - side / 2}v${side}l${half} ${side / 2}l${half} ${-side / 2}v${-side}l${-half} ${-side / 2}Z`;
}

class Board {
  // `act`: press(key), lift(key) true if something may be dragged from there, leave(), peek(key) the text after a click
  constructor(place, act = {}) {
    this.place = place;
    this.act = act;
    this.board = null;
    this.marks = { can: new Map(), shown: new Map(), selected: [], last: null, hint: [], values: new Map() };
    this.focus = null;
    this.drag = null;
    this.flown = false; // whether the last stone was dragged to its place: then it does not slide there again
  }

  // Draw a position. `look` as in lookOf, `extra` cells that can be clicked though nothing stands there, `live` lines of
  // words that are pits, `animate` from what is shown now.
  show(text, { asWords = false, look = null, extra = [], live = new Set(), label = "Board", animate = false, hides = () => false } = {}) {
    const before = this.board, board = boardOf(text, asWords), layout = layoutOf(board, { extra, live });
    const changes = animate && before && changesOf(before, text), old = this.look, held = this.picture && this.picture.contains(document.activeElement);
    Object.assign(this, { board, layout, look: look ?? lookOf(board), text });
    this.cells = new Map();
    this.pieces = new Map();
    const notes = layout.notes.filter((note) => !hides(note)), large = layout.wide > LARGEST * SIGN.w && board.kind !== "grid";
    if (!layout.boxes.size || large) {
      this.picture = null;
      this.place.replaceChildren(el("pre", { className: "plain", dir: "auto" }, text.split("\n").map(visible).join("\n")));
      return;
    }
    this.picture = this._picture(label);
    this.place.replaceChildren(this.picture, ...(notes.length ? [el("div", { className: "notes" }, ...notes.map((note) => el("p", { dir: "auto" }, visible(note))))] : []));
    if (!this.cells.has(this.focus)) this.focus = [...this.cells.keys()][0];
    this.mark({});
    if (held) this.cells.get(this.focus).focus({ preventScroll: true });
    if (changes) this._animate(changes, before, old);
    this.flown = false;
  }

  _picture(label) {
    const { layout, board, look } = this, { wide, high } = layout, grid = board.kind === "grid", holes = grid && look.holes;
    const squares = svg("g"), rows = new Map(), { frame } = layout;
    this.layers = { squares, pieces: svg("g", { class: "pieces" }), ghosts: svg("g", { class: "ghosts" }), marks: svg("g", { class: "marks" }) };
    if (frame && !grid) squares.append(svg("rect", { x: frame.x, y: frame.y, width: frame.w, height: frame.h, rx: board.kind === "words" ? 26 : 6, class: `tray ${board.kind}` }));
    const bare = grid && (look.points || look.drawing);
    if (bare) {
      squares.append(svg("rect", { x: frame.x, y: frame.y, width: frame.w, height: frame.h, class: "square" }));
      const lines = board.grid.lines.map((ends) => ends.map(([row, column]) => this._middle(keyOf(row, column)).join(" ")).join("L"));
      squares.append(svg("path", { d: lines.map((each) => `M${each}`).join(""), class: "joins" }));
    }
    if (grid && oneColour(board)) board.grid.cells.forEach((line, row) => line.forEach((sign, column) => sign || squares.append(svg("rect", { x: frame.x + SIZE * column, y: frame.y + SIZE * row, width: SIZE, height: SIZE, class: "square off" }))));
    for (const [key, box] of layout.boxes) {
      const [row, column] = key.split(",").map(Number);
      if (!rows.has(row)) rows.set(row, squares.appendChild(svg("g", { role: "row" })));
      const odd = (row + column) % 2 === (oneColour(board) ? (row + column) % 2 : 1);
      const shape = box.pit ? svg("circle", { cx: box.x + 22, cy: box.y + 22, r: 21, class: "square pit" })
        : grid && board.grid.slant ? svg("path", { d: hexagonAround(...this._middle(key)), class: "square" })
        : svg("rect", { x: box.x, y: box.y, width: box.w, height: box.h, class: `square${!grid || bare ? " bare" : look.chequered && odd ? " odd" : ""}`, ...(bare ? { rx: SIZE / 2 } : grid ? {} : { rx: 4 }) });
      const cell = svg("g", { "data-cell": key, role: "gridcell", tabindex: -1, class: "cell" }, shape);
      const sign = board.cells.get(key);
      if (look.points) cell.append(svg("circle", { cx: box.x + SIZE / 2, cy: box.y + SIZE / 2, r: 4.5, class: "point" }));
      if (holes) cell.append(svg("circle", { cx: box.x + SIZE / 2, cy: box.y + SIZE / 2, r: 21.5, class: "hole" }));
      if (!isEmpty(sign) || (!grid && sign !== undefined && sign !== " ")) {
        if (!isEmpty(sign)) cell.classList.add("full");
        this._place(key, sign);
      }
      this.cells.set(key, cell);
      rows.get(row).append(cell);
    }
    const front = holes ? [this._panel()] : grid && !board.grid.slant ? [svg("rect", { x: frame.x, y: frame.y, width: frame.w, height: frame.h, class: "rim" })] : [];
    const names = layout.names.map(({ text, x, y }) => svg("text", { x, y, class: "name" }, visible(text)));
    const picture = svg("svg", { viewBox: `0 0 ${wide} ${high}`, role: "grid", "aria-label": label, class: `picture ${board.kind}${holes ? " holes" : ""}${look.stones === "bw" || look.chess ? " bw" : ""}` },
      squares, svg("g", { "aria-hidden": "true" }, this.layers.ghosts, this.layers.pieces, ...front, ...names, this.layers.marks));
    picture.style.setProperty("--most", `${Math.round(Math.min(wide * layout.most, wide > 900 ? 720 : 560))}px`);
    picture.style.setProperty("--ratio", (wide / high).toFixed(3));
    this._listen(picture);
    return picture;
  }

  // The front of a board with holes, behind which stones fall.
  _panel() {
    const { x, y, w, h } = this.layout.frame, r = 20.5;
    const holes = [...this.layout.boxes.values()].map((box) => `M${box.x + SIZE / 2 - r} ${box.y + SIZE / 2}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`).join("");
    return svg("path", { d: `M${x - 4} ${y - 4}h${w + 8}v${h + 8}h${-w - 8}Z${holes}`, "fill-rule": "evenodd", class: "panel" });
  }

  _middle(key) {
    const { x, y, w, h } = this.layout.boxes.get(key);
    return [x + w / 2, y + h / 2];
  }

  _place(key, sign, layer = this.layers.pieces) {
    const [x, y] = this._middle(key), inner = pieceOf(sign, this.look, this.layout.boxes.get(key).pit ? "pit" : this.board.kind);
    const outer = layer.appendChild(svg("g", { transform: `translate(${x} ${y})` }, inner));
    if (layer === this.layers.pieces) this.pieces.set(key, outer);
    return inner;
  }

  // Show what can be clicked, what was clicked and what was found; what is not given stays as it is.
  mark(marks) {
    Object.assign(this.marks, marks);
    if (!this.picture) return;
    const { can, shown, selected, last, hint, values } = this.marks, { marks: layer } = this.layers;
    layer.replaceChildren();
    this.preview(null);
    const quiet = !selected.length && shown.size > 60;
    for (const [key, cell] of this.cells) {
      const ends = last?.path ?? [], on = (name, yes) => cell.classList.toggle(name, !!yes);
      on("can", can.has(key));
      on("shown", shown.has(key));
      on("selected", selected.includes(key));
      on("last", last?.changed.includes(key));
      on("end", ends.includes(key));
      cell.setAttribute("tabindex", key === this.focus ? 0 : -1);
      cell.setAttribute("aria-label", this._spoken(key));
      cell.setAttribute("aria-selected", selected.includes(key));
      const [x, y] = this._middle(key), grid = this.board.kind === "grid";
      const ring = (name, r = 22) => layer.append(grid || this.layout.boxes.get(key).pit ? svg("circle", { cx: x, cy: y, r, class: name }) : svg("rect", { x: x - 7, y: y - 14, width: 14, height: 28, rx: 4, class: name }));
      if ((grid || this.layout.boxes.get(key).pit) && shown.has(key) && !quiet && !values.has(key)) {
        if (!cell.classList.contains("full")) ring("dot", 5);
        else ring(selected.length ? "take" : "ready", 22.5);
      }
      if (selected.includes(key)) ring("chosen");
      if (this.look.holes && last?.changed.includes(key)) ring("chosen newest");
      if (hint.includes(key) && (hint.length !== 2 || key === hint[0])) ring("hint");
      if (values.has(key)) this._value(layer, x, y, values.get(key));
    }
    if (hint.length === 2 && hint.every((key) => this.cells.has(key))) layer.append(this._arrow(...hint));
  }

  _value(layer, x, y, { text, best, kind }) {
    const wide = Math.min(46, 12 + 6.6 * text.length), words = svg("text", { x, y: y + 0.5, class: "value-text" }, text);
    if (text.length > 5) words.setAttribute("textLength", wide - 6);
    layer.append(svg("g", { class: `value ${kind}${best ? " best" : ""}` }, svg("rect", { x: x - wide / 2, y: y - 9.5, width: wide, height: 19, rx: 9.5 }), words));
  }

  _arrow(from, to) {
    const [x0, y0] = this._middle(from), [x1, y1] = this._middle(to), long = Math.hypot(x1 - x0, y1 - y0) || 1, [dx, dy] = [(x1 - x0) / long, (y1 - y0) / long];
    const [x2, y2] = [x1 - 16 * dx, y1 - 16 * dy], head = `${x1 - 4 * dx} ${y1 - 4 * dy}L${x2 - 9 * dy} ${y2 + 9 * dx}L${x2 + 9 * dy} ${y2 - 9 * dx}Z`;
    return svg("path", { class: "arrow", d: `M${x0} ${y0}L${x2} ${y2}M${head}` });
  }

  _spoken(key) {
    const { can, selected, last } = this.marks, [row, column] = key.split(",").map(Number), grid = this.board.grid;
    const across = grid && (grid.above[column] ?? grid.below[column]), down = grid && (grid.left[row] || grid.right[row]);
    const named = across && down ? visible(across + down) : `row ${row + 1}, column ${across ? visible(across) : column + 1}`;
    const sign = this.board.cells.get(key), words = [named, spokenSign(sign, this.look)];
    if (selected.includes(key)) words.push("selected");
    else if (can.has(key)) words.push(selected.length || isEmpty(sign) ? "legal target" : "can move");
    if (last?.changed.includes(key)) words.push("last move");
    return words.join(", ");
  }

  // Show faintly what a text has where this board has something else.
  preview(text) {
    if (!this.picture) return;
    const changes = text === null ? null : changesOf(this.board, text);
    if (!changes && !this.layers.ghosts.childNodes.length && !this.previewed) return;
    this.layers.ghosts.replaceChildren();
    this.previewed = !!changes;
    for (const [key, piece] of this.pieces) piece.classList.toggle("going", !!changes && changes.changed.includes(key));
    for (const [key, cell] of this.cells) cell.classList.toggle("would", !!changes && changes.changed.includes(key));
    const after = changes && changes.changed.length < 60 ? boardOf(text, this.board.kind === "words") : null;
    for (const key of after ? changes.changed : []) {
      const sign = after.cells.get(key);
      if (!isEmpty(sign) && this.layout.boxes.has(key) && this.board.kind !== "words") this._place(key, sign, this.layers.ghosts);
    }
  }

  _animate({ changed, slides, fresh, gone }, before, look) {
    const move = (key, frames, options) => this.pieces.get(key)?.firstChild.animate(frames, { easing: "ease-out", fill: "backwards", duration: 200, ...options });
    const slid = new Set(slides.flat());
    for (const [from, to] of this.flown ? [] : slides) {
      if (!this.layout.boxes.has(from)) continue;
      const [x0, y0] = this._middle(from), [x1, y1] = this._middle(to);
      this.layers.pieces.append(this.pieces.get(to));
      move(to, [{ transform: `translate(${x0 - x1}px, ${y0 - y1}px)` }, { transform: "none" }], { easing: "ease-in-out", duration: 220 });
    }
    for (const key of changed.length < 80 ? changed : []) {
      if (slid.has(key)) continue;
      if (gone.includes(key)) this._vanish(key, before.cells.get(key), look);
      else if (!fresh.includes(key)) move(key, [{ transform: this.look.stones ? "scaleX(0.1)" : "scale(1.35)" }, { transform: "none" }], { delay: this.look.stones ? 90 : 0 });
      else if (this.look.holes) {
        const high = this._middle(key)[1], up = (y) => ({ transform: `translateY(${-y}px)` });
        move(key, [{ ...up(high), easing: "cubic-bezier(.5,0,1,.7)" }, { ...up(0), offset: 0.75 }, { ...up(5), offset: 0.87 }, up(0)], { duration: 220 + high * 0.8 });
      } else move(key, [{ transform: "scale(0.3)", opacity: 0 }, { transform: "none", opacity: 1 }]);
    }
  }

  // What stood there and was taken fades away.
  _vanish(key, sign, look) {
    if (isEmpty(sign) || !this.layout.boxes.has(key) || this.pieces.has(key)) return;
    const now = this.look;
    this.look = look;
    const piece = this._place(key, sign, this.layers.ghosts);
    this.look = now;
    piece.parentNode.classList.add("taken");
    const fading = piece.animate([{ opacity: 1 }, { opacity: 0, transform: "scale(0.6)" }], { duration: 260, easing: "ease-in", fill: "forwards" });
    fading.onfinish = () => piece.parentNode.remove();
  }

  _listen(picture) {
    const on = (name, act) => picture.addEventListener(name, act);
    on("click", (event) => {
      const key = keyAt(event.target);
      if (this.dragged) this.dragged = false;
      else if (!key) this.act.leave?.();
      else {
        this._focusOn(key, false);
        this.act.press?.(key);
      }
    });
    on("pointerover", (event) => event.pointerType === "mouse" && !this.drag && this.preview(this.act.peek?.(keyAt(event.target)) ?? null));
    on("pointerleave", () => this.preview(null));
    on("focusin", (event) => this.preview(this.act.peek?.(keyAt(event.target)) ?? null));
    on("focusout", () => this.preview(null));
    on("keydown", (event) => this._key(event));
    on("pointerdown", (event) => {
      const key = keyAt(event.target);
      this.dragged = false;
      if (event.isPrimary && event.button === 0 && key && this.pieces.has(key) && this.marks.can.has(key) | this.marks.selected.includes(key)) this.drag = { key, x: event.clientX, y: event.clientY, on: false };
    });
    on("pointermove", (event) => this.drag && this._dragTo(event));
    on("pointerup", (event) => this.drag && this._drop(event));
    on("pointercancel", () => this._dropped());
  }

  _dragTo(event) {
    const { drag } = this, [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.on) {
      if (Math.hypot(dx, dy) < 6) return;
      if (!this.act.lift?.(drag.key)) {
        this.drag = null;
        return;
      }
      drag.on = true;
      this.picture.setPointerCapture(event.pointerId);
      this.layers.pieces.append(this.pieces.get(drag.key));
      this.pieces.get(drag.key).classList.add("held");
    }
    const scale = this.layout.wide / this.picture.getBoundingClientRect().width;
    this.pieces.get(drag.key).firstChild.style.transform = `translate(${dx * scale}px, ${dy * scale}px)`;
  }

  _drop(event) {
    const { key, on } = this.drag;
    this._dropped();
    if (!on) return;
    const target = keyAt(document.elementFromPoint(event.clientX, event.clientY));
    this.dragged = true;
    this.flown = true;
    setTimeout(() => (this.dragged = false), 50);
    if (target && target !== key) this.act.press?.(target);
    else if (!target) this.act.leave?.();
  }

  _dropped() {
    const piece = this.drag && this.drag.on ? this.pieces.get(this.drag.key) : null;
    this.drag = null;
    if (!piece) return;
    piece.classList.remove("held");
    piece.firstChild.style.transform = "";
  }

  _focusOn(key, really = true) {
    this.cells.get(this.focus)?.setAttribute("tabindex", -1);
    this.focus = key;
    this.cells.get(key).setAttribute("tabindex", 0);
    if (really) this.cells.get(key).focus();
  }

  _key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in ARROWS) this._focusOn(neighbour(this.layout.boxes, this.focus, ARROWS[event.key]));
    else if (event.key === "Home" || event.key === "End") {
      const row = [...this.cells.keys()].filter((key) => key.split(",")[0] === this.focus.split(",")[0]);
      this._focusOn(event.key === "Home" ? row[0] : lastOf(row));
    } else if (event.key === "Enter" || event.key === " ") this.act.press?.(this.focus);
    else if (event.key === "Escape") this.act.leave?.();
    else return;
    event.preventDefault();
  }
}

const keyAt = (element) => element?.closest?.("[data-cell]")?.dataset.cell ?? null;

// A board to look at, for other pages: `changed` are keys of cells to mark.
function drawBoard(container, text, { changed = [], label = "Board" } = {}) {
  const board = new Board(container);
  board.show(text, { label });
  board.mark({ last: { changed, path: [] } });
  return board;
}
