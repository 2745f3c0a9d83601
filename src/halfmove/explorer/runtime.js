// The functions that translated kernels need, trees, and parameters.
// Translated functions call those whose names begin with $.

class SearchError extends Error {}

// Values that functions around primitives may pass to the page.
const $extra = {};

// The language: operations that Python does in another way.

const $LARGEST_WHOLE = Number.MAX_SAFE_INTEGER;

const $raised = (text) => new SearchError(text);

const $whole = (x) => {
  if (!Number.isSafeInteger(Number(x))) {
    throw new SearchError(`${x} is not a whole number that JavaScript can hold exactly`);
  }
  return x;
};

const $zero = () => {
  throw new SearchError("ZeroDivisionError: division by zero");
};

const $divide = (a, b) => (b == 0 ? $zero() : a / b);

const $modulo = (a, b) => {
  if (b == 0) $zero();
  if (Number.isInteger(a)) $whole(a);
  const rest = a % b;
  return rest !== 0 && rest < 0 !== b < 0 ? rest + b : rest;
};

const $floor_divide = (a, b) => {
  const quotient = (a - $modulo(a, b)) / b;
  const below = Math.floor(quotient);
  return quotient - below > 0.5 ? below + 1 : below;
};

const $power_of_two = (b) => {
  if (b < 0) throw new SearchError("ValueError: negative shift count");
  return 2 ** b;
};
const $shift_left = (a, b) => $whole(a * $power_of_two(b));
const $shift_right = (a, b) => Math.floor($whole(a) / $power_of_two(b));

// Bits beyond 32 go through BigInt.
const $small = (a, b) => (a | 0) === a && (b | 0) === b;
const $big = (a) => BigInt($whole(a));
const $and = (a, b) => ($small(a, b) ? a & b : Number($big(a) & $big(b)));
const $or = (a, b) => ($small(a, b) ? a | b : Number($big(a) | $big(b)));
const $xor = (a, b) => ($small(a, b) ? a ^ b : Number($big(a) ^ $big(b)));

const $int = (x) => $whole(Math.trunc(x));
const $len = (x) => x.length;
const $among = (x, all) => all.some((each) => each == x);

const $at = (x, index) => {
  const found = x[index < 0 ? index + x.length : Number(index)];
  if (found === undefined) throw new SearchError(`IndexError: index ${index} is out of range for ${x.length} numbers`);
  return found;
};

// A loop over it can be left, and another loop continues where it ended.
const $kept = (all) => {
  const iterator = all[Symbol.iterator]();
  return { [Symbol.iterator]: () => ({ next: () => iterator.next() }) };
};

// Primitives of kernels

let watching = false;
let real_scores = false;

const $halt = { halted: true };
const $watched = () => watching;
const $is_real = () => real_scores;
const $is_whole = (x) => Number.isSafeInteger(Number(x));
const $infinity = () => Infinity;
const $now = typeof performance === "object" ? () => 1e6 * performance.now() : () => 1e6 * Date.now();

const $peek = (memory, index) => {
  const found = memory[index];
  return found === undefined ? 0 : found;
};
const $poke = (memory, index, x) => {
  memory[index] = x;
};
const $make_room = (memory, words) => {
  while (memory.length < words) memory.push(0);
};
const $copy_moves = (to_memory, to, from_memory, begin, count) => {
  for (let i = 0; i < count; i++) to_memory[to + i] = from_memory[begin + i];
};

// A hash of a node: below 2^31, and far apart for neighbours.
const $position_code = (game, p, height, memory, index) => {
  const mixed = Math.imul(p, 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) >>> 1;
};

const bits = new DataView(new ArrayBuffer(8));

// The next real number above.
const $next_real = (x) => {
  if (x === Infinity || x !== x) return x;
  if (x === 0) return Number.MIN_VALUE;
  bits.setFloat64(0, x);
  bits.setBigInt64(0, bits.getBigInt64(0) + (x > 0 ? 1n : -1n));
  return bits.getFloat64(0);
};

// Trees

// The tree of nested arrays whose leaves are numbers for MAX. `real` says whether scores are real numbers: JavaScript
// cannot see that, because it writes 1.0 as 1. A node is its number, counted level by level; 0 is the root.
function makeTree(nested, real = false, name = "explicit tree") {
  const nodes = [], parents = [-1], depths = [0], waiting = [nested];
  const tree = { nodes, parents, depths, depth: 0, real, name };
  for (let i = 0; i < waiting.length; i++) {
    const node = waiting[i], depth = depths[i];
    tree.depth = depth;
    if (Array.isArray(node)) {
      if (node.length === 0) {
        throw new SearchError(`node ${dewey(tree, i)} is an empty list: an inner node needs at least one child`);
      }
      nodes.push({ first: waiting.length, children: node.length, score: 0 });
      for (const child of node) {
        waiting.push(child);
        parents.push(i);
        depths.push(depth + 1);
      }
    } else {
      if (typeof node !== "number" || node !== node) {
        throw new SearchError(`leaf ${dewey(tree, i)} is ${shown(node)}: a leaf must be a number, an inner node a list`);
      }
      if (!Number.isInteger(node)) tree.real = true;
      nodes.push({ first: 0, children: 0, score: depth % 2 ? -node : node });
    }
    waiting[i] = null;
  }
  if (!tree.real) {
    const large = nodes.findIndex((node) => Math.abs(node.score) >= $LARGEST_WHOLE);
    if (large >= 0) {
      throw new SearchError(
        `leaf ${dewey(tree, large)} is ${Math.abs(nodes[large].score)} or its negative: ` +
          "here whole numbers must lie between -2^53 + 1 and 2^53 - 1",
      );
    }
  }
  return tree;
}

// The Dewey name of a node.
function dewey(tree, node) {
  const path = [];
  while (node > 0) {
    const parent = tree.parents[node];
    path.push(node - tree.nodes[parent].first + 1);
    node = parent;
  }
  return path.reverse().join(".") || "0";
}

const shown = (x) => (typeof x === "string" ? `'${x}'` : String(x));

// Parameters

function findAlgorithm(id) {
  const found = $algorithms.find((each) => each.id === id || each.aliases.includes(id));
  if (!found) {
    throw new SearchError(
      `there is no algorithm ${shown(id)}; the choices are ${$algorithms.map((each) => each.id).join(", ")}`,
    );
  }
  return found;
}

// All parameters with their values: the given ones, checked, and the defaults of the others.
function settle(algorithm, given) {
  const id = algorithm.id, known = algorithm.parameters, values = {};
  for (const name of Object.keys(given)) {
    if (!known.some((each) => each.name === name)) {
      throw new SearchError(
        `${id} has no parameter '${name}'; it takes ${known.map((each) => each.name).join(", ") || "none"}`,
      );
    }
  }
  for (const each of known) {
    if (Object.prototype.hasOwnProperty.call(given, each.name)) {
      values[each.name] = checked(id, each, given[each.name]);
    } else if (each.required) {
      throw new SearchError(`${id} needs ${each.name}=, a ${each.description}: ${each.help}`);
    } else {
      values[each.name] = each.default;
    }
  }
  return values;
}

function checked(id, parameter, value) {
  const { name, kind } = parameter;
  if (kind === "choice") {
    if (parameter.choices.includes(value)) return value;
    const choices = parameter.choices.map(shown).join(", ");
    throw new SearchError(`${id}: ${name}=${shown(value)} is not one of ${choices}`);
  }
  if (kind === "flag") {
    if (typeof value === "boolean") return value;
    throw new SearchError(`${id}: ${name} must be true or false, not ${shown(value)}`);
  }
  if (kind === "data") {
    const sizes = Array.isArray(value) && value.length && value.every((x) => Number.isSafeInteger(x) && x >= 1);
    if (value === null || sizes) return value;
    throw new SearchError(`${id}: ${name} must be a ${parameter.description} such as [1, 2, 5], not ${shown(value)}`);
  }
  if (Object.keys(parameter.words).includes(value)) return value;
  if (typeof value !== "number" || value !== value || (kind === "int" && !Number.isSafeInteger(value))) {
    throw new SearchError(`${id}: ${name} must be a ${parameter.description}, not ${shown(value)}`);
  }
  if (parameter.least !== null && value < parameter.least) {
    throw new SearchError(`${id}: ${name} must be at least ${parameter.least}, not ${shown(value)}`);
  }
  return value;
}

// Named values of parameters, such as "minimum": the functions that compute them, by their names in Python.
const $numbers = {
  minimum_memory(tree, position) {
    let most = 0;
    const waiting = [[position, true, 0]];
    while (waiting.length) {
      const [at, is_max, above] = waiting.pop();
      const { first, children } = tree.nodes[at];
      const total = above + (children && is_max ? children - 1 : 0);
      most = Math.max(most, total);
      for (let i = 0; i < children; i++) waiting.push([first + i, !is_max, total]);
    }
    return most + 1;
  },
};

// The functions that make the tables of parts, by their names in Python.
const $tables = {
  partition_table({ partitions }, size) {
    const table = [];
    if (partitions === null || partitions === undefined) return table;
    const widest = Math.floor((Math.sqrt(8 * size + 1) - 1) / 2);
    for (let width = 1; width <= widest; width++) {
      let end = 0;
      for (const part of [...partitions, width]) {
        const begin = end;
        end = Math.min(begin + part, width);
        for (let i = begin; i < end; i++) table.push(end);
      }
    }
    return table;
  },
};
