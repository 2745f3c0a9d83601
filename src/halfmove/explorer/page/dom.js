// Small helpers for the document. Names that people wrote enter it only as text.

const byId = (id) => document.getElementById(id);

function el(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name in made && name !== "list") made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

// Show a sentence, or hide the place where one was.
function complain(place, error) {
  place.hidden = !error;
  place.textContent = error ? sentenceOf(error) : "";
}

function sentenceOf(error) {
  if (typeof error === "string") return error;
  if (error instanceof halfmove.SearchError) return asSentence(error.message);
  if (error instanceof RangeError) return "The tree is too deep or too large for this browser.";
  return `${error.name}: ${error.message}`;
}

// The text with a capital first letter, unless it begins with the id of an algorithm or the name of a tree.
function asSentence(text) {
  const [word] = text.split(" ");
  return /^[a-z]+$/.test(word) && !halfmove.algorithms.some((each) => each.id === word) ? capital(text) : text;
}

// Settings that the page remembers from visit to visit, where storage is allowed.
const remembered = {
  get(name) {
    try {
      return window.localStorage.getItem(`halfmove.${name}`);
    } catch {
      return null;
    }
  },
  set(name, value) {
    try {
      window.localStorage.setItem(`halfmove.${name}`, value);
    } catch {
      // a frame without storage forgets it
    }
  },
};

// The colours of the current theme, for the pens.
function themeColours() {
  const style = getComputedStyle(document.documentElement), theme = {};
  for (const name of ["surface", "ink", "muted", "dim", "faint", "empty", "expanded", "done", "leaf", "live", "solved", "path", "current", "cut", "cutMark", "line"]) {
    theme[name] = style.getPropertyValue(`--${name}`).trim();
  }
  return theme;
}

const FONTS = 'system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

// How large a canvas is on the screen. Asking the document each time would make it lay out the whole page again.
const sizes = new WeakMap();

function sizeOf(canvas) {
  if (!sizes.has(canvas)) {
    const { width, height } = canvas.getBoundingClientRect();
    if (width < 1) return { width, height };
    sizes.set(canvas, { width, height });
  }
  return sizes.get(canvas);
}

// A canvas as large as its place on the screen, with its context scaled to the pixels of the screen.
function fitCanvas(canvas) {
  const ratio = Math.min(3, window.devicePixelRatio || 1), { width, height } = sizeOf(canvas);
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return { context, width, height };
}
