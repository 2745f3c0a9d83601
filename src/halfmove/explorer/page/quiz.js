// Quiz: which leaf comes next, or is the next branch cut off?

class Quiz {
  constructor(app) {
    this.app = app;
    this.on = false;
    this.right = this.asked = 0;
    this.question = null; // {panel, replay, step}, and {leaf} or {branch, cut}
    byId("quiz-kind").addEventListener("change", () => this.ask());
  }

  toggle(on) {
    this.on = false;
    this.right = this.asked = 0;
    this.question = null;
    if (!on) return;
    const { active } = this.app;
    if (active.replay.step === active.replay.steps) active.go(0);
    this.on = true;
    this.ask();
  }

  // Go to the step before the next possible question, and ask it. A question belongs to its replay and its step.
  ask(before = "") {
    const { app } = this, old = this.question, panel = old && app.panels.includes(old.panel) ? old.panel : app.active;
    const { replay } = panel, kind = byId("quiz-kind"), operators = Boolean(stepsOf(replay));
    panel.play(false);
    kind.querySelector("[value=cut]").disabled = operators; // a state-space search has no next branch
    if (operators) kind.value = "leaf";
    const found = kind.value === "leaf" ? nextLeaf(replay) : nextBranch(replay);
    this.question = { step: replay.step, ...found, none: !found, panel, replay, before, tries: 0 };
    panel.go(this.question.step);
  }

  // The step changed, or the tree was searched again. A question can be answered only at its own step.
  moved() {
    if (!this.on || !this.question) return;
    const { panel, replay, step } = this.question;
    if (!this.app.panels.includes(panel) || panel.replay !== replay) this.ask();
    else this._show(replay.step === step);
  }

  // Whether a question can be answered now.
  isOpen() {
    const { question } = this;
    if (!this.on || !question || question.none) return false;
    const { panel, replay, step } = question;
    return this.app.panels.includes(panel) && panel.replay === replay && replay.step === step;
  }

  _show(here) {
    const { question } = this, { panel, replay, before } = question, { shape } = replay;
    const say = (text) => (byId("quiz-question").textContent = `${before} ${this.app.panels.length > 1 ? `${replay.algorithm.title}: ` : ""}${text}`.trim());
    const answer = (text, act) => byId("quiz-answers").append(el("button", { onclick: act }, text));
    byId("quiz-answers").replaceChildren();
    byId("quiz-score").textContent = this.asked ? `${this.right} of ${this.asked} right at the first try` : "";
    if (!here) {
      byId("quiz-question").textContent = "This is not the step of the question.";
      answer("Ask from here", () => this.ask());
      if (!question.none) answer("Back to the question", () => panel.go(question.step));
    } else if (question.none) {
      say("There are no more questions in this search.");
      answer("Start again", () => { panel.go(0); this.ask(); });
    } else if (question.leaf !== undefined) say("Which leaf is evaluated next? Click it in the picture.");
    else {
      say(`Is ${nameOf(shape, question.branch)}, the next child of ${nodeText(shape, shape.parent[question.branch])}, looked at now, or cut off?`);
      answer("Looked at", () => this._judge(!question.cut, "that"));
      answer("Cut off", () => this._judge(question.cut, "that"));
    }
  }

  // A click on a node of a picture; returns whether it was an answer.
  answer(panel, node) {
    const { question } = this;
    if (!this.isOpen() || question.leaf === undefined || panel !== question.panel || node < 0) return false;
    if (!isLeaf(question.replay.shape, node)) return false;
    this._judge(node === question.leaf, nameOf(question.replay.shape, node), node);
    return true;
  }

  // A wrong answer gets a reason and a second try; then the answer is shown, with its reason. Only first tries count.
  _judge(right, given, node = -1) {
    if (!this.isOpen()) return;
    const { question } = this, { panel, replay } = question, { shape } = replay;
    question.tries += 1;
    if (question.tries === 1) {
      this.asked += 1;
      this.right += right ? 1 : 0;
    }
    if (!right && question.tries === 1) {
      const reason = node >= 0 ? whyNotNext(replay, node, question.leaf, question.shows) : whatDecides(replay, question.branch);
      question.before = `Not ${given}. ${reason} Try again:`;
      return this._show(true);
    }
    panel.go(question.shows);
    const why = [sayStep(replay), ...(question.leaf === undefined ? stepReasons(replay).map((reason) => reason.text) : [])].join(" ");
    const truth = question.leaf !== undefined ? nameOf(shape, question.leaf) : `${nameOf(shape, question.branch)} is ${question.cut ? "cut off" : "looked at"}`;
    this.ask(`${right ? "Right" : `No, not ${given}`}: ${truth}. ${why}`);
  }
}

// The next leaf: {step: where the question is asked, shows: the step that shows the answer, leaf}.
function nextLeaf(replay) {
  const shows = replay.jumps.leaf.find((step) => step > replay.step);
  if (shows === undefined) return null;
  for (let e = replay.ends[shows - 1]; e < replay.ends[shows]; e++) {
    if (replay.kind[e] === LEAF) return { step: shows - 1, shows, leaf: replay.node[e] };
  }
  return null;
}

// The next child that was looked at and has a sibling after it: {step, shows, branch, cut}, where branch is the sibling.
function nextBranch(replay) {
  const { shape, kind, node } = replay;
  for (let e = replay.ends[Math.max(0, replay.step - 1)]; e < replay.count; e++) {
    if (kind[e] !== LEAF && kind[e] !== LEAVE) continue;
    const child = node[e], parent = shape.parent[child];
    if (parent < 0 || child + 1 >= shape.first[parent] + shape.children[parent]) continue;
    let next = e + 1;
    while (next < replay.count && (kind[next] === RAISE || (kind[next] === KNOWN && !replay.aux[next]))) next++;
    if (next >= replay.count || kind[next] >= CUT) continue;
    const step = replay.stepOf(e + 1 < next && kind[e + 1] === RAISE ? e + 1 : e), shows = replay.stepOf(next);
    if (shows <= replay.step) continue;
    if (node[next] === child + 1) return { step, shows, branch: child + 1, cut: false };
    if (node[next] === parent && kind[next] === LEAVE) return { step, shows, branch: child + 1, cut: true };
  }
  return null;
}
