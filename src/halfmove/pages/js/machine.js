// A program of the game in a page or a worker: its memory, the rules, searches. Words are BigInts of 64 bits.

const NEVER = (1n << 63n) - 1n;
const MOST_WHOLE = 1n << 53n;
const LARGEST_REAL = Number.MAX_VALUE;

const same = (one, other) => String(one) === String(other);  // of moves or positions

const boundOf = (atLeast, atMost) => (atLeast && atMost ? "exact" : atLeast ? "lower" : atMost ? "upper" : "estimate");

class MachineError extends Error {}

class Machine {
  // module: a WebAssembly.Module; about: what plan.py says of it; arena: words; table: bytes
  constructor(module, about, {arena = 0, table = 0} = {}) {
    this.about = about;
    this.places = {...about.places};
    this.arena = Math.max(arena, about.arena_least);
    let end = about.end;
    const take = (name, words) => {
      this.places[name] = end + 16;
      end = Math.ceil((end + 16 + 8 * words) / 16) * 16;
    };
    take("arena", this.arena);
    this.mostBits = about.uses_table ? Math.max(0, Math.floor(Math.log2(Math.max(1, table / 8 / about.entry_words)))) : 0;
    if (about.uses_table) take("seen", about.entry_words * 2 ** this.mostBits);
    this.memory = new WebAssembly.Memory({initial: Math.floor(end / 65536) + 1});
    const buffer = this.memory.buffer;
    this.words = new BigInt64Array(buffer);
    this.reals = new Float64Array(buffer);
    this.exports = new WebAssembly.Instance(module, {env: this.provided(buffer)}).exports;
    this.rooms = [...about.rooms, [this.places.arena, this.arena]];
    for (const [place, room] of this.rooms) this.words[place / 8 - 1] = BigInt(room);
    for (const [place, content] of about.blocks) new Uint8Array(buffer).set(bytesOf(content), place);
    this.template = new BigInt64Array(Object.keys(about.fields).length);
    for (const [number, word] of Object.entries(about.record)) this.template[number] = BigInt(word);
    const set = (name, value) => {
      if (name in about.fields) this.template[about.fields[name]] = BigInt(value);
    };
    set("arena", this.places.arena);
    set("arena_most", this.arena);
    if (about.uses_table) set("seen", this.places.seen);
    this.bits = Math.min(13, this.mostBits);
    this.visited = 0;
    this.age = 0;
  }

  provided(buffer) {
    const bytes = new Uint8Array(buffer);
    const own = {
      now: () => BigInt(Math.round(performance.now() * 1e6)),
      check_signals: () => 0n,
      memcpy: (to, from, size) => (bytes.copyWithin(to, from, from + size), to),
      memmove: (to, from, size) => (bytes.copyWithin(to, from, from + size), to),
      memset: (to, byte, size) => (bytes.fill(byte, to, to + size), to),
      fmod: (a, b) => a % b,
      fabs: Math.abs,
      ldexp: (a, b) => a * 2 ** b,
      round: (a) => Math.sign(a) * Math.round(Math.abs(a)),
      __linear_memory: this.memory,
      __stack_pointer: new WebAssembly.Global({value: "i32", mutable: true}, this.about.stack),
      __indirect_function_table: new WebAssembly.Table({element: "anyfunc", initial: 256}),
    };
    for (const name of this.about.imports) own[name] ??= Math[name];
    return own;
  }

  get(name) {
    return this.words[this.places.record / 8 + this.about.fields[name]];
  }

  set(name, value) {
    this.words[this.places.record / 8 + this.about.fields[name]] = BigInt(value);
  }

  // The number in a word, as people see it: what stands for an infinite score is infinite.
  number(place) {
    if (this.about.real) {
      const x = this.reals[place];
      return Math.abs(x) >= LARGEST_REAL && this.get("extremes") !== 2n ? Math.sign(x) * Infinity : x + 0;
    }
    const x = this.words[place];
    if (x >= NEVER || x <= -NEVER) return x > 0 ? Infinity : -Infinity;
    if (x > MOST_WHOLE || x < -MOST_WHOLE) throw new MachineError("a score is beyond 2 to the power 53, too large for a page");
    return Number(x);
  }

  score(name) {
    return this.number(this.places.record / 8 + this.about.fields[name]);
  }

  // `count` groups of `size` words each.
  groups(name, count, size, from = 0) {
    const begin = this.places[name] / 8 + from, words = Array.from(this.words.subarray(begin, begin + count * size));
    return Array.from({length: count}, (_, i) => words.slice(i * size, i * size + size));
  }

  call(entry, position, given) {
    this.words.set(this.template, this.places.record / 8);
    this.words.set(position, this.places.root_words / 8);
    for (const name in given) this.set(name, given[name]);
    let status;
    try {
      status = this.exports[entry](0, 0, this.places.record);
    } catch (error) {
      throw new MachineError(error instanceof RangeError ? "a search went too deep for this browser" : `a rule failed (${error.message})`);
    }
    const [guard, size] = this.about.guard;
    if (this.words.subarray(guard / 8, guard / 8 + size).some((word) => word !== 0n)) throw new MachineError("a rule calls itself too deeply");
    return status;
  }

  // What the rules say of a position: whether it is over, its score, its evaluation, its moves, the positions after them.
  rules(position) {
    const {most_moves: most, move_words: m, position_words: p} = this.about, log = this.places.log / 8;
    if (this.call("rules", position, {log_most: most}) !== 0) throw new MachineError("a rule raises an error here");
    const over = this.words[log] !== 0n, count = Number(this.words[log + 3]);
    if (count >= most) throw new MachineError(`a position has more than ${most - 1} moves, too many for a page`);
    const told = {over, word: this.words[log + 1], score: this.number(log + 1), guess: this.number(log + 2), moves: this.groups("lines", count, m), children: this.groups("arena", count, p)};
    told.again = told.moves.map(() => false);
    if (count && this.about.exports.includes("sides")) {
      this.call("sides", position, {log_most: most});
      told.again = told.again.map((_, i) => this.words[log + i] !== 0n);
    }
    return told;
  }

  // The moves that a player tries, null if it tries all; and the bounds of the value.
  hooks(position) {
    const log = this.places.log / 8;
    this.words.fill(0n, log, log + 4);
    this.words[log + 2] = -1n;
    if (this.call("hooks", position, {log_most: this.about.most_moves}) !== 0) throw new MachineError("a hook of the game raises an error here");
    const count = Number(this.words[log + 2]);
    return {low: this.number(log), high: this.number(log + 1), symmetry: this.groups("arena", 1, this.about.position_words)[0], tries: count > 0 ? this.groups("lines", count, this.about.move_words) : null, lasting: Number(this.words[log + 5]), uncounted: this.groups("arena", 1, this.about.position_words, 2 * this.about.position_words)[0]};
  }

  // The numbers of a position for a database: its tier and its rank.
  numbers(position) {
    if (this.call("numbers", position, {}) !== 0) throw new MachineError("`rank` raises an error here");
    return this.groups("log", 1, 2)[0];
  }

  // One search. height: half-moves, at most those that the memory is for; until: a time of performance.now()
  search(position, height, {nodes = Infinity, until = Infinity, state = {}} = {}) {
    const {to_end: toEnd, arena_start: first, move_words: m, counters} = this.about, now = performance.now();
    const h = Math.min(height, this.about.height);
    const given = {height: h, endless: toEnd && h >= this.about.height ? 1 : 0, looked: Math.round(now * 1e6)};
    if (until !== Infinity) given.deadline = Math.max(0, Math.round(until * 1e6));
    if (nodes !== Infinity) given.most_nodes = nodes;
    given.limit = Math.min(nodes, until <= now ? 1 : 4);
    if (this.about.uses_table) Object.assign(given, {seen_shift: 63 - this.bits, least_shift: 63 - this.mostBits, age: this.age});
    this.words.fill(0n, this.places.arena / 8, this.places.arena / 8 + first);
    const status = this.call("search", position, Object.assign(given, state));
    const fault = Number(this.get("fault")), counts = Object.fromEntries(counters.map((name) => [name, Number(this.get(name))]));
    const visited = counts.leaves + Number(this.get("inner"));
    this.visited += visited;
    while (this.visited > 2 ** this.bits && this.bits < this.mostBits) this.bits = Math.min(this.bits + 2, this.mostBits);
    const size = Number(this.words[this.places.line_sizes / 8 + h]);
    return {
      stopped: status === 0 ? null : this.reason(fault), score: status === 0 ? this.score("score") : null, best: this.score("best"),
      proof: Number(this.get("proof")), counts, nodes: visited, height: h, line: this.groups("lines", size, m, m * (h * (h - 1)) / 2),
    };
  }

  // Why a search ended early.
  reason(fault) {
    if (String(fault) in this.about.stopped) return this.about.stopped[fault];
    let full = false;
    for (const [place] of this.rooms) {
      full ||= this.words[place / 8 - 2] !== 0n;
      this.words[place / 8 - 2] = 0n;
    }
    if (fault === 0 && full) return "memory";
    throw new MachineError(this.about.faults[fault] ?? "a rule raises an error in a search");
  }

  forget() {
    if (this.about.uses_table) this.words.fill(0n, this.places.seen / 8, this.places.seen / 8 + this.about.entry_words * 2 ** this.mostBits);
  }
}

function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}
