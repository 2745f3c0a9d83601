// The trees of the page: named, random and pasted ones, and changes to them.

const MOST_NODES = halfmove.constants.mostNodes;

// Nested arrays from JSON text.
function treeFrom(text) {
  let nested;
  try {
    nested = JSON.parse(text);
  } catch (error) {
    throw new halfmove.SearchError(`the tree is not JSON (${error.message}); a tree is written like [[3, [7, 2]], [4, 1]]`);
  }
  if (typeof nested !== "number" && !Array.isArray(nested)) throw new halfmove.SearchError("a tree is nested lists of numbers, like [[3, [7, 2]], [4, 1]]");
  return nested;
}

// The JSON text of nested arrays. Infinite numbers are written so that JSON.parse reads them as infinite.
function treeText(nested) {
  const plain = (_, value) => (value === Infinity ? "∞" : value === -Infinity ? "-∞" : value);
  return JSON.stringify(nested, plain).replace(/"(-?)∞"/g, (_, sign) => `${sign}1e999`);
}

// A uniform tree of whole numbers; the same seed gives the same tree. A missing number is null.
function randomTree({ width, depth, low, high, seed }) {
  const fields = [["width", width, 1, 1000], ["depth", depth, 0, 60], ["smallest value", low, -1e15, 1e15], ["largest value", high, -1e15, 1e15], ["seed", seed, 0, 2 ** 32 - 1]];
  for (const [name, value, least, most] of fields) {
    const right = `a whole number from ${least} to ${most}`;
    if (value === null) throw new halfmove.SearchError(`the ${name} is missing: it must be ${right}`);
    if (!Number.isInteger(value) || value < least || value > most) throw new halfmove.SearchError(`the ${name} must be ${right}, not ${typeof value === "number" ? value : `'${value}'`}`);
  }
  if (low > high) throw new halfmove.SearchError(`the smallest value, ${low}, must not be above the largest value, ${high}`);
  const count = width === 1 ? depth + 1 : (width ** (depth + 1) - 1) / (width - 1);
  if (count > MOST_NODES) throw new halfmove.SearchError(`that tree would have ${Math.round(count)} nodes: a page holds at most ${MOST_NODES}`);
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const make = (left) => (left === 0 ? low + Math.floor(random() * (high - low + 1)) : Array.from({ length: width }, () => make(left - 1)));
  return make(depth);
}

const randomText = ({ width, depth, low, high, seed }) => `random:${width},${depth},${low}..${high},seed=${seed}`;

function randomFrom(text) {
  const found = /^random:(\d+),(\d+),(-?\d+)\.\.(-?\d+),seed=(\d+)$/.exec(text);
  if (!found) return null;
  const [width, depth, low, high, seed] = found.slice(1).map(Number);
  return { width, depth, low, high, seed };
}

// The tree with another subtree at a path of child numbers. Subtrees beside the path are shared.
function replaced(nested, path, change) {
  if (!path.length) return change(nested);
  const copy = nested.slice(), [at, ...rest] = path;
  const made = replaced(copy[at - 1], rest, change);
  if (made === undefined) copy.splice(at - 1, 1);
  else copy[at - 1] = made;
  return copy;
}

const pathOf = (shape, node) => (node === 0 ? [] : halfmove.dewey(shape.tree, node).split(".").map(Number));

class Editor {
  constructor(app) {
    this.app = app;
    this.past = [];
    const { named } = app.data, select = byId("named");
    if (!named.some((each) => each.name === app.data.name)) select.append(el("option", { value: "" }, app.data.name));
    for (const each of named) select.append(el("option", { value: each.name }, `${each.name}: ${each.title}`));
    select.addEventListener("change", () => this.load(select.value || app.data.source));
    byId("named-form").addEventListener("submit", (event) => event.preventDefault());
    byId("random-form").addEventListener("submit", (event) => this._random(event, 0));
    byId("reroll").addEventListener("click", (event) => this._random(event, 1));
    byId("paste-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.attempt(() => app.setTree({ nested: treeFrom(byId("paste").value), name: "your tree", source: null }));
    });
    byId("undo").addEventListener("click", () => this.undo());
  }

  // Do something that may be refused. Then a sentence says why, and everything stays as it was.
  attempt(act) {
    try {
      act();
      complain(byId("problem"), "");
      return true;
    } catch (error) {
      complain(byId("problem"), error);
      return false;
    }
  }

  // Use the tree that a text of an address names.
  load(text) {
    return this.attempt(() => this.app.setTree(this.found(text)));
  }

  found(text) {
    const { data } = this.app;
    if (text === data.source) return data;
    const named = data.named.find((each) => each.name === text), random = randomFrom(text);
    const example = data.examples.find((each) => each.tree === text);
    if (named) return { nested: named.tree, name: named.name, source: named.name, labels: named.labels, shows: named.shows };
    if (random) return { nested: randomTree(random), name: text, source: text };
    if (/^[[\d-]/.test(text)) return { nested: treeFrom(text), name: example ? example.name : "your tree", source: null };
    if (text.startsWith("random:")) throw new halfmove.SearchError(`a random tree is written like random:3,4,0..99,seed=1, not '${text}'`);
    throw new halfmove.SearchError(`there is no tree '${text}'`);
  }

  _random(event, more) {
    event.preventDefault();
    const number = (name) => {
      const text = byId(`random-${name}`).value.trim();
      return text === "" ? null : numberFrom(text);
    };
    const wanted = { width: number("width"), depth: number("depth"), low: number("low"), high: number("high"), seed: number("seed") };
    if (Number.isInteger(wanted.seed)) wanted.seed += more;
    const done = this.attempt(() => {
      const nested = randomTree(wanted), text = randomText(wanted);
      this.app.setTree({ nested, name: text, source: text });
    });
    if (done) byId("random-seed").value = wanted.seed;
  }

  // Remember the old tree.
  keep(tree) {
    this.past.push(tree);
    if (this.past.length > 50) this.past.shift();
    byId("undo").disabled = false;
  }

  undo() {
    const before = this.past.pop();
    byId("undo").disabled = !this.past.length;
    if (before) this.attempt(() => this.app.setTree(before, false));
  }

  change(node, change, panel, { structure = false } = {}) {
    const { app } = this, path = pathOf(app.shape, node), nested = app.given.nested;
    const done = this.attempt(() => {
      const made = replaced(nested, path, change);
      app.setTree({ ...app.given, nested: made, name: app.given.name.replace(/( \(changed\))?$/, " (changed)"), source: null, labels: structure ? {} : app.given.labels }, true, true);
    });
    if (done) panel.select(structure ? -1 : node);
  }

  // The buttons to change a node.
  controls(node, panel) {
    const { shape, folded } = this.app, parts = [];
    if (isLeaf(shape, node)) {
      const field = el("input", { size: 6, value: String(shape.score[node]), ariaLabel: `Value of leaf ${nameOf(shape, node)}` });
      field.addEventListener("change", () => {
        const value = numberFrom(field.value.trim());
        if (typeof value !== "number") complain(byId("problem"), `A leaf must be a number, not '${field.value}'.`);
        else this.change(node, () => value, panel);
      });
      parts.push(el("label", {}, "value ", field));
      parts.push(el("button", { title: "Turn this leaf into an inner node with two leaves", onclick: () => this.change(node, (old) => [old, old], panel) }, "Split"));
    } else {
      parts.push(el("button", { onclick: () => this.change(node, (old) => [...old, 0], panel) }, "Add a branch"));
      parts.push(el("button", { onclick: () => panel.fold(node) }, folded.has(node) ? "Unfold" : "Fold"));
    }
    if (node > 0 && shape.children[shape.parent[node]] > 1) {
      parts.push(el("button", { onclick: () => this.change(node, () => undefined, panel, { structure: true }) }, "Remove"));
    }
    return el("div", { className: "edit" }, ...parts);
  }
}
