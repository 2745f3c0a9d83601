// A sheet whose answers are filled in on the screen and checked. The page is complete without it: this adds fields.
const TRIES = 2; // wrong ones until the solution is offered
const TOLD = 4; // wrong answers that are explained at once; the others are marked
const SVG = "http://www.w3.org/2000/svg";

function make(name, given = {}, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(given)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}

function draw(name, given) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(given)) made.setAttribute(key, value);
  return made;
}

function plural(count, word, many) {
  return `${count} ${count === 1 ? word : many}`;
}

// How answers are compared. Each returns null for a right answer, else what is wrong with it.

function plain(text) {
  return text.trim().replace(/[\u2212\u2013\u2014]/g, "-");
}

// A line is the nodes from the root to a leaf. It may begin with node 0, and its leaf alone names it, too.
function isLine(gap) {
  return Object.keys(gap.options).length === 0;
}

function lineReadings(words) {
  const below = words[0] === "0" ? words.slice(1) : words;
  if (below.length !== 1) return [below];
  const steps = below[0].split(".");
  return [steps.map((_, place) => steps.slice(0, place + 1).join("."))];
}

const compare = {
  number(text, gap) {
    const written = plain(text).replace(/^\+/, "");
    return /^-?\d+$/.test(written) && Number(written) === gap.right ? null : `not ${text.trim()}.`;
  },
  bound(text, gap) {
    const written = plain(text).toLowerCase().replace(/^\+/, "").replace(/infinity|inf|oo/, "∞").replace(/\s/g, "");
    return written === gap.right ? null : `not ${text.trim()}.`;
  },
  choice(text, gap) {
    return text === gap.right ? null : "not this one.";
  },
  nodes(text, gap) {
    const words = plain(text).split(/[\s,;]+/).filter(Boolean);
    const byValue = new Map(Object.entries(gap.options).map(([name, value]) => [String(value), name]));
    const readings = [words];
    if (words.every((word) => byValue.has(word))) readings.push(words.map((word) => byValue.get(word)));
    if (isLine(gap)) readings.push(...lineReadings(words));
    const common = (reading) => {
      const wrong = reading.findIndex((name, place) => name !== gap.right[place]);
      return wrong < 0 ? reading.length : wrong;
    };
    if (readings.some((reading) => reading.join() === gap.right.join())) return null;
    const [best] = readings.sort((one, other) => common(other) - common(one));
    const reached = common(best);
    if (reached === gap.right.length) return "right at first, but then it goes on too long.";
    if (reached === best.length) return "right as far as it goes, but something is missing at the end.";
    if (reached === 0) return "wrong from the first node on.";
    return `the first ${reached === 1 ? "node is" : `${reached} nodes are`} right, the next one is not.`;
  },
  states(text, gap) {
    const split = (list) => [...list.matchAll(/\(([^()]*)\)/g)].map(([, state]) => state.replace(/\s/g, ""));
    const right = split(gap.right);
    let given = split(plain(text).replace(/s/g, "S"));
    if (!gap.right.includes("l")) given = given.map((state) => state.replace(/l/g, "L"));
    if (/^\(?\s*(empty|-)?\s*\)?$/i.test(plain(text))) given = [];
    else if (!given.length) return "this cannot be read. Write each state in brackets, as in (1.2,L,7).";
    const wrong = right.findIndex((state, place) => state !== given[place]);
    if (wrong < 0 && given.length === right.length) return null;
    if ([...given].sort().join() === [...right].sort().join()) return "the states are right, but not their order.";
    if (wrong < 0) return "too many states.";
    if (wrong >= given.length) return "right as far as it goes, but something is missing at the end.";
    return `state ${wrong + 1} is wrong.`;
  },
};

// A field: an input or a choice, with a mark for right and wrong.

class Field {
  constructor(gap, place, control, mark = null) {
    Object.assign(this, { gap, control, mark });
    control.setAttribute("aria-label", gap.label);
    place.append(control);
    if (mark) place.append(mark);
  }

  get total() {
    return 1;
  }

  check() {
    const text = this.control.value;
    const wrong = text.trim() === "" ? "missing." : compare[this.gap.how](text, this.gap);
    this.show(wrong === null);
    if (wrong === null) return { right: 1, told: [] };
    return { right: 0, told: [`${this.gap.label}: ${wrong} ${this.gap.why}`], empty: text.trim() === "" };
  }

  show(isRight) {
    this.control.classList.toggle("right", isRight);
    this.control.classList.toggle("wrong", !isRight);
    this.control.setAttribute("aria-invalid", String(!isRight));
    if (!this.mark) return;
    this.mark.textContent = isRight ? "✓" : "✗";
    this.mark.className = `mark entry ${isRight ? "good" : "bad"}`;
  }
}

function input() {
  return make("input", { type: "text", class: "entry", autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
}

function choice(options, empty = "choose ...") {
  const made = make("select", { class: "entry" });
  made.append(make("option", { value: "" }, empty), ...options.map((word) => make("option", { value: word }, word)));
  return made;
}

function signMark() {
  return make("span", { class: "mark entry", "aria-hidden": "true" });
}

function middle(shape) {
  const number = (name) => Number(shape.getAttribute(name));
  if (shape.tagName === "circle") return [number("cx"), number("cy")];
  return [number("x") + number("width") / 2, number("y") + number("height") / 2];
}

// The branches of a tree, to be crossed out; below it each cut-off gets a line with its two questions.

class Branches {
  constructor(gap, article, names) {
    Object.assign(this, { gap, crossed: new Set(), chosen: new Map() });
    const edges = [...article.querySelectorAll("svg .edge")];
    edges.forEach((edge, place) => this.#cross(edge, names[place + 1]));
    this.list = make("ul", { class: "cuts" });
    const how = "Click the branches that are cut off, or go to them with Tab and press Space.";
    const box = make("div", { class: "entry" }, make("p", {}, how), this.list);
    const table = article.querySelector(".wide");
    table.classList.add("blank");
    table.after(box);
  }

  get total() {
    return 3 * this.gap.right.length;
  }

  #cross(edge, name) {
    const [x1, y1, x2, y2] = edge.getAttribute("d").match(/-?[\d.]+/g).map(Number);
    const [x, y, long] = [(x1 + x2) / 2, (y1 + y2) / 2, Math.hypot(x2 - x1, y2 - y1)];
    const [dx, dy] = [(9 * (y2 - y1)) / long, (9 * (x1 - x2)) / long];
    const label = `Branch to ${name}: cut off`;
    const given = { class: "hit entry", d: edge.getAttribute("d"), tabindex: "0", role: "checkbox" };
    const hit = draw("path", { ...given, "aria-checked": "false", "aria-label": label });
    edge.after(hit, draw("path", { class: "crossing entry", d: `M${x - dx} ${y - dy} L${x + dx} ${y + dy}` }));
    const toggle = () => {
      if (!this.crossed.delete(name)) this.crossed.add(name);
      hit.setAttribute("aria-checked", String(this.crossed.has(name)));
      this.#write();
    };
    hit.addEventListener("click", toggle);
    hit.addEventListener("keydown", (event) => {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      toggle();
    });
  }

  #nodes() {
    const found = new Map();
    for (const name of [...this.crossed].sort((one, other) => one.localeCompare(other, "en", { numeric: true }))) {
      const at = name.includes(".") ? name.slice(0, name.lastIndexOf(".")) : "0";
      found.set(at, [...(found.get(at) ?? []), name]);
    }
    return found;
  }

  #write() {
    const lines = [...this.#nodes()].map(([at, branches]) => {
      if (!this.chosen.has(at)) {
        const pair = { kind: choice(["alpha", "beta"], "alpha or beta?"), depth: choice(["shallow", "deep"], "how far?") };
        pair.kind.setAttribute("aria-label", `Cut-off at ${at}: alpha or beta`);
        pair.depth.setAttribute("aria-label", `Cut-off at ${at}: shallow or deep`);
        this.chosen.set(at, pair);
      }
      const { kind, depth } = this.chosen.get(at);
      return make("li", {}, make("span", {}, `At ${at}, cut off: ${branches.join(", ")}`), kind, depth);
    });
    this.list.replaceChildren(...lines);
  }

  check() {
    const told = [];
    let right = 0;
    const wanted = new Set(this.gap.right.flatMap((cut) => cut.branches));
    for (const name of this.crossed) if (!wanted.has(name)) told.push(this.gap.why.branches[name]);
    const missing = [...wanted].filter((name) => !this.crossed.has(name)).length;
    if (missing) told.push(`Not crossed out yet: ${plural(missing, "branch that is", "branches that are")} cut off.`);
    const nodes = this.#nodes();
    for (const cut of this.gap.right) {
      const isFound = (nodes.get(cut.at) ?? []).join() === cut.branches.join();
      right += isFound;
      if (isFound) right += this.#both(cut, told);
    }
    return { right, told, empty: this.crossed.size === 0 };
  }

  #both(cut, told) {
    let right = 0;
    for (const question of ["kind", "depth"]) {
      const control = this.chosen.get(cut.at)[question];
      const isRight = control.value === cut[question];
      control.classList.toggle("right", isRight);
      control.classList.toggle("wrong", !isRight);
      control.setAttribute("aria-invalid", String(!isRight));
      if (isRight) right++;
      else told.push(this.gap.why.cuts[cut.at][question]);
    }
    return right;
  }
}

// The fields of one exercise.

function fieldOf(gap, article, names) {
  const [kind, one, two] = gap.place.split(" ");
  if (kind === "tree") return new Branches(gap, article, names);
  if (kind === "cell") return new Field(gap, article.querySelector(`[data-cell="${one} ${two}"]`), input());
  if (kind === "line") {
    const control = gap.how === "choice" ? choice(gap.options) : input();
    return new Field(gap, article.querySelector(`[data-line="${one}"]`), control, signMark());
  }
  const shape = article.querySelectorAll("svg .node")[Number(one)];
  const [x, y] = middle(shape);
  const look = `at-node entry ${shape.tagName === "circle" ? "round" : ""}`;
  const place = draw("foreignObject", { class: look, x: x - 15, y: y - 15, width: 30, height: 30 });
  article.querySelector("svg").append(place);
  return new Field(gap, place, input());
}

function pickLeaves(article, names, field) {
  field.control.placeholder = isLine(field.gap) ? "nodes, or only the leaf" : "write here, or click the leaves";
  article.querySelectorAll("svg .node").forEach((shape, place) => {
    if (!(names[place] in field.gap.options)) return;
    const group = shape.parentNode;
    group.classList.add("pick");
    group.addEventListener("click", () => {
      const before = field.control.value.trim().replace(/,$/, "");
      field.control.value = before ? `${before}, ${names[place]}` : names[place];
    });
  });
}

function start(article, given, solved) {
  const picture = article.querySelector("svg");
  if (picture) picture.setAttribute("role", "group"); // what is inside can be reached
  const fields = given.gaps.map((gap) => fieldOf(gap, article, given.names));
  for (const field of fields) if (field.gap.how === "nodes") pickLeaves(article, given.names, field);
  if (fields.some((field) => field.gap.how === "bound")) {
    article.querySelector(".wide").before(make("p", { class: "entry" }, "You may write inf for ∞."));
  }
  for (const line of article.querySelectorAll(".fill")) if (!line.querySelector(".entry")) line.classList.add("blank");
  const button = make("button", { type: "button", class: "entry" }, "Check");
  const verdict = make("div", { class: "verdict entry", role: "status" });
  article.append(button, verdict);
  let tries = 0;

  function solution() {
    if (article.querySelector(".solved")) return;
    const box = make("details", { class: "solved entry" }, make("summary", {}, "Solution"));
    const inside = make("div");
    inside.innerHTML = given.solution; // made and escaped by the program that made this page
    box.append(inside);
    article.append(box);
  }

  function check() {
    const answers = fields.map((field) => field.check());
    if (answers.every((answer) => answer.empty)) {
      verdict.replaceChildren(make("p", {}, "Fill in your answers first."));
      return;
    }
    const total = fields.reduce((sum, field) => sum + field.total, 0);
    const right = answers.reduce((sum, answer) => sum + answer.right, 0);
    const told = answers.flatMap((answer) => answer.told);
    if (!told.length) {
      verdict.replaceChildren(make("p", {}, make("strong", {}, "✓ Right.")));
      solution();
      solved();
      return;
    }
    tries++;
    const next = tries < TRIES ? "Try once more." : "The solution is below.";
    const first = make("p", {}, make("strong", {}, `✗ Not yet: ${right} of ${total} right. `), next);
    const sentences = told.length > TOLD + 1 ? [...told.slice(0, TOLD), `${told.length - TOLD} more are marked.`] : told;
    verdict.replaceChildren(first, make("ul", {}, ...sentences.map((sentence) => make("li", {}, sentence))));
    if (tries >= TRIES) solution();
  }

  button.addEventListener("click", check);
  article.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches("input")) check();
  });
}

function startAll() {
  const packed = JSON.parse(document.getElementById("halfmove-data").textContent);
  const bytes = Uint8Array.from(atob(packed), (sign) => sign.charCodeAt(0));
  const exercises = JSON.parse(new TextDecoder().decode(bytes));
  const articles = document.querySelectorAll("article[data-exercise]");
  const score = document.getElementById("score");
  const right = new Set();
  exercises.forEach((given, number) => {
    start(articles[number], given, () => {
      right.add(number);
      score.textContent = `Right: ${right.size} of ${plural(exercises.length, "exercise", "exercises")}.`;
    });
  });
  document.querySelector(".sheet").classList.add("checks");
}

// A closed <details> is not printed by older browsers.
addEventListener("beforeprint", () => {
  for (const each of document.querySelectorAll("details.solutions")) each.open = true;
});
if (document.getElementById("score")) startAll();
document.body.dataset.state = "ready";
