// One search: the record of a run, the limits, and the answer.

const { faults: $FAULTS, proofs: $PROOFS, counters: $COUNTERS, record: $RECORD, memories: $MEMORIES } = $library;
const INFINITE = $library.infinite, FINITE = $library.finite;
const MOST_WORDS = 1 << 25;  // of memory, unless more is allowed
const { lineNodes: LINE_NODES, firstTable: FIRST_TABLE } = $library;

function newRun(task, tableSize) {
  const { algorithm, tree, real, limits } = task;
  const run = Object.assign({}, $RECORD, algorithm.record);
  for (const name of [...$MEMORIES, ...algorithm.memories]) run[name] = [];
  const now = $now(), stride = $library.firstStride;
  const values = {
    height: tree.depth,
    "to the end": true,
    low: task.low,
    high: task.high,
    extremes: Math.abs(task.low) === Number.MAX_VALUE || Math.abs(task.high) === Number.MAX_VALUE ? FINITE : 0,
    "worst score": -Infinity,
    proof: algorithm.proves ? $PROOFS.BY_WINDOW : $PROOFS.ESTIMATE,
    "log words": Infinity,
    nodes: limits.nodes,
    deadline: now + 1e9 * limits.seconds,
    now,
    stride,
    "signal check at": Infinity,
    "first look": limits.seconds === Infinity ? limits.nodes : Math.min(limits.nodes, stride),
    "arena words": limits.words,
    "arena start": algorithm.arena,
  };
  for (const [field, value] of Object.entries($library.firstValues)) {
    if (!(value in values)) throw new Error(`a run begins with ${value}, which a page does not know`);
    run[field] = values[value];
  }
  $make_room(run.line_sizes, tree.depth + 1);
  $make_room(run.path, tree.depth + 1);
  $make_room(run.arena, run.arena_used);
  for (const [name, table] of Object.entries(algorithm.tables)) {
    run[name] = $tables[table](task.parameters, tableSize);
    run[name + "_size"] = run[name].length;
  }
  for (const each of algorithm.parameters) {
    const value = task.parameters[each.name];
    if (each.kind === "choice") run[each.name] = each.choices.indexOf(value);
    else if (each.kind === "score") run[each.name] = scoreParameter(value, real);
    else if (each.kind !== "data") run[each.name] = value;
  }
  return run;
}

// A parameter that is a score, as a number that this search can add to others.
function scoreParameter(value, real) {
  if (!real && Math.abs(value) > $LARGEST_WHOLE && Math.abs(value) !== Infinity) {
    throw new SearchError(`the parameter ${value} lies beyond 2^53: a page holds only smaller whole numbers`);
  }
  const most = real ? Number.MAX_VALUE : $LARGEST_WHOLE;
  const within = Math.min(Math.max(value, -most), most);
  return real ? within : Math.ceil(within);
}

// Run a kernel. A task is: algorithm, tree, position, parameters, low, high, real, limits, watch.
function runKernel(task) {
  const kernel = kernelFor(task.algorithm, task.parameters);
  for (let tableSize = FIRST_TABLE; ; tableSize *= 4) {
    const run = newRun(task, tableSize);
    const before = [watching, real_scores];
    if (task.recorded) [run.events, searched] = [$beginEvents(), task];
    let score = null;
    [watching, real_scores] = [task.watch, task.real];
    try {
      score = kernel(task.tree.nodes, task.position, run.height, run.low, run.high, run);
    } catch (error) {
      if (error instanceof RangeError || (error && error.name === "InternalError")) {
        throw new SearchError("the tree is too deep for this browser");
      }
      if (error !== $halt) throw error;
    } finally {
      [watching, real_scores] = before;
    }
    if (run.fault === $FAULTS.MORE) continue;
    const fraction = score !== null && !task.real && !Number.isInteger(score) && Math.abs(score) !== Infinity;
    if (run.fault === $FAULTS.REAL_SCORE || fraction) return runKernel({ ...task, real: true, ...realEnds(task) });
    if (run.fault === 0 && (typeof score !== "number" || score !== score)) {
      throw new SearchError(`${task.algorithm.id}: its kernel returns ${shown(score)}, which is not a score`);
    }
    return rawResult(task, run, score);
  }
}

function kernelFor(algorithm, parameters) {
  const variant = algorithm.kernels.find((each) => each.parameter !== null && parameters[each.parameter] === each.choice);
  return (variant || algorithm.kernels[0]).kernel;
}

function rawResult(task, run, score) {
  const stopped = $library.stopped[run.fault] || null;
  if (run.fault !== 0 && stopped === null) throw new SearchError(`${task.tree.name}: ${reason(task, run.fault)}`);
  const own = (x) => (Math.abs(x) >= Number.MAX_VALUE && run.extremes === INFINITE ? Math.sign(x) * Infinity : x);
  const counts = { leaves: run.leaves, nodes: run.leaves + run.inner }, counters = {}, line = [];
  for (const name of $COUNTERS) counts[name] = run[name];
  for (const name of task.algorithm.counters) counters[name] = run[name];
  for (let pair = run.line_sizes[run.height]; pair; pair = pair[1]) line.push(pair[0]);
  return { score: score === null ? null : own(score), best: own(run.best), proof: run.proof, stopped, counts, counters, line, run, real: task.real };
}

function reason(task, fault) {
  if (fault === $FAULTS.BOTH_EXTREMES) {
    return (
      "some scores are infinite, and others (or an end of the window) are the largest float, " +
      `${Number.MAX_VALUE}, which stands for infinite ones during a search; use one of the two`
    );
  }
  const { id, faults } = task.algorithm, number = fault - $FAULTS.OWN;
  if (fault < $FAULTS.OWN) return `${id} ends with fault ${fault}`;
  if (number >= faults.length) return `${id} gives up for reason ${number}, which its \`faults\` do not explain`;
  return faults[number].replace(/\{(\w+)\}/g, (all, name) => (name in task.parameters ? task.parameters[name] : all));
}

// The value that a search returns, and how it bounds the true value.
function proven(task, raw) {
  const { low, high, algorithm } = task, { proof } = raw;
  let value = raw.score, bound = "exact";
  if (raw.stopped !== null) {
    if (proof === $PROOFS.UPPER) {
      value = -Infinity < raw.best && raw.best < high ? raw.best : Infinity;
      bound = "upper";
    } else {
      value = raw.best > low ? raw.best : -Infinity;
      bound = proof === $PROOFS.ESTIMATE && value > -Infinity ? "estimate" : "lower";
    }
  } else if (proof === $PROOFS.ESTIMATE && raw.counts.nodes === 1) {
    bound = "exact";
  } else if (proof !== $PROOFS.BY_WINDOW) {
    bound = { [$PROOFS.LOWER]: "lower", [$PROOFS.UPPER]: "upper", [$PROOFS.ESTIMATE]: "estimate" }[proof];
  } else if (algorithm.window) {
    if (algorithm.clips) value = Math.min(value, high);
    if (value <= low && low !== -Infinity) bound = "upper";
    else if (value >= high && high !== Infinity) bound = "lower";
  }
  return [value + 0, bound];
}

const nodeAfter = (tree, node, line) => line.reduce((at, move) => tree.nodes[at].first + move - 1, node);

// The moves that extend a line to its leaf where the algorithm itself did not. Their search is not counted.
function restOfLine(task, line, value) {
  const rest = [], { tree, real } = task;
  let budget = LINE_NODES;
  for (;;) {
    const position = nodeAfter(tree, task.position, line.concat(rest));
    if (tree.nodes[position].children === 0) return rest;
    const own = (line.length + rest.length) % 2 ? -value : value;
    let low = -Infinity, high = Infinity;
    if (Math.abs(own) !== Infinity) [low, high] = real ? [-$next_real(-own), $next_real(own)] : [own - 1, own + 1];
    const limits = { nodes: budget, seconds: Infinity, words: MOST_WORDS };
    let raw;
    try {
      raw = runKernel({ algorithm: $line, tree, position, parameters: {}, low, high, real, limits, watch: false, recorded: false });
    } catch (error) {
      if (error instanceof SearchError) return rest;
      throw error;
    }
    budget -= raw.counts.nodes;
    if (raw.stopped !== null || budget <= 0) return rest;
    for (const move of raw.line.length ? raw.line : [1]) rest.push(move);  // every move may lose infinitely
  }
}

// The ends of a window as numbers of the kind that the search uses. The same scores lie inside.
function endsOf(window, real) {
  const [low, high] = window === null || window === undefined ? [-Infinity, Infinity] : window;
  for (const end of [low, high]) {
    if (typeof end !== "number" || end !== end) {
      throw new SearchError(`the ends of the window must be numbers, not ${shown(end)}`);
    }
    if (!real && Math.abs(end) !== Infinity && Math.abs(end) >= $LARGEST_WHOLE) {
      throw new SearchError(`the end ${end} of the window lies beyond 2^53: a page holds only smaller whole numbers`);
    }
  }
  if (!(low < high)) throw new SearchError(`the window (${low}, ${high}) is empty: its low end must be below its high end`);
  return real ? { low, high } : { low: Math.floor(low), high: Math.ceil(high) };
}

const realEnds = (task) => endsOf(task.window, true);

// The names of the leaves in the order of their evaluation.
function leafOrder(run) {
  const names = [];
  let at = 0;
  for (let i = 0; i < run.logged; i++) {
    const end = at + run.log_sizes[i];
    names.push(run.log.slice(at, end).join(".") || "0");
    at = end;
  }
  return names;
}

// The same from the events of a recorded search.
function recordedLeafOrder(tree, position, events) {
  const names = [], root = dewey(tree, position);
  for (let e = 0; e < events.kind.length; e++) {
    if (events.kind[e] === $constants.events.LEAF) names.push(below(dewey(tree, events.node[e]), root));
  }
  return names;
}

// The events; numbers beyond all scores of a game become infinite.
function withInfinities(raw, real) {
  const { events, extremes } = raw.run;
  const most = !real ? $LARGEST_WHOLE : extremes === INFINITE ? Number.MAX_VALUE : Infinity;
  const own = (x) => (Math.abs(x) >= most ? Math.sign(x) * Infinity : x);
  return { ...events, x: events.x.map(own), y: events.y.map(own) };
}

// Search a tree (from makeTree, or nested arrays). Options: `real` scores, limits of `nodes`, `seconds` and `words` of
// memory, `watch` (record the order of leaves; true unless it is false), `position` (the number of a node).
function search(tree, id, parameters = {}, window = null, options = {}) {
  if (Array.isArray(tree) || typeof tree === "number") tree = makeTree(tree, options.real === true);
  const algorithm = findAlgorithm(id), position = options.position || 0, watch = options.watch !== false;
  const given = settle(algorithm, parameters), settled = { ...given };
  for (const each of algorithm.parameters) {
    const word = each.words[given[each.name]];
    if (word !== undefined) settled[each.name] = $numbers[word](tree, position);
  }
  const fractions = Object.values(settled).some((x) => typeof x === "number" && Math.abs(x) !== Infinity && x % 1 !== 0);
  const real = options.real === true || tree.real || fractions;
  const limits = { nodes: Infinity, seconds: Infinity, words: MOST_WORDS };
  for (const name of Object.keys(limits)) {
    if (options[name] === undefined || options[name] === null) continue;
    if (!(options[name] > 0)) throw new SearchError(`a limit of ${name} must be above 0, not ${shown(options[name])}`);
    limits[name] = options[name];
  }
  const made = { algorithm, tree, position, parameters: settled, window, real, limits, ...endsOf(window, real) };
  const task = { ...made, watch: watch && !$recorded, recorded: $recorded };
  const raw = runKernel(task);
  const [value, bound] = proven(task, raw);
  const line = bound === "upper" ? [] : raw.line;
  const rest = bound === "exact" ? restOfLine(task, line, value) : [];
  return {
    value,
    bound,
    line: line.concat(rest),
    counts: raw.counts,
    counters: raw.counters,
    stopped: raw.stopped,
    leafOrder: !watch ? null : $recorded ? recordedLeafOrder(tree, position, raw.run.events) : leafOrder(raw.run),
    events: $recorded ? withInfinities(raw, raw.real) : null,
    algorithm: algorithm.id,
    parameters: settled,
  };
}
