// Small helpers for the document. Names and texts of a game enter it only as text, with their control characters visible.

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

function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

// A line of somebody else's text: nothing in it can control the page or the direction of what stands around it.
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\p{Cs}/gu;
const visible = (text) => text.replace(CONTROLS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
const bdi = (text) => el("bdi", {}, visible(text));

// Show a sentence, or hide the place where one was.
function tell(place, words) {
  place.hidden = !words;
  place.textContent = words;
}

// Settings that the page remembers from visit to visit, where storage is allowed.
const remembered = {
  get(name) {
    try {
      return window.localStorage.getItem(`halfmove.page.${name}`);
    } catch {
      return null;
    }
  },
  set(name, value) {
    try {
      window.localStorage.setItem(`halfmove.page.${name}`, value);
    } catch {
      // a frame without storage forgets it
    }
  },
};
