// Where the page gets positions and moves from: the rules as machine code in this page, a player in a worker.

class Spoiled extends Error {}

class PageSource {
  // data: what the file says; modules: its programs, compiled
  constructor(data, modules) {
    Object.assign(this, {data, modules, pending: null, count: 0, worker: null});
    this.machine = new Machine(modules[0], data.programs[0].about);
    this.thing = python.world(data.texts.things);
    this.functions = {};
    for (const [name, number] of Object.entries(data.texts.roots)) this.functions[name] = this.thing(number);
    this.notes = [];
    this.known = new Known(data.known, this.machine, data.player.turn);
    this.speed = 2e6;  // nodes in a second, until a search shows it
  }

  static async open(data) {
    const modules = await Promise.all(data.programs.map(({code}) => WebAssembly.compile(bytesOf(code))));
    const source = new PageSource(data, modules);
    source.check();
    source.startWorker();
    return source;
  }

  // The page must say what Python said. Where texts differ, it shows plain ones; where rules differ, it stops.
  check() {
    for (const {path, rules, texts} of this.data.samples) {
      let node = {position: this.data.start.map(BigInt), second: false};
      for (let i = 0; i < rules.length; i++) {
        const told = this.machine.rules(node.position);
        if (checksum(this.rulesText(told)) !== rules[i]) throw new Spoiled("In this page the rules of the game are not those that its author wrote. It may be damaged, or this browser may have a fault.");
        if (i < texts.length && this.functions.show !== null) this.checkTexts(node, told, texts[i]);
        if (i < path.length) node = {position: told.children[path[i]], second: told.again[path[i]] ? node.second : !node.second};
      }
    }
  }

  checkTexts({position, second}, told, wanted) {
    let right = false;
    try {
      const places = told.moves.slice(0, 400).map((move) => [this.nameOf(position, move, true), this.clicksOf(position, move, true)]);
      const rows = places.map(([name, clicks]) => name + (clicks === null ? "" : JSON.stringify(clicks)));
      right = checksum([this.textOf(position, second, true), ...rows].join("\n")) === wanted;
    } catch {}
    if (right) return;
    this.functions = {show: null};
    this.notes.push("This page cannot write positions and moves as the game does: it shows plain ones.");
  }

  rulesText(told) {
    if (told.over) return `over ${Math.abs(told.score) === Infinity ? (told.score > 0 ? "inf" : "-inf") : told.word}`;
    return told.moves.slice(0, 400).map((move, i) => `${move} ${told.children[i]} ${told.again[i] ? 1 : 0}`).join("\n");
  }

  // Texts; where a function raises an error, its position or move is shown plainly

  textOf(words, second, careful = false) {
    const position = this.shaped("position", words), {show} = this.functions;
    try {
      return show ? python.call(show, [position], this.data.texts.second ? {second} : {}) : python.text(position);
    } catch (error) {
      if (careful) throw error;
      return python.text(position);
    }
  }

  nameOf(position, words, careful = false) {
    const move = this.shaped("move", words), {format, spell} = this.functions;
    try {
      if (spell) return python.call(spell, [this.shaped("position", position), move], {});
      return format ? python.call(format, [move], {}) : python.text(move);
    } catch (error) {
      if (careful) throw error;
      return python.text(move);
    }
  }

  clicksOf(position, move, careful = false) {
    const {clicks} = this.functions;
    if (!clicks) return null;
    try {
      const places = python.call(clicks, [this.shaped("position", position), this.shaped("move", move)], {});
      return Array.from(places, (place) => Array.from(place, Number));
    } catch (error) {
      if (careful) throw error;
      return null;
    }
  }

  shaped(kind, words) {
    return python.shaped(this.data.texts[kind], words, this.thing);
  }

  positionText({position}) {
    return python.call(this.functions.write, [this.shaped("position", position)], {});
  }

  // Positions

  // How often a position has occurred in its game: see repetition.py. `bare` is the position without counts of moves.
  occurrences(node) {
    const {step, uncounted} = this.data.repetition, {lasting, uncounted: bare} = this.machine.hooks(node.position);
    node.bare = String(uncounted ? bare : node.position);
    let count = 1;
    for (let {before} = node, back = 1; before && back <= lasting; before = before.before, back++) if (back % step === 0 && before.bare === node.bare) count++;
    return count;
  }

  // A position after another one of its game, or null. Where a game ends by repetition it has no more moves.
  node(position, second, before = null) {
    let told = this.machine.rules(position), why = null, bare = null;
    if (this.data.repetition && !told.over) {
      const met = {position, before}, {occurrences, score, words} = this.data.repetition;
      if (this.occurrences(met) >= occurrences) {
        told = {over: true, score, moves: [], children: [], again: []};
        why = words;
      }
      bare = met.bare;
    }
    if (!told.over && !told.moves.length) throw new MachineError("the rules say that the game goes on here, but there is no move");
    const moves = told.moves.map((move, i) => {
      const after = told.again[i] ? second : !second;
      return {name: this.nameOf(position, move), text: this.textOf(told.children[i], after), second: after, clicks: this.clicksOf(position, move)};
    });
    return {over: told.over, score: told.over ? told.score : null, second, by: told.over ? this.by(told.score) : null, why, before, bare, text: this.textOf(position, second), moves, key: String(position), position, told};
  }

  async start() {
    return this.node(this.data.start.map(BigInt), false);
  }

  async after(node, i) {
    return this.node(node.told.children[i], node.moves[i].second, node);
  }

  async locate(text) {
    const {locate} = this.functions;
    if (!locate) throw new Error("this game has no names for positions: give moves");
    try {
      return this.node(BigInt64Array.from(python.wordsOf(this.data.texts.position, python.call(locate, [text], {}))), false);
    } catch (error) {
      throw new Error(error instanceof python.Raised ? error.message : "that is no position of this game");
    }
  }

  // By how much a game was won, in words.
  by(score) {
    const {say} = this.functions;
    if (!say || !Number.isFinite(score) || (this.data.wholeResults && !Number.isInteger(score))) return null;
    try {
      return python.call(say, [this.data.wholeResults ? BigInt(Math.abs(score)) : python.float(Math.abs(score))], {});
    } catch {
      return null;
    }
  }

  // Thinking

  startWorker() {
    const url = URL.createObjectURL(new Blob([this.data.worker], {type: "text/javascript"}));
    this.worker = new Worker(url);
    URL.revokeObjectURL(url);
    this.worker.onmessage = ({data}) => this.heard(data);
    this.worker.onerror = (event) => this.failed(event.message || "the worker could not be started");
    const memory = (navigator.deviceMemory ?? 4) >= 4 ? 64 << 20 : 24 << 20;
    const programs = this.modules.map((module, i) => ({module, about: this.data.programs[i].about, arena: i ? memory / 8 : 0, table: i ? 0 : memory}));
    this.worker.postMessage({programs, about: this.data.player});
  }

  // A question to the worker. A question before it that is not answered yet is dropped.
  ask(question, live) {
    if (this.pending) this.stop();
    return new Promise((resolve, reject) => {
      this.pending = {id: ++this.count, live, resolve, reject, last: null};
      this.worker.postMessage({id: this.count, ...question});
    });
  }

  heard({id, found, done, ms, error}) {
    const {pending} = this;
    if (!pending || (id !== undefined && id !== pending.id)) return;
    if (error) return this.failed(error);
    if (found === undefined) return;
    pending.last = [found, ms];
    if (!done) return pending.live(found, ms);
    this.pending = null;
    pending.resolve(pending.last);
  }

  failed(sentence) {
    const {pending} = this;
    this.pending = null;
    pending?.reject(new Error(`The search failed: ${sentence}.`));
  }

  // End the question that is being answered: what is known so far is its answer.
  stop() {
    const {pending} = this;
    if (!pending) return;
    this.pending = null;
    this.worker.terminate();
    this.startWorker();
    if (pending.last) pending.resolve(pending.last);
    else pending.resolve([pending.fallback ?? null, 0]);
  }

  async think(node, {level, seconds}, live = () => {}) {
    const levels = this.data.player.levels, own = levels[(level ?? levels.length) - 1];
    const errs = own.one_in > 0 && Math.random() * own.one_in < 1, nodes = seconds * own.share * this.speed;
    const looked = errs ? null : this.known.solved(node) ?? (own.one_in ? null : this.known.booked(node, own.depth, nodes));
    if (looked) return this.thought(node, looked, 0);
    const [found, ms] = await this.ask({ask: "think", position: node.position, level: own, seconds}, (found, ms) => live(this.thought(node, found, ms)));
    if (found && ms > 100 && found.nodes) this.speed = (1000 * found.nodes) / ms;
    return found ? this.thought(node, found, ms) : {move: 0, value: 0, bound: "estimate", verdict: null, inMoves: null, points: "0", by: null, line: [node.moves[0].name], depth: 0, nodes: 0, ms: 0, method: "search", playouts: null, mistake: false};
  }

  async analyse(node, {seconds}, live = () => {}) {
    const list = (found) => (found ?? []).map((each, move) => ({...this.worded(each), move, winnerMoves: null}));
    const [found] = await this.ask({ask: "analyse", position: node.position, seconds}, (found) => live(list(found)));
    return list(found);
  }

  thought(node, found, ms) {
    const line = [];
    let at = node.told, {position} = node, move = -1;
    for (const [i, words] of found.line.entries()) {
      const number = at.moves.findIndex((each) => same(each, words));
      if (number < 0) break;
      if (i === 0) move = number;
      line.push(this.nameOf(position, words));
      position = at.children[number];
      if (i + 1 < found.line.length) at = this.machine.rules(position);
    }
    if (move < 0) throw new MachineError("the search found a move that is not legal");
    const {depth, nodes, method, mistake = false, playouts = null} = found;
    return {...this.worded(found), move, line, depth, nodes, ms, method: node.moves.length === 1 ? "only move" : method, playouts, mistake};
  }

  // What a value says: see players/saying.py.
  worded({value, bound, winnerMoves = null, known = false}) {
    const sure = bound === "exact" || known;
    const verdict = value > 0 && (sure || bound === "lower") ? "wins" : value < 0 && (sure || bound === "upper") ? "loses" : value === 0 && sure ? "draw" : null;
    const points = value / this.data.player.unit, whole = this.data.player.unit === 1 && Number.isInteger(value);
    const sign = points < 0 ? "-" : "+", size = Math.abs(points);
    const text = size === Infinity ? "" : size >= 1e9 ? size.toExponential(2) : whole ? String(size) : size.toFixed(2);
    return {value, bound, verdict, inMoves: verdict === "draw" ? null : winnerMoves, by: verdict && verdict !== "draw" ? this.by(value) : null, points: text && sign + text};
  }
}

// FNV-1a of 32 bits, as in samples.py.
function checksum(text) {
  let code = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) code = Math.imul(code ^ byte, 0x01000193);
  return code >>> 0;
}
