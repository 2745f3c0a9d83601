// The worker of the page of experiments: it searches tree after tree and sends back how much work each was.

const FIRST_ARENA = 1 << 17;  // words
const LARGEST_ARENA = 1 << 25;

class TreeMachine extends Machine {
  // Settle everything but the start position of the trees that follow.
  begin(tree, parameters) {
    const { fields, places, real } = this.about;
    this.words.set(dataOf(tree), places.game_data / 8 + 8);
    this.first = this.template.slice();
    const given = { height: tree.depth, endless: 1, limit: NEVER, ...parameters };
    for (const [name, value] of Object.entries(given)) this.first[fields[name]] = real && name === "guess" ? bitsOf(value) : BigInt(value);
    this.at = ["leaves", "inner", "max_open"].map((name) => places.record / 8 + fields[name]);
  }

  // [leaves, nodes, states in OPEN]; null if the memory was too small. As `search` of Machine, without its line.
  count(start) {
    const { words, places, about } = this;
    words.set(this.first, places.record / 8);
    words.set(start, places.root_words / 8);
    words.fill(0n, places.arena / 8, places.arena / 8 + about.arena_start);
    if (this.exports.search(0, 0, places.record) !== 0) {
      if (this.reason(Number(this.get("fault"))) === "memory") return null;
      throw new MachineError("a search was stopped");
    }
    const [leaves, inner, open] = this.at.map((place) => Number(words[place]));
    return [leaves, leaves + inner, open];
  }

  check() {
    const [guard, size] = this.about.guard;
    if (this.words.subarray(guard / 8, guard / 8 + size).some((word) => word !== 0n)) throw new MachineError("a search went too deep");
  }
}

class Trees {
  // programs: {module, about} by "algorithm rules"
  constructor(programs) {
    Object.assign(this, { programs, machines: new Map() });
  }

  machine(name, arena = FIRST_ARENA) {
    const { module, about } = this.programs[name], known = this.machines.get(name);
    if (known && known.arena >= arena) return known;
    this.machines.delete(name);
    const made = new TreeMachine(module, about, { arena });
    this.machines.set(name, made);
    return made;
  }

  // What an algorithm does with each tree of a list of start positions.
  counts({ id, parameters }, tree, starts) {
    const name = `${id} ${rulesOf(tree)}`, columns = [0, 1, 2].map(() => new Float64Array(starts.length));
    let machine = this.machine(name);
    machine.begin(tree, parameters);
    for (let i = 0; i < starts.length; i++) {
      let found = machine.count(starts[i]);
      while (found === null) {
        if (machine.arena >= LARGEST_ARENA) return null;
        try {
          machine = this.machine(name, 4 * machine.arena);
        } catch (error) {
          if (error instanceof RangeError) return null;  // the browser has no more memory
          throw error;
        }
        machine.begin(tree, parameters);
        found = machine.count(starts[i]);
      }
      for (let k = 0; k < 3; k++) columns[k][i] = found[k];
    }
    machine.check();
    return columns;
  }

  // The trees with the numbers first, first + 1, ... of a kind, by several algorithms.
  job({ tree, seed, first, count, algorithms }) {
    const seeds = seedsOf(tree, BigInt(seed));
    const starts = Array.from({ length: count }, (_, i) => startOf(tree, seeds(first + i)));
    return algorithms.map((algorithm) => {
      const began = performance.now(), columns = this.counts(algorithm, tree, starts);
      return { columns, ms: performance.now() - began };
    });
  }
}

// Where the page and Python disagree: the names of these programs.
function wrongOf(trees, samples) {
  return samples.filter(({ algorithm, tree, seed, number, counts }) => {
    const [{ columns }] = trees.job({ tree, seed, first: number, count: 1, algorithms: [algorithm] });
    return columns === null || columns.some(([found], i) => found !== counts[i]);
  });
}

if (typeof postMessage === "function") {
  let trees = null;
  onmessage = ({ data }) => {
    try {
      if (data.programs) trees = new Trees(data.programs);
      else if (data.samples) postMessage({ wrong: wrongOf(trees, data.samples).map(({ algorithm }) => algorithm.id) });
      else postMessage({ job: data, results: trees.job(data) });
    } catch (error) {
      postMessage({ error: error instanceof RangeError ? "this browser has too little memory for the search" : error.message });
    }
  };
}
