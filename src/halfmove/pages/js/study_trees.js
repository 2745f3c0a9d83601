// Random trees as the machine needs them: seeds, positions and data, bit by bit those of Python (bits.py, trees/).
// A tree is {family, width, depth, order, probability}; order and probability are those of `ordered`.

const LOW_63 = (1n << 63n) - 1n;
const ROOT_VALUE = 64n;  // of ordered trees
const KINDS = { first: [0n, 1n], perfect: [0n, 1n], worst: [0n, 1n], geometric: [1n, 0n], principal: [2n, 0n] };

// Hashes: see bits.py.

const times = (x, factor) => (x * factor) & LOW_63;

function mix(x) {
  x = times(x ^ (x >> 32n), 0x369dea0f31a53f85n);
  x = times(x ^ (x >> 29n), 0x2545f4914f6cdd1dn);
  return x ^ (x >> 32n);
}

const branch = (state, number) => mix((state + times(number, 0x1e3779b97f4a7c15n)) & LOW_63);

function seeded(seed) {
  let state = 0x5851f42d4c957f2dn, rest = seed < 0n ? -seed * 2n + 1n : seed * 2n;
  do {
    state = mix((state + rest) & LOW_63);
    rest >>= 63n;
  } while (rest);
  return state;
}

// SHA-256 of a short text of ASCII signs: its first seven bytes as a number.
function textNumber(text) {
  const primes = [], cut = (x) => Math.floor((x - Math.floor(x)) * 2 ** 32);
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
  const cubes = primes.map((p) => cut(Math.cbrt(p))), state = primes.slice(0, 8).map((p) => cut(Math.sqrt(p)));
  const blocks = Math.ceil((text.length + 9) / 64), view = new DataView(new ArrayBuffer(64 * blocks));
  for (let i = 0; i < text.length; i++) view.setUint8(i, text.charCodeAt(i));
  view.setUint8(text.length, 0x80);
  view.setUint32(64 * blocks - 4, 8 * text.length);
  const turn = (x, by) => (x >>> by) | (x << (32 - by)), w = new Int32Array(64);
  for (let block = 0; block < blocks; block++) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(64 * block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15], b = w[i - 2];
      w[i] = w[i - 16] + w[i - 7] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + cubes[i] + w[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => (state[i] = (state[i] + x) | 0));
  }
  return (BigInt(state[0] >>> 0) << 24n) | BigInt(state[1] >>> 8);
}

// Trees

// The text that names a kind of trees in Python and on the command line, from which seeds are derived: see specs.py.
function treeText({ family, width, depth, order, probability }) {
  const parts = [width, depth];
  if (family === "ordered") parts.push(`order=${order}`);
  if (family === "ordered" && usesProbability(order) && probability !== 1) parts.push(`probability=${decimal(probability)}`);
  return `${family}:${parts.join(",")}`;
}

const decimal = (x) => (Number.isInteger(x) ? `${x}.0` : String(x));

const usesProbability = (order) => order === "first" || order === "geometric" || typeof order === "number";

// Which program searches such a tree.
const rulesOf = ({ family, order }) => (family === "ordered" && order === "worst" ? "worst" : family);

// The seeds of trees with numbers from 1 on, in a study with a seed.
function seedsOf(tree, seed) {
  const kind = branch(seeded(seed), textNumber(treeText(tree)));
  return (number) => branch(kind, BigInt(number));
}

// The first position, as words.
function startOf({ family, depth }, seed) {
  const node = [seeded(seed), BigInt(depth), 1n];
  return family === "uniform" ? node : family === "ordered" ? [...node, ROOT_VALUE, 1n] : [...node, 0n];
}

const bitsOf = (real) => new BigInt64Array(Float64Array.of(real).buffer)[0];

// The data of the rules, as words.
function dataOf({ family, width, order, probability }) {
  const wide = BigInt(width);
  if (family === "uniform") return [wide, bitsOf(1), bitsOf(0), bitsOf(1)];
  if (family === "incremental") return [wide, -100n, 201n];
  const [kind, front] = KINDS[order] ?? [0n, order === "random" ? wide : wide / BigInt(order)];
  return [wide, kind, front, 0n, 127n, bitsOf(usesProbability(order) ? probability : 1)];
}
