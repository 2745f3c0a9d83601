// The application: one game, from the first move to the review. `source` knows the rules and thinks; `about` describes them.

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

class App {
  constructor(source, about) {
    Object.assign(this, { source, about, who: about.who ?? "first", level: about.level ?? 5, seconds: about.seconds ?? 1, analysis: false, showsThinking: true, paused: false });
    Object.assign(this, { nodes: [], played: [], at: 0, startName: null, state: "loading", busy: null, token: 0, moving: -1, pending: Promise.resolve() });
    Object.assign(this, { look: {}, live: new Set(), review: [], judged: [], thought: null });
    this.forget();
    this.board = new Board(byId("board"), {
      press: (key) => this.press(key),
      lift: (key) => this.lift(key),
      leave: () => this.leave(),
      peek: (key) => {
        const found = key && this.free ? press(this.choices, this.clicked, key) : {};
        return found.play === undefined ? null : this.node.moves[found.play].text;
      },
    });
  }

  get node() {
    return this.nodes[this.at];
  }

  // Whether a person may move now.
  get free() {
    return this.state === "yours" && this.moving !== this.token;
  }

  get moves() {
    return byId("animate").checked && !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  isComputer(second) {
    return this.who === "none" || roleOf(this.who, second) === "computer";
  }

  // Forget what belongs to one position: clicks, hints, values of moves.
  forget() {
    Object.assign(this, { clicked: [], left: [], ask: false, hinted: null, values: new Map() });
    if (byId("advice")) tell(byId("advice"), "");
  }

  complain(error) {
    const words = error instanceof Error ? error.message : error;
    tell(byId("problem"), words ? visible(words.replace(/^\p{Ll}/u, (sign) => sign.toUpperCase())).replace(/([^.!?…])$/, "$1.") : "");
  }

  // Asking the source. What is still under way is stopped first, and an answer that comes too late is null.
  cancel() {
    this.token += 1;
    if (this.busy) this.source.stop();
    this.busy = null;
    return this.token;
  }

  async asked(purpose, call) {
    const token = this.cancel(), before = this.pending, current = () => token === this.token;
    const answer = (async () => {
      await before;
      if (!current()) return null;
      this.busy = purpose;
      return call(current);
    })();
    this.pending = answer.catch(() => null);
    try {
      const found = await answer;
      if (!current()) return null;
      this.busy = null;
      return found;
    } catch (error) {
      if (!current()) return null;
      this.busy = null;
      this.complain(error);
      return null;
    }
  }

  think(purpose, level, seconds) {
    const { node } = this;
    return this.asked(purpose, async (current) => {
      const live = (thought) => current() && this.heard(node, thought, purpose);
      const thought = await this.source.think(node, { level, seconds, purpose }, live);
      live(thought);
      return thought;
    });
  }

  heard(node, thought, purpose) {
    this.thought = { node, thought, open: purpose !== "eval" };
    drawThought(this);
  }

  // Positions

  begin(nodes, played, startName = null) {
    this.cancel();
    Object.assign(this, { nodes, played, at: nodes.length - 1, startName, review: [], judged: [], thought: null });
    this.complain("");
    this.arrive(false);
  }

  async newGame() {
    this.cancel();
    this.paused = false;
    try {
      this.begin([await this.source.start()], []);
    } catch (error) {
      this.complain(error);
      if (!this.nodes.length) throw error;
    }
  }

  // A move of a person or of the computer. A second click before it is made does nothing.
  async play(i) {
    if (this.moving === this.token || this.at !== this.nodes.length - 1 || this.node.over) return;
    const token = this.cancel();
    this.moving = token;
    try {
      const next = await this.source.after(this.node, i);
      if (token !== this.token) return;
      this.nodes.push(next);
      this.played.push(i);
      this.at += 1;
      this.complain("");
      this.arrive(this.moves);
    } catch (error) {
      if (token === this.token) this.complain(error);
    } finally {
      if (this.moving === token) this.moving = -1;
    }
  }

  // Show the position that was reached, and go on from there.
  arrive(animate) {
    this.moving = -1;
    this.forget();
    const { node } = this;
    this.again = this.at > 0 && this.nodes[this.at - 1].second === node.second;
    this.choices = choicesOf(node);
    this.asWords = node.moves.some((move) => move.clicks) || (this.asWords && node.over);
    const board = boardOf(node.text, this.asWords);
    this.look = lookOf(board, this.choices, this.at ? this.look : {});
    if (board.kind === "words") this._findPits(board);
    this.board.show(node.text, {
      asWords: this.asWords, look: this.look, live: this.live, animate, label: `Board of ${visible(this.about.title)}`,
      extra: board.kind === "signs" ? nextCells(this.choices, []).keys() : [], hides: (note) => / is to move\.?$/.test(note),
    });
    if (!this.board.picture) this.choices = node.moves.map(() => null);
    const bw = this.look.chess || this.look.stones === "bw", first = this.about.players?.[0]?.toLowerCase()[0];
    Object.assign(document.body.dataset, { look: this.look.holes ? "holes" : bw ? "bw" : "xo", first: first === (bw ? "w" : "o") ? "light" : "dark" });
    writeLink(this);
    this.goOn();
  }

  // Lines in which a word ever changes hold pits.
  _findPits(board) {
    for (const move of this.node.moves) {
      for (const [row] of move.clicks ?? []) this.live.add(row);
      for (const key of changesOf(board, move.text)?.changed ?? []) this.live.add(Number(key.split(",")[0]));
    }
  }

  lastMove() {
    if (!this.at) return null;
    const before = this.nodes[this.at - 1], changes = changesOf(boardOf(before.text, this.asWords), this.node.text);
    return changes && { changed: changes.changed, path: changes.path ?? [] };
  }

  goOn() {
    const { node } = this, end = this.at === this.nodes.length - 1, computer = this.isComputer(node.second);
    this.state = !end ? "browsing" : node.over ? "over" : !computer ? "yours" : this.paused ? "stopped" : "thinking";
    if (this.review[this.at]) this.thought = { node, thought: this.review[this.at], open: true };
    else if (!end) this.thought = null;
    this.draw();
    if (this.state === "thinking") this.computerMoves();
    else if (this.analysis && !node.over) this.analyse();
    else if (this.state === "yours" && this.showsThinking) this.think("eval", null, Math.min(1, this.seconds));
  }

  async computerMoves() {
    const began = performance.now(), thought = await this.think("move", this.level, this.seconds), token = this.token;
    if (!thought) {
      if (this.state === "thinking" && !this.busy && byId("problem").textContent) this.pause(true);
      return;
    }
    const least = this.moves ? (this.who === "none" ? 650 : 380) : 0;
    await pause(Math.max(0, least - (performance.now() - began)));
    if (token === this.token && this.state === "thinking") this.play(thought.move);
  }

  async analyse() {
    const { node } = this, take = (list) => {
      const best = Math.max(...list.map((each) => each.value)), kind = ({ value }) => (value > 0 ? "good" : value < 0 ? "bad" : "equal");
      this.values = new Map(list.map((each) => [each.move, { text: shortValue(each, this.about.unit), value: each.value, best: each.value === best, kind: kind(each) }]));
      this.drawMarks();
      drawMoves(this);
    };
    const list = await this.asked("analysis", (current) => this.source.analyse(node, { seconds: this.seconds }, (list) => current() && take(list)));
    if (!list || node !== this.node) return;
    take(list);
    if (this.showsThinking && this.state === "yours") this.think("eval", null, Math.min(1, this.seconds));
  }

  async giveHint() {
    if (!this.free) return;
    const { node } = this;
    tell(byId("advice"), "Looking for a good move…");
    const asking = this.think("hint", null, this.seconds);
    this.busy = "hint";
    drawControls(this);
    const thought = await asking;
    if (!thought || node !== this.node) return;
    Object.assign(this, { hinted: thought.move, clicked: [], left: [], ask: false });
    byId("advice").replaceChildren("Hint: ", bdi(node.moves[thought.move].name), ` — ${valueWords(this, node, thought)}.`);
    this.draw();
  }

  // Settings; the game goes on with them.
  set(changes) {
    Object.assign(this, changes);
    if (!this.nodes.length) return;
    if (this.busy !== "review") {
      const waits = "level" in changes || "seconds" in changes; // these count from the next move on
      if (waits && this.state !== "yours") return drawControls(this);
      this.cancel();
      if (!this.analysis) this.values = new Map();
      this.goOn();
    } else this.draw();
  }

  pause(paused) {
    this.paused = paused;
    this.cancel();
    this.goOn();
  }

  stop() {
    this.cancel();
    tell(byId("progress"), "");
    this.draw();
  }

  // Where taking back leads: to the last position in which a person had the move.
  backTo() {
    let to = this.nodes.length - 2;
    while (to >= 0 && this.who !== "none" && this.isComputer(this.nodes[to].second)) to -= 1;
    return to;
  }

  takeBack(to = this.backTo()) {
    if (to < 0) return;
    this.cancel();
    this.paused = this.who === "none";
    this.complain("");
    Object.assign(this, { nodes: this.nodes.slice(0, to + 1), played: this.played.slice(0, to), at: to, thought: null, judged: [] });
    this.review.length = Math.min(this.review.length, to + 1);
    byId("graph").hidden = true;
    this.arrive(this.moves);
  }

  // Look at another position of this game.
  jump(ply) {
    const to = Math.max(0, Math.min(this.nodes.length - 1, ply));
    if (to === this.at) return;
    const reviewing = this.busy === "review", step = Math.abs(to - this.at) === 1;
    if (!reviewing) this.cancel();
    this.at = to;
    if (reviewing) [this.analysis, byId("analysis").checked] = [false, false];
    this.arrive(step && this.moves);
  }

  resume() {
    if (this.at < this.nodes.length - 1) this.takeBack(this.at);
  }

  // Clicks

  press(key) {
    if (!this.free) return;
    const found = press(this.choices, this.clicked, key);
    this.byKeyboard = this.board.picture?.contains(document.activeElement) && document.activeElement.matches(":focus-visible");
    if (found.play !== undefined) this.play(found.play);
    else this.select(found);
  }

  lift(key) {
    if (!this.free) return false;
    if (lastOf(this.clicked) === key) return true;
    const found = press(this.choices, [], key);
    if (found.play !== undefined || !found.clicked.length) return false;
    this.select(found);
    return true;
  }

  select({ clicked, left, ask }) {
    Object.assign(this, { clicked, left, ask, hinted: null });
    this.draw();
  }

  leave() {
    if (this.clicked.length || this.hinted !== null) this.select({ clicked: [], left: [], ask: false });
  }

  playButton(i) {
    if (this.free) this.play(i);
  }

  // Review: every position is valued at full strength.
  async reviewGame() {
    this.cancel();
    const { nodes } = this, seconds = Math.min(this.seconds, 1);
    byId("graph").hidden = false;
    const finished = await this.asked("review", async (current) => {
      this.draw();
      for (let ply = nodes.length - 1; ply >= 0 && current(); ply -= 1) {
        if (!nodes[ply].over && !this.review[ply]) {
          tell(byId("progress"), `Looking at position ${nodes.length - ply} of ${nodes.length}…`);
          const thought = await this.source.think(nodes[ply], { level: null, seconds, purpose: "eval" }, () => null);
          if (!current()) return null;
          this.review[ply] = thought;
        }
        this.drawReview();
      }
      return true;
    });
    tell(byId("progress"), "");
    if (finished) this.goOn();
  }

  drawReview() {
    this.judged = judged(this);
    drawGraph(this, byId("graph"));
    drawPlayed(this);
    const list = byId("judged");
    list.hidden = byId("graph").hidden || !this.judged.length;
    list.replaceChildren(...this.judged.map((each) => el("li", {}, el("button", { className: "ply", onclick: () => this.jump(each.ply) },
      el("b", { className: each.kind }, each.kind === "blunder" ? "??" : "?"), ` ${each.ply}. `, bdi(this.nodes[each.ply - 1].moves[this.played[each.ply - 1]].name), ` – ${each.words}`))));
  }

  // Loading

  async load(text) {
    const link = text.match(/#g=\S*$/), [, name, moves] = text.match(/^position ([^\n]*)\n?([^]*)$/) ?? [null, null, text];
    if (link) return this.loadLink(link[0]);
    if (!text) return "Paste or type moves first.";
    const start = async () => (name === null ? this.source.start() : this.source.locate(name));
    try {
      const { nodes, played } = await playText(this.source, await start(), moves).catch(async (error) => {
        if (error.read || !this.about.canLocate || name !== null) throw error;
        const node = await this.source.locate(text);
        return { nodes: [node], played: null };
      });
      this.begin(nodes, played ?? [], played ? name : text);
      return "Loaded.";
    } catch (error) {
      this.complain(error);
      return "";
    }
  }

  async loadLink(hash = window.location.hash) {
    try {
      const { moves, start } = readLink(hash) ?? { moves: [], start: null }, nodes = [start === null ? await this.source.start() : await this.source.locate(start)];
      for (const i of moves) {
        if (!lastOf(nodes).moves[i]) throw new Error("illegal");
        nodes.push(await this.source.after(lastOf(nodes), i));
      }
      this.begin(nodes, moves, start);
      return "Loaded.";
    } catch {
      const first = !this.nodes.length;
      if (first) await this.newGame();
      this.complain(`This link does not hold a game that can be played here${first ? ", so a new game begins" : ""}.`);
      return "";
    }
  }

  // Drawing

  draw() {
    document.body.dataset.state = this.state;
    document.body.dataset.ply = this.at;
    const { node } = this, side = node.over && node.score ? (node.score > 0) === node.second : node.second;
    byId("turn").className = `chip ${node.over && !node.score ? "nobody" : side ? "second" : "first"}${this.state === "thinking" ? " busy" : ""}`;
    byId("status").textContent = statusWords(this);
    this.drawMarks();
    drawChooser(this);
    drawMoves(this);
    drawPlayed(this);
    drawThought(this);
    drawControls(this);
    if (!byId("graph").hidden) this.drawReview();
    else byId("judged").hidden = true;
  }

  drawMarks() {
    const { free, clicked } = this, can = free ? nextCells(this.choices, clicked) : new Map(), shown = free ? shownCells(this.choices, clicked) : new Map();
    const values = new Map();
    for (const [key, moves] of this.values.size ? shownCells(this.choices, clicked) : []) {
      const found = moves.flatMap((i) => (this.values.has(i) ? [this.values.get(i)] : []));
      if (found.length) values.set(key, found.reduce((one, other) => (other.value > one.value ? other : one)));
    }
    if (clicked.length && free) for (const [key, moves] of nextCells(this.choices, [])) if (!can.has(key)) can.set(key, moves); // another start may be clicked
    this.board.mark({ can, shown, selected: clicked, last: this.lastMove(), hint: this.hinted === null ? [] : cellsOf(this.choices[this.hinted]), values });
  }
}

async function startApp(source, about) {
  document.body.dataset.state = "loading";
  const app = new App(source, about);
  makeControls(app);
  await app.loadLink();
  document.body.dataset.ready = "1";
  return app;
}
