// Choosing an algorithm and its parameters.

// "ps_star,phases=2" or "ps_star:phases=2" -> {id, parameters}. A list may have commas of its own: partitions=1,2.
function choiceFrom(text) {
  const [id, ...rest] = text.split(/[,:]/), parameters = {};
  const algorithm = halfmove.algorithms.find((each) => each.id === id.trim() || each.aliases.includes(id.trim()));
  if (!algorithm) throw new halfmove.SearchError(`there is no algorithm '${id}'; the choices are ${halfmove.algorithms.map((each) => each.id).join(", ")}`);
  const given = [];
  for (const part of rest) {
    if (part.includes("=") || !given.length) given.push(part);
    else given[given.length - 1] += `,${part}`;
  }
  for (const part of given) {
    const at = part.indexOf("="), name = part.slice(0, at < 0 ? part.length : at).trim();
    const known = algorithm.parameters.find((each) => each.name === name);
    parameters[name] = known ? valueFrom(known, part.slice(at + 1)) : part.slice(at + 1);
  }
  return { id: algorithm.id, parameters };
}

// A parameter's value from text. A text that is not understood stays text, and the search says what is wrong with it.
function valueFrom(parameter, text) {
  const word = text.trim();
  if (parameter.kind === "choice" || word in parameter.words) return word;
  if (parameter.kind === "flag") return { yes: true, true: true, no: false, false: false }[word.toLowerCase()] ?? word;
  if (parameter.kind === "data") {
    if (word === "" || word === "none") return null;
    const parts = word.replace(/[[\]()]/g, "").trim().split(/[\s,+]+/).map(numberFrom);
    return parts.every((part) => typeof part === "number") ? parts : word;
  }
  return numberFrom(word);
}

// A number from text; a text that is not a number stays text.
function numberFrom(word) {
  const plain = word.replace("−", "-").replace("∞", "inf").replace(/^\+/, "");
  if (/^-?inf(inity)?$/i.test(plain)) return plain[0] === "-" ? -Infinity : Infinity;
  return plain !== "" && !Number.isNaN(Number(plain)) ? Number(plain) : word;
}

const valueText = (value) => (value === true ? "yes" : value === false ? "no" : Array.isArray(value) ? value.join("+") : value === null ? "none" : String(value));

// The text of a choice; parameters with their defaults are left out.
function choiceText({ id, parameters }) {
  const algorithm = halfmove.algorithms.find((each) => each.id === id);
  const given = algorithm.parameters.filter((each) => each.name in parameters && valueText(parameters[each.name]) !== valueText(each.default));
  return [id, ...given.map((each) => `${each.name}=${valueText(parameters[each.name])}`)].join(",");
}

// An algorithm with the parameters that it requires, estimated from the leaves.
function readyChoice(id, shape, old = {}) {
  const algorithm = halfmove.algorithms.find((each) => each.id === id), parameters = {};
  let least = Infinity, most = -Infinity, sum = 0;
  for (let v = 0; v < shape.count; v++) {
    if (shape.children[v]) continue;
    least = Math.min(least, shape.score[v]);
    most = Math.max(most, shape.score[v]);
    sum += shape.score[v];
  }
  for (const each of algorithm.parameters) {
    if (each.name in old) parameters[each.name] = old[each.name];
    else if (each.required) parameters[each.name] = each.name === "guess" ? Math.round(sum / shape.leaves) : Math.max(each.least ?? 1, Math.round((most - least) / 4));
  }
  return { id, parameters };
}

// The idea in plain words, then what it costs; the exact contract is folded away.
function aboutOf(algorithm) {
  const told = (head, texts) => (texts && texts.length ? [el("h3", {}, head), ...texts.map((text) => el("p", {}, text))] : []);
  const parts = [...told("The idea", algorithm.idea), ...told("What it costs", algorithm.cost), ...told("When to use it", algorithm.use)];
  const source = algorithm.source ? [el("p", { className: "quiet" }, `${algorithm.title}: ${algorithm.source}`)] : [];
  const promise = algorithm.promise ? [el("p", {}, `It promises ${algorithm.promise}.`)] : [];
  const contract = algorithm.contract ? [el("details", {}, el("summary", {}, "The exact contract"), ...promise, el("pre", {}, algorithm.contract))] : promise;
  return [...parts, ...source, ...contract];
}

class AlgorithmForm {
  constructor(panel) {
    this.panel = panel;
    this.select = panel.part("algorithm");
    for (const each of halfmove.algorithms) {
      const own = each.origin ? ` (${each.origin})` : "";
      this.select.append(el("option", { value: each.id, title: each.promise }, `${each.title}${own}`));
    }
    this.select.addEventListener("change", () => {
      panel.app.searchAgain(panel, readyChoice(this.select.value, panel.app.shape));
    });
  }

  // Show the algorithm and the parameters of the panel.
  show() {
    const { panel } = this, { choice } = panel;
    this.select.value = choice.id;
    const algorithm = halfmove.algorithms.find((each) => each.id === choice.id);
    const offered = algorithm.parameters.filter((each) => each.choices.length !== 1);
    panel.part("parameters").replaceChildren(...offered.map((each) => this._field(each, choice)));
    panel.part("about-text").replaceChildren(...aboutOf(algorithm));
  }

  _field(parameter, choice) {
    const value = parameter.name in choice.parameters ? choice.parameters[parameter.name] : parameter.default;
    const change = (text) => this.panel.app.searchAgain(this.panel, { id: choice.id, parameters: { ...choice.parameters, [parameter.name]: valueFrom(parameter, text) } });
    let field;
    if (parameter.kind === "choice" || parameter.kind === "flag") {
      const choices = parameter.kind === "flag" ? ["yes", "no"] : parameter.choices;
      field = el("select", {}, ...choices.map((each) => el("option", { value: each }, each)));
      field.value = valueText(value);
    } else {
      field = el("input", { size: Math.max(3, valueText(value).length), value: value === null ? "" : valueText(value), placeholder: parameter.kind === "data" ? "1, 2" : "" });
    }
    field.addEventListener("change", () => change(field.value));
    return el("label", { title: parameter.help }, `${parameter.name} `, field);
  }
}
