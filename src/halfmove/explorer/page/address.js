// What the page shows, in its address: #step=37&a=ps_star,phases=2&b=sss_star&lock=leaves&window=-99,999&tree=...

const MOST_ADDRESS = 3000; // characters of a tree that an address may hold

function addressOf(app) {
  const [first, second] = app.panels, parts = [["step", first.replay.step], ["a", choiceText(first.choice)]];
  if (second) {
    parts.push(["b", choiceText(second.choice)], ["lock", app.lock]);
    if (app.lock === "free") parts.push(["bstep", second.replay.step]);
  }
  if (app.window) parts.push(["window", app.window.map((end) => String(end).replace("Infinity", "inf")).join(",")]);
  if (app.given.source === null) {
    const text = treeText(app.given.nested);
    if (text.length <= MOST_ADDRESS) parts.push(["tree", text]);
  } else if (app.given.source !== app.data.source) parts.push(["tree", app.given.source]);
  const written = (value) => encodeURIComponent(String(value)).replace(/%2C/g, ",").replace(/%3A/g, ":").replace(/%5B/g, "[").replace(/%5D/g, "]").replace(/%3D/g, "=");
  return `#${parts.map(([name, value]) => `${name}=${written(value)}`).join("&")}`;
}

// The parts of an address that are present: {step, a, b, lock, window, tree}.
function readAddress(text) {
  const found = {};
  for (const part of text.replace(/^#/, "").split("&")) {
    const at = part.indexOf("=");
    if (at <= 0) continue;
    try {
      found[part.slice(0, at)] = decodeURIComponent(part.slice(at + 1));
    } catch {
      found[part.slice(0, at)] = part.slice(at + 1);
    }
  }
  return found;
}

// "LOW,HIGH"
function windowFromText(text) {
  const ends = text.split(",");
  if (ends.length !== 2) throw new halfmove.SearchError(`a window is written LOW,HIGH, like -5,20, not '${text}'`);
  return windowFrom(...ends);
}

function windowFrom(low, high) {
  const ends = [low, high].map((end, i) => (end.trim() === "" ? (i ? Infinity : -Infinity) : numberFrom(end.trim())));
  const wrong = ends.find((end) => typeof end !== "number");
  if (wrong !== undefined) throw new halfmove.SearchError(`an end of the window must be a number, not '${wrong}'`);
  if (!(ends[0] < ends[1])) throw new halfmove.SearchError(`the window (${shown(ends[0])}, ${shown(ends[1])}) is empty: its low end must be below its high end`);
  return ends[0] === -Infinity && ends[1] === Infinity ? null : ends;
}

// Write the address without a new entry in the history. Some frames forbid it.
function writeAddress(text) {
  try {
    window.history.replaceState(null, "", text);
  } catch {
    // the page works without an address
  }
}
