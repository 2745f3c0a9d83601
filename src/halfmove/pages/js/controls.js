// Buttons and settings of the page.

const TIMES = [0.3, 1, 3, 10];

function makeControls(app) {
  const { about } = app, on = (id, act, event = "click") => byId(id).addEventListener(event, act);
  byId("title").append(bdi(about.title));
  byId("version").textContent = ` ${about.version ?? ""}`.trimEnd();
  byId("who").append(...Object.entries(WHO).map(([value, words]) => el("option", { value }, words)));
  byId("time").append(...TIMES.map((value) => el("option", { value }, `${value} s`)), el("option", { value: "typed" }, "Other…"));
  byId("level").max = about.levels.length;
  byId("level").value = app.level;
  const known = TIMES.includes(app.seconds);
  byId("time").value = known ? app.seconds : "typed";
  byId("typed").hidden = known;
  byId("seconds").value = app.seconds;
  byId("thinking").checked = app.showsThinking = remembered.get("thinking") !== "off";
  byId("animate").checked = remembered.get("animate") !== "off";
  byId("words").open = window.innerWidth >= 900;
  if (about.canLocate) byId("text-label").textContent = "Moves or a position to load";
  byId("text").placeholder = about.locateHelp ?? "";
  byId("notes").append(...[
    "Click a piece, then its target, or drag it. In other games click where you want to move, or what you want to take. Every move also has a button.",
    "With the keyboard: Tab to the board, arrow keys, Enter to choose, Escape to choose anew. Outside the board, ← → Home and End show earlier positions.",
    ...(about.notes ?? []), ...(about.sizes ?? []),
  ].map((note) => el("li", { dir: "auto" }, visible(note))));

  showRules(about.rules ?? []);

  on("how", () => {
    byId("rules").open = true;
    byId("rules").scrollIntoView({ block: "start" });
    byId("rules").querySelector("summary").focus({ preventScroll: true });
  });
  on("new", () => app.newGame());
  on("back", () => app.takeBack());
  on("hint", () => app.giveHint());
  on("now", () => app.source.stop());
  on("pause", () => app.pause(!app.paused));
  on("return", () => app.jump(app.nodes.length - 1));
  on("resume", () => app.resume());
  on("review", () => (app.busy === "review" ? app.stop() : app.reviewGame()));
  on("filter", () => drawMoves(app), "input");
  on("who", () => app.set({ who: byId("who").value, paused: false }), "change");
  on("level", () => app.set({ level: Number(byId("level").value) }), "input");
  on("time", () => {
    const { value } = byId("time");
    byId("typed").hidden = value !== "typed";
    if (value === "typed") byId("seconds").focus();
    else app.set({ seconds: Number(value) });
  }, "change");
  on("seconds", () => {
    const seconds = Number(byId("seconds").value);
    if (seconds > 0) app.set({ seconds: Math.min(600, seconds) });
  }, "input");
  on("analysis", () => app.set({ analysis: byId("analysis").checked }), "change");
  on("thinking", () => {
    remembered.set("thinking", byId("thinking").checked ? "on" : "off");
    app.set({ showsThinking: byId("thinking").checked });
  }, "change");
  on("animate", () => remembered.set("animate", byId("animate").checked ? "on" : "off"), "change");
  const say = (words) => (byId("done").textContent = words);
  on("copy", async () => say(await copyText(gameText(app), byId("text"))));
  on("copy-link", async () => say(await copyText(window.location.href.split("#")[0] + linkOf(app), byId("text"))));
  byId("copy-position").hidden = !about.canWrite;
  on("copy-position", async () => say(await copyText(app.source.positionText(app.node), byId("text"))));
  on("load", () => app.load(byId("text").value.trim()).then(say));
  window.addEventListener("hashchange", () => window.location.hash !== linkOf(app) && app.loadLink());
  document.addEventListener("keydown", (event) => keyPressed(app, event));
  document.addEventListener("click", (event) => app.clicked.length && !event.target.closest("#board, .side, .actions, #chooser") && app.leave());
  makeTheme();
}

function keyPressed(app, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.key === "Escape") app.leave();
  if (event.target.closest("input, select, textarea, [role=grid]")) return;
  const to = { ArrowLeft: app.at - 1, ArrowRight: app.at + 1, Home: 0, End: app.nodes.length - 1 }[event.key];
  if (to === undefined || app.nodes.length < 2) return;
  event.preventDefault();
  app.jump(to);
}

// What can be pressed now, and what the settings say.
function drawControls(app) {
  const { state, who, about } = app, level = about.levels[app.level - 1], show = (id, yes) => (byId(id).hidden = !yes);
  show("now", state === "thinking" || app.busy === "hint");
  show("pause", state === "stopped" || (who === "none" && state === "thinking"));
  byId("pause").textContent = app.paused ? "Go on" : "Pause";
  show("return", state === "browsing");
  show("resume", state === "browsing" && !app.node.over);
  show("review", app.played.length > 1 && (app.node.over || state === "browsing" || app.nodes[app.nodes.length - 1].over || app.busy === "review"));
  byId("review").textContent = app.busy === "review" ? "Stop" : "Review the game";
  byId("back").disabled = app.backTo() < 0;
  byId("hint").disabled = state !== "yours";
  for (const id of ["hint", "back"]) show(id, state !== "browsing");
  byId("who").value = who;
  byId("level").disabled = who === "both";
  byId("level").setAttribute("aria-valuetext", `${app.level}, ${level?.name ?? ""}`);
  byId("level-name").textContent = `${app.level} · ${level?.name ?? ""}`;
  byId("level-words").textContent = level ? visible(level.words) : "";
}

// The bar, its words, and the small print.
function drawThought(app) {
  const found = app.thought, { about } = app, role = (second) => ({ you: "You", computer: "Computer" })[roleOf(app.who, second)];
  byId("thought").hidden = !app.showsThinking;
  for (const [id, second] of [["first-name", false], ["second-name", true]]) {
    const name = about.players?.[second ? 1 : 0], side = second ? "Second player" : "First player";
    byId(id).textContent = role(second) ? `${role(second)}${name ? ` (${visible(name)})` : ""}` : name ? visible(name) : side;
  }
  const over = app.node.over && { value: app.node.score ?? 0, verdict: app.node.score ? (app.node.score > 0 ? "wins" : "loses") : "draw" };
  const [node, thought] = over ? [app.node, over] : found ? [found.node, found.thought] : [app.node, null];
  byId("share").style.width = `${100 * (thought ? shareOf(app, node, thought) : 0.5)}%`;
  const words = over ? "The game is over" : thought ? valueWords(app, node, thought) : "";
  byId("value").textContent = words || "…";
  byId("bar").setAttribute("aria-label", words || "No value yet");
  const line = found && !over && (found.open || app.analysis) ? found.thought.line : [];
  byId("line").replaceChildren(...(line.length ? ["Expected: ", ...line.slice(0, 12).flatMap((name) => [bdi(name), " "])] : []));
  byId("work").textContent = found && !over ? workWords(found.thought) : "";
}

// The rules in words, under a heading of their own; the goal stands under the title, too.
function showRules(pieces) {
  const goal = pieces.findIndex(([kind, words]) => kind === "h" && words === "Goal");
  byId("rules").hidden = byId("how").hidden = !pieces.length;
  byId("goal").hidden = goal < 0;
  if (goal >= 0) byId("goal").textContent = visible(pieces[goal + 1]?.[1] ?? "");
  const tags = { h: "h3", p: "p", li: "li" }, place = byId("rules-text");
  for (const [kind, words] of pieces) {
    const made = el(tags[kind] ?? "p", { dir: "auto" }, visible(words));
    if (kind !== "li") place.append(made);
    else if (place.lastElementChild?.tagName === "UL") place.lastElementChild.append(made);
    else place.append(el("ul", {}, made));
  }
}
