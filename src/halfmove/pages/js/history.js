// The moves that were played, and the moves that can be played, as buttons.

// A button for one move. Its name is somebody else's text.
function moveButton(app, i, value = null) {
  const { name } = app.node.moves[i], text = name.trim() ? name : `move ${i + 1}`;
  return el("button", { className: "move", "data-move": i, onclick: () => app.playButton(i) }, bdi(text), value ? el("span", { className: `worth ${value.kind}${value.best ? " best" : ""}` }, value.text) : null);
}

function drawPlayed(app) {
  const list = byId("played"), marks = new Map(app.judged.map((each) => [each.ply, each]));
  const items = app.played.map((i, k) => {
    const ply = k + 1, mark = marks.get(ply), node = app.nodes[k];
    const button = el("button", { className: `ply${ply === app.at ? " here" : ""}`, onclick: () => app.jump(ply), title: mark ? mark.words : "" },
      el("span", { className: "number" }, `${ply}`), el("span", { className: `tiny ${node.second ? "second" : "first"}`, ariaHidden: "true" }), bdi(node.moves[i].name.trim() || `move ${i + 1}`),
      mark ? el("b", { className: mark.kind, ariaLabel: mark.kind }, mark.kind === "blunder" ? "??" : "?") : null);
    if (ply === app.at) button.setAttribute("aria-current", "step");
    return el("li", {}, button);
  });
  const start = el("button", { className: `ply${app.at ? "" : " here"}`, onclick: () => app.jump(0) }, "Start");
  list.replaceChildren(...(items.length ? [el("li", {}, start), ...items] : []));
  byId("none").hidden = items.length > 0;
  const here = list.querySelector(".here");
  if (here) list.scrollTop += here.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
}

// All moves of the position, sorted by name, or by value where values are known.
function drawMoves(app) {
  const place = byId("moves"), { node, values } = app, held = place.contains(document.activeElement), free = app.free;
  const order = node.moves.map((_, i) => i), filter = byId("filter"), wanted = filter.value.trim().toLowerCase();
  const compare = new Intl.Collator("en", { numeric: true }).compare;
  order.sort((one, other) => (values.get(other)?.value ?? -Infinity) - (values.get(one)?.value ?? -Infinity) || compare(node.moves[one].name, node.moves[other].name));
  filter.hidden = order.length < 30;
  const shown = order.filter((i) => filter.hidden || node.moves[i].name.toLowerCase().includes(wanted));
  place.replaceChildren(...shown.map((i) => moveButton(app, i, values.get(i))));
  for (const button of place.children) {
    const i = Number(button.dataset.move);
    button.disabled = !free;
    button.classList.toggle("off", app.left.length > 0 && !app.left.includes(i));
    button.classList.toggle("hinted", app.hinted === i);
  }
  byId("how-many").textContent = node.over ? "" : `(${order.length})`;
  if (held) (place.querySelector("button:enabled") ?? place).focus({ preventScroll: true });
}

// Buttons near the board: moves among which the clicks do not decide, and moves that no click means, such as a pass.
function drawChooser(app) {
  const place = byId("chooser"), held = place.contains(document.activeElement), rare = app.choices.flatMap((choice, i) => (choice ? [] : [i]));
  const some = !app.free ? [] : app.ask ? app.left : app.hinted !== null && !app.choices[app.hinted] ? [app.hinted] : rare.length <= 60 ? rare : [];
  place.hidden = !some.length;
  place.replaceChildren(...some.map((i) => moveButton(app, i, app.values.get(i))));
  if (held || (app.ask && app.byKeyboard)) place.querySelector("button")?.focus({ preventScroll: true });
}
