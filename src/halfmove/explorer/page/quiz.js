// Quiz: which leaf comes next, or is the next branch cut off?

class Quiz {
  constructor(app) {
    this.app = app;
    this.on = false;
    this.right = this.asked = 0;
    byId("quiz-kind").addEventListener("change", () => this.ask());
  }

  toggle(on) {
    this.on = on;
    this.right = this.asked = 0;
    if (on) {
      const { replay } = this.app.active;
      if (replay.step === replay.steps) this.app.active.go(0);
      this.ask();
    }
  }

  // Go to the step before the next thing that can be asked for, and ask.
  ask(before = "") {
    const panel = this.app.active, { replay } = panel;
    panel.play(false);
    this.question = byId("quiz-kind").value === "leaf" ? nextLeaf(replay) : nextBranch(replay);
    const { question } = this, answers = byId("quiz-answers");
    answers.replaceChildren();
    byId("quiz-score").textContent = this.asked ? `${this.right} of ${this.asked} right` : "";
    if (!question) {
      byId("quiz-question").textContent = `${before} There is nothing more to ask in this search${byId("quiz-kind").value === "cut" && replay.algorithm.steps ? "; try the leaves" : ""}.`.trim();
      answers.append(el("button", { onclick: () => { panel.go(0); this.ask(); } }, "Begin again"));
      return;
    }
    panel.go(question.step);
    if (question.leaf !== undefined) byId("quiz-question").textContent = `${before} Which leaf is evaluated next? Click it in the picture.`.trim();
    else {
      byId("quiz-question").textContent = `${before} Is ${nameOf(replay.shape, question.branch)}, the next son of ${nodeWords(replay.shape, replay.shape.parent[question.branch])}, looked at now, or cut off?`.trim();
      answers.append(el("button", { onclick: () => this._judge(panel, !question.cut, "looked at") }, "Looked at"), el("button", { onclick: () => this._judge(panel, question.cut, "cut off") }, "Cut off"));
    }
  }

  // A click on a node of a picture; returns whether it was an answer.
  answer(panel, node) {
    const { question } = this;
    if (!this.on || !question || question.leaf === undefined || panel !== this.app.active || node < 0) return false;
    if (!isLeaf(panel.replay.shape, node)) return false;
    this._judge(panel, node === question.leaf, nameOf(panel.replay.shape, node));
    return true;
  }

  _judge(panel, right, given) {
    const { question } = this, { replay } = panel, { shape } = replay;
    this.asked += 1;
    this.right += right ? 1 : 0;
    replay.seek(question.shows);
    const why = question.leaf !== undefined ? sayStep(replay) : [sayStep(replay), ...stepReasons(replay).map((reason) => reason.text)].join(" ");
    const truth = question.leaf !== undefined ? nameOf(shape, question.leaf) : `${nameOf(shape, question.branch)} is ${question.cut ? "cut off" : "looked at"}`;
    panel.go(question.shows);
    this.ask(right ? `Right: ${truth}.` : `No, not ${given}: ${truth}. ${why}`);
  }
}

// The next leaf: {step to stand at, step that shows it, leaf}.
function nextLeaf(replay) {
  const shows = replay.jumps.leaf.find((step) => step > replay.step);
  if (shows === undefined) return null;
  for (let e = replay.ends[shows - 1]; e < replay.ends[shows]; e++) {
    if (replay.kind[e] === LEAF) return { step: shows - 1, shows, leaf: replay.node[e] };
  }
  return null;
}

// The next time that a son was looked at and another one follows: {step, shows, branch, cut}.
function nextBranch(replay) {
  const { shape, kind, node } = replay;
  for (let e = replay.ends[Math.max(0, replay.step - 1)]; e < replay.count; e++) {
    if (kind[e] !== LEAF && kind[e] !== LEAVE) continue;
    const son = node[e], father = shape.parent[son];
    if (father < 0 || son + 1 >= shape.first[father] + shape.sons[father]) continue;
    let next = e + 1;
    while (next < replay.count && (kind[next] === RAISE || (kind[next] === KNOWN && !replay.aux[next]))) next++;
    if (next >= replay.count || kind[next] >= CASE) continue;
    const step = replay.stepOf(e + 1 < next && kind[e + 1] === RAISE ? e + 1 : e), shows = replay.stepOf(next);
    if (shows <= replay.step) continue;
    if (node[next] === son + 1) return { step, shows, branch: son + 1, cut: false };
    if (node[next] === father && kind[next] === LEAVE) return { step, shows, branch: son + 1, cut: true };
  }
  return null;
}
