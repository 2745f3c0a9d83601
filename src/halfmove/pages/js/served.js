// The same for a game that only Python can play: the rules and the player are asked over the loopback of this computer.

const ENDED = "The program that plays the game has ended: start `halfmove play` again.";

class ServedSource {
  constructor() {
    this.page = Math.random().toString(36).slice(2);
    this.count = 0;
    this.pending = null;
    this.notes = [];
  }

  async ask(what, question) {
    let answer;
    try {
      answer = await fetch(what, {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(question)});
    } catch {
      throw new Error(ENDED);
    }
    return answer;
  }

  async node(place, path) {
    const answer = await this.ask("node", {place, path}), told = await answer.json();
    if (told.error) throw new Error(told.error);
    if (told.score !== null) told.score = Number(told.score);
    return {...told, place, path};
  }

  start() {
    return this.node(null, []);
  }

  after({place, path}, i) {
    return this.node(place, [...path, i]);
  }

  locate(text) {
    return this.node(text, []);
  }

  positionText({written}) {
    return written;
  }

  think({place, path}, {level, seconds}, live = () => {}) {
    return this.stream("think", {place, path, level, seconds}, live);
  }

  analyse({place, path}, {seconds}, live = () => {}) {
    return this.stream("analyse", {place, path, seconds}, live);
  }

  // Answers come line by line, each better than the one before.
  stream(what, question, live) {
    if (this.pending) this.stop();
    return new Promise((resolve, reject) => {
      const own = this.pending = {id: `${this.page}-${++this.count}`, resolve, last: null};
      this.ask(what, {...question, id: own.id}).then(async (answer) => {
        const reader = answer.body.getReader(), decoder = new TextDecoder();
        let rest = "";
        for (;;) {
          const {done, value} = await reader.read();
          rest += decoder.decode(value ?? new Uint8Array(), {stream: !done});
          const lines = rest.split("\n");
          rest = lines.pop();
          for (const line of lines.filter(Boolean)) {
            const told = JSON.parse(line, (name, x) => (name === "value" && typeof x === "string" ? Number(x) : x));
            if (told.error) throw new Error(told.error);
            own.last = told.found;
            if (this.pending === own) live(told.found);
          }
          if (done) break;
        }
        if (this.pending === own) this.pending = null;
        if (own.last === null) throw new Error(ENDED);
        resolve(own.last);
      }).catch((error) => {
        if (this.pending === own) this.pending = null;
        reject(error instanceof TypeError ? new Error(ENDED) : error);
      });
    });
  }

  stop() {
    const {pending} = this;
    if (!pending) return;
    this.pending = null;
    this.ask("stop", {id: pending.id}).catch(() => {});
    if (pending.last) pending.resolve(pending.last);
  }
}

document.body.dataset.state = "loading";
{
  const {about} = JSON.parse(byId("halfmove-data").textContent);
  startApp(new ServedSource(), about).catch((error) => {
    document.body.dataset.state = "spoiled";
    byId("app").replaceChildren(el("p", {role: "alert", className: "problem"}, error.message));
  });
}
