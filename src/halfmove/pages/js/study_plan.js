// An experiment as data: which trees, which algorithms, what is varied, and the same for Python. Nothing here is drawn.

const TREES = [10, 30, 100, 300, 1000, 3000, 10000, 30000, 100000];
const STEPS = [2, 3, 4, 6, 8, 12, 16, 24, 32];  // of widths and phases
const FRONTS = [2, 4, 8, 16];  // the best child is among the first width / R

const FAMILIES = {
  uniform: "Leaves are independent random numbers between 0 and 1.",
  ordered: "The value of each tree is 64. You choose where the best child of a node is.",
  incremental: "A leaf is the sum of random steps from -100 to 100 on the way to it, so neighbours resemble each other.",
};
const ORDERS = {
  worst: "worst child first", random: "random", 2: "best child in the first half", 4: "best child in the first quarter",
  8: "best child in the first eighth", first: "best child first, with a probability", geometric: "geometric",
  principal: "good along the principal variation only", perfect: "best child first",
};
const AXES = { depth: "depth", width: "width", order: "order of the children", probability: "probability", phases: "phases of PS*" };
const MEASURES = {
  leaves: "leaves", share: "leaves ÷ those of alpha-beta", least: "leaves ÷ least possible", nodes: "nodes", open: "states in OPEN",
};
const GUESSES = { uniform: 0.5, ordered: 64, incremental: 0 };

const PRESETS = [
  {
    name: "SSS* against alpha-beta",
    see: "Look below the line at 1: from depth 2 on, SSS* needs fewer leaves than alpha-beta, and ever fewer in deeper trees of even depth. Its mirror image DUAL* is better than SSS* at the odd depths from 3 on.",
    settings: { family: "uniform", axis: "depth", width: 4, depth: 8, algorithms: ["sss_star", "dual_star"], measure: "share", log: false, trees: 1000 },
  },
  {
    name: "Does sorting help?",
    see: "With the worst child first, alpha-beta evaluates nearly all 4,096 leaves. With the best child first, it needs 127, the least that any algorithm can. The better the order, the less SSS* saves.",
    settings: { family: "ordered", axis: "order", width: 8, depth: 4, algorithms: ["sss_star", "negascout"], measure: "leaves", log: true, trees: 100 },
  },
  {
    name: "Theory and experiment",
    see: "The points lie on the broad lines that theory predicts: Baudet's formula for alpha-beta, and the sum for alpha-beta without deep cut-offs, which needs more leaves at every width.",
    settings: { family: "uniform", axis: "width", width: 16, depth: 4, algorithms: ["alpha_beta_shallow"], measure: "least", log: false, trees: 1000 },
  },
  {
    name: "Memory for leaves: PS*",
    see: "The best child is among the first four of 16. Up to four phases PS* needs no more leaves than SSS* (one phase); with 16 phases it evaluates the leaves of alpha-beta. Choose “states in OPEN” to see what it stores instead.",
    settings: { family: "ordered", order: 4, probability: 1, axis: "phases", width: 16, depth: 4, algorithms: ["ps_star", "sss_star"], measure: "leaves", log: false, trees: 1000 },
  },
  {
    name: "How good must the first move be?",
    see: "NegaScout needs fewer leaves than alpha-beta only where the first child is best in more than about half of all nodes. SSS* gains most where the order is bad. In perfect order all are equal.",
    settings: { family: "ordered", order: "first", axis: "probability", width: 8, depth: 4, algorithms: ["negascout", "sss_star", "dual_star"], measure: "share", log: false, trees: 1000 },
  },
  {
    name: "Leaves that resemble each other",
    see: "As in real games, neighbouring leaves have similar values. From depth 3 on MTD(f), which starts from the guess 0, needs the fewest leaves of these. The deeper the trees, the smaller its part of the leaves of alpha-beta.",
    settings: { family: "incremental", axis: "depth", width: 6, depth: 6, algorithms: ["negascout", "sss_star", "mtd_f"], guess: 0, measure: "share", log: false, trees: 300 },
  },
];

const DEFAULTS = {
  family: "uniform", order: "random", probability: 0.8, width: 8, depth: 4, axis: "depth", algorithms: [], phases: 2, memory: 0, guess: 0.5,
  trees: 1000, seed: "1", measure: "leaves", log: true,
};

// Sizes

const leastLeaves = (w, d) => w ** Math.ceil(d / 2) + w ** Math.floor(d / 2) - 1;

// The mean leaves of an algorithm by theory, as in theory/expectation.py; null where there is no formula.
function expectedOf(id, tree, theory, phases = 2) {
  const { family, width, depth, order, probability } = tree;
  if (family === "uniform") return theory[id === "ps_star" && phases >= width ? "alpha_beta" : id]?.[width]?.[depth - 1] ?? null;
  const first = typeof order === "number" ? Math.floor(width / order) === 1 : true;
  if (family !== "ordered" || (order !== "perfect" && !(usesProbability(order) && probability === 1 && first))) return null;
  if (id === "staged_sss_star") return depth === 4 ? leastLeaves(width, depth) + (width - 1) ** 2 : null;
  return id === "mtd_f" || id === "alpha_beta_shallow" ? null : leastLeaves(width, depth);
}

// About how many leaves alpha-beta evaluates in such a tree; Infinity if that is too many for a page.
function workOf({ family, width, depth, order }, { theory, limits }) {
  if (family === "ordered" && order === "worst") return width ** depth <= limits.sorted ? width ** depth : Infinity;
  return theory.alpha_beta[width]?.[depth - 1] ?? Infinity;
}

// The deepest tree of a width.
function deepest(settings, width, page) {
  let depth = page.limits.deep;
  while (depth > 1 && workOf({ ...settings, width, depth }, page) === Infinity) depth--;
  return depth;
}

// What is varied

const axesOf = ({ family, order, algorithms }) => Object.keys(AXES).filter((axis) =>
  axis === "order" ? family === "ordered" : axis === "probability" ? family === "ordered" && usesProbability(order) : axis === "phases" ? algorithms.includes("ps_star") : true);

const upTo = (most) => STEPS.filter((n) => n < most).concat(most);

// The points of the horizontal axis: {x, label, tree, phases}; and a sentence about those that are left out.
function pointsOf(settings, page) {
  const { family, order, probability, width, depth, axis, phases } = settings;
  const base = { family, width, depth, order, probability };
  let points = [];
  if (axis === "depth") points = Array.from({ length: depth }, (_, i) => ({ x: i + 1, tree: { ...base, depth: i + 1 } }));
  if (axis === "width") points = upTo(width).map((x) => ({ x, tree: { ...base, width: x } }));
  if (axis === "probability") points = Array.from({ length: 11 }, (_, i) => ({ x: i / 10, label: (i / 10).toFixed(1), tree: { ...base, probability: i / 10 } })).filter(({ x }) => x > 0 || order !== "geometric");
  if (axis === "phases") points = (width <= 16 ? Array.from({ length: width }, (_, i) => i + 1) : [1, ...upTo(width)]).map((x) => ({ x, phases: x, tree: base }));
  if (axis === "order") {
    const orders = ["worst", "random", ...FRONTS.filter((front) => front < width), "perfect"];
    points = orders.map((each, x) => ({ x, label: typeof each === "number" ? `in 1/${each}` : each, tree: { ...base, order: each, probability: 1 } }));
  }
  points = points.map((point) => ({ label: String(point.x), phases, ...point }));
  const small = points.filter(({ tree }) => workOf(tree, page) !== Infinity && !(typeof tree.order === "number" && tree.family === "ordered" && tree.order > tree.width));
  return { points: small, left: leftOut(settings, points.filter((point) => !small.includes(point)), small, page) };
}

function leftOut(settings, out, small, page) {
  if (!out.length) return "";
  const { tree } = out[0], { axis } = settings;
  const which = axis === "phases" || axis === "probability" || (!small.length && axis !== "order") ? "" : `${AXES[axis].split(" ")[0]} ${out.map(({ label }) => label).join(", ")}: `;
  if (typeof tree.order === "number" && tree.family === "ordered" && tree.order > tree.width) return `Left out, ${which}a node has too few children for such an order.`;
  const large = tree.order === "worst" && tree.family === "ordered"
    ? `a tree of width ${tree.width} and depth ${tree.depth} has ${(tree.width ** tree.depth).toLocaleString("en-US")} leaves, too many for the worst order`
    : `alpha-beta would evaluate more than ${page.limits.leaves.toLocaleString("en-US")} leaves in each tree of width ${tree.width} and depth ${tree.depth}`;
  return `Left out, ${which}${large}. At width ${tree.width} this page goes to depth ${deepest(tree, tree.width, page)}.`;
}

// Algorithms

// The algorithms of an experiment at a point, alpha-beta first: {id, parameters} for the machine.
function algorithmsAt(settings, { tree, phases }) {
  const { memory, guess, algorithms } = settings;
  const given = {
    ps_star: () => ({ phases }),
    iter_sss_star: () => ({ memory: memory || Math.ceil(tree.depth / 2) * (tree.width - 1) + 1 }),
    mtd_f: () => ({ guess }),
  };
  return ["alpha_beta", ...algorithms.filter((id) => id !== "alpha_beta")].map((id) => ({ id, parameters: given[id]?.() ?? {} }));
}

// An algorithm with its parameters, as Python and the command line write it.
function algorithmText(id, { memory, guess, family }, phases) {
  if (id === "ps_star") return `ps_star:phases=${phases}`;
  if (id === "iter_sss_star" && memory) return `iter_sss_star:memory=${memory}`;
  return id === "mtd_f" ? `mtd_f:guess=${family === "uniform" ? decimal(guess) : guess}` : id;
}

// The same experiment as a command, and as a program.
function repeated(settings, points) {
  const { algorithms, trees, seed } = settings, unique = (list) => [...new Set(list)];
  const families = unique(points.map(({ tree }) => treeText(tree)));
  const chosen = unique(["alpha_beta", ...algorithms].flatMap((id) => points.map(({ phases }) => algorithmText(id, settings, phases))));
  const others = chosen.filter((text) => text !== "alpha_beta"), quoted = (list) => `[${list.map((text) => `"${text}"`).join(", ")}]`;
  const command = ["halfmove compare", ...families.map((text) => `--family ${text}`), ...(others.length ? others : chosen).map((text) => `-a ${text}`), `--trees ${trees} --seed ${seed}`];
  return {
    command: command.join(" "),
    python: `from halfmove.compare import compare\nprint(compare(${quoted(families)}, ${quoted(others)}, trees=${trees}, seed=${seed}))`,
  };
}

// The search of one tree.
function searchText(settings, { tree, phases }, id, number = 1) {
  return `halfmove search ${treeText(tree)},seed=${seedsOf(tree, BigInt(settings.seed))(number)} -a ${algorithmText(id, settings, phases)}`;
}
