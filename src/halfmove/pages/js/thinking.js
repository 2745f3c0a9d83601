// A player in a worker, as in the package's players/: deepening, random games, levels. Values are for the side to move.

const isDecided = ({value, bound}) => value !== 0 && (bound === "exact" || bound === (value > 0 ? "lower" : "upper"));
const wins = (result) => result.value > 0 && isDecided(result);
const loses = (result) => result.value < 0 && isDecided(result);

class Thinker {
  // deep: the machine that searches to a depth; mcts: that of random games, or null; about: the numbers of the player
  constructor(deep, mcts, about, chance = Math.random) {
    Object.assign(this, {deep, mcts, about, chance});
  }

  tried(position) {
    return (this.about.tries && this.deep.hooks(position).tries) || this.deep.rules(position).moves;
  }

  // The value that the hook `bounds` knows, else null.
  settled(position) {
    if (!this.about.bounds) return null;
    const {low, high} = this.deep.hooks(position);
    return low === high ? low : null;
  }

  search(position, depth, options) {
    return this.deep.search(position, depth, options);
  }

  // Better and better results, at least one. The position is not over.
  *think(position, depth, until, nodes = Infinity) {
    this.deep.age = (this.deep.age + 1) % 64;
    if (this.about.evaluates || depth !== null || !this.mcts) yield* this.deepen(position, depth, until, nodes);
    else yield* this.searchAndPlay(position, until, nodes);
  }

  *deepen(position, depth, until, mostNodes) {
    const {deepest, forced, longer, differ} = this.about, longest = this.deep.about.longest;
    const known = this.settled(position);
    if (known !== null) {
      yield* this.reach(position, known, Math.min(depth ?? deepest, deepest), until, mostNodes);
      return;
    }
    const moves = this.tried(position), lengths = new Lengths(this, position, until);
    let best = {value: 0, bound: "estimate", nodes: 0, depth: 0, line: moves.slice(0, 1), winnerMoves: null, stopped: null, method: "search"};
    let proven = 0;
    for (let height = 1; height <= Math.min(depth ?? deepest, longest ?? deepest); height++) {
      if (mostNodes - best.nodes <= 0) return;
      const first = moves.findIndex((move) => same(move, best.line[0]));
      const raw = this.search(position, height, {nodes: mostNodes - best.nodes, until, state: first < 0 ? {} : {first}});
      let nodes = best.nodes + raw.nodes;
      if (raw.stopped === null || raw.line.length) {
        const found = this.result(position, raw, height, moves);
        best = this.merged(position, best, found);
        if (best === found && isDecided(best)) {
          const [length, spent] = lengths.of(best, mostNodes - nodes);
          nodes += spent;
          best.winnerMoves = length;
        }
      }
      lengths.seen(height, raw);
      best = {...best, nodes, stopped: raw.stopped};
      yield best;
      proven += isDecided(best);
      if (raw.stopped !== null || (moves.length === 1 && height >= forced && depth === null) || best.bound === "exact" || (proven > longer && !differ)) return;
    }
  }

  // A proven result is replaced only by one that says more.
  merged(position, best, found) {
    if (!isDecided(best) || (found.bound === "exact" && found.value !== best.value)) return found;
    if (found.bound === best.bound && (best.value > 0 ? found.value > best.value : found.value < best.value)) return found;
    if (found.bound === "exact") {
      const kept = best.value > 0 ? best : found;
      return {...kept, bound: "exact", depth: found.depth, winnerMoves: best.winnerMoves, proof: {position, move: kept.line[0], value: kept.value, bound: "exact", depth: found.depth}};
    }
    return {...best, depth: found.depth};
  }

  result(position, raw, depth, moves) {
    const {raised, evaluates, selective} = this.about, {move_end: moveEnd, high_end: highEnd} = raw.counts;
    const value = (raw.score ?? raw.best) + 0, done = raw.stopped === null;
    const seen = !evaluates && !selective;  // the horizon counts as 0: any other value comes from a finished game
    const atLeast = (done && moveEnd >= 0) || (seen && value > 0 && moveEnd !== raised) || value === -Infinity;
    const atMost = done && (highEnd >= 0 || (seen && value < 0));
    const bound = boundOf(atLeast, atMost);
    let line = raw.line.length ? raw.line : moves.slice(0, 1);
    const proof = bound === "estimate" ? null : {position, move: line[0], value, bound, depth};
    if (proof) line = line.slice(0, 1);
    return {value, bound, nodes: raw.nodes, depth, line, proof, winnerMoves: null, stopped: raw.stopped, method: "search"};
  }

  // A move that reaches the value that `bounds` knows.
  *reach(position, value, depth, until, mostNodes) {
    const told = this.deep.rules(position), longest = this.deep.about.longest;
    let moves = told.moves.map((_, i) => i), nodes = 0, found = moves.length === 1, stopped = null;
    const attempt = (i, height) => {
      const child = this.deep.rules(told.children[i]);
      let score = child.score, atLeast = child.over, atMost = child.over;
      if (!child.over) {
        if (mostNodes - nodes <= 0) {
          stopped = "nodes";
          return [0, false, false];
        }
        const raw = this.search(told.children[i], height, {nodes: mostNodes - nodes, until});
        nodes += raw.nodes;
        if (raw.stopped !== null) {
          stopped = raw.stopped;
          return [0, false, false];
        }
        score = raw.score;
        atLeast = raw.counts.low_end >= 0;
        atMost = raw.counts.high_end >= 0;
      }
      if (!told.again[i]) [score, atLeast, atMost] = [-score, atMost, atLeast];
      return [score, atLeast && score >= value, atMost && score < value];
    };
    for (let height = 0; height < Math.min(depth, longest ?? depth); height++) {
      const guesses = [];
      for (const i of [...moves]) {
        if (found || stopped !== null) break;
        const [guess, reaches, misses] = attempt(i, height);
        if (reaches) {
          moves = [i];
          found = true;
        } else if (misses && moves.length > 1) {
          moves = moves.filter((other) => other !== i);
          found = moves.length === 1;
        } else guesses.push([guess, i]);
      }
      if (!found && stopped === null) moves = guesses.sort((one, other) => other[0] - one[0]).map(([, i]) => i);
      let winnerMoves = null;
      if (found) {
        const [length, spent] = new Lengths(this, position, until).asked(value, mostNodes - nodes);
        winnerMoves = length;
        nodes += spent;
      }
      const move = told.moves[moves[0]];
      const proof = found ? {position, move, value, bound: "exact", depth: height + 1} : null;
      yield {value: value + 0, bound: found ? "exact" : "upper", nodes, depth: height + 1, line: [move], proof, winnerMoves, known: true, stopped: found ? null : stopped, method: "search"};
      if (found || stopped !== null) return;
    }
  }

  // The moves after the first one of a proven result, each proven.
  restOfLine({position, move, value, bound, depth}, until) {
    const {lineNodes, lineEach} = this.about, line = [];
    let at = position, mine = true, left = lineNodes;
    const seen = new Set([String(at)]);
    for (;;) {
      const told = this.deep.rules(at), i = told.moves.findIndex((each) => same(each, move));
      if (i < 0) break;
      mine = told.again[i] ? mine : !mine;
      at = told.children[i];
      const here = this.deep.rules(at);
      if (here.over || seen.has(String(at))) break;
      seen.add(String(at));
      const wanted = bound === "exact" || mine === (bound === "lower") ? (mine ? value : -value) : null;
      const known = this.knownMove(here, wanted), deepEnough = depth - 1 - line.length;
      if (known !== null) move = known;
      else {
        if (deepEnough <= 0 || left <= 0) break;
        const raw = this.search(at, deepEnough, {nodes: Math.min(left, lineEach), until});
        left -= raw.nodes;
        if (raw.stopped !== null || !raw.line.length) break;
        if (wanted !== null && !(raw.counts.move_end >= 0 && raw.score >= wanted)) break;
        if (!here.moves.some((each) => same(each, raw.line[0]))) break;
        move = raw.line[0];
      }
      line.push(move);
    }
    return line;
  }

  // A move that reaches a value by the end of the game or by `bounds`, without a search; else null.
  knownMove(told, wanted) {
    if (wanted === null || !this.about.bounds) return null;
    for (const [i, move] of told.moves.entries()) {
      const {over, score} = this.deep.rules(told.children[i]);
      const {low, high} = over ? {low: score, high: score} : this.deep.hooks(told.children[i]);
      if ((told.again[i] ? low : -high) >= wanted) return move;
    }
    return null;
  }

  *searchAndPlay(position, until, mostNodes) {
    const now = performance.now(), first = until === Infinity ? Infinity : now + (until - now) * this.about.quickPart;
    let best = null;
    for (best of this.deepen(position, null, first, mostNodes === Infinity ? Infinity : Math.floor(mostNodes / 3) + 1)) yield best;
    if (best.stopped === null || best.bound === "exact" || isDecided(best) || best.nodes >= mostNodes) return;
    // In slices, so that somebody who watches sees something; each begins anew with more time.
    const rest = this.playouts(position, until, mostNodes - best.nodes);
    yield rest.playouts ? {...rest, nodes: rest.nodes + best.nodes} : {...best, nodes: best.nodes + rest.nodes};
  }

  // Random games.
  playouts(position, until, nodes = Infinity) {
    const raw = this.mcts.search(position, this.mcts.about.height, {until, nodes, state: {seed: Math.floor(this.chance() * 2 ** 40)}});
    let [value, bound] = this.proven(raw);
    const known = this.settled(position);
    if (known !== null && bound !== "exact") [value, bound] = [known, bound === "lower" && value === known ? "exact" : "upper"];
    else if (raw.stopped !== null && value === -Infinity) [value, bound] = [0, "estimate"];
    let line = raw.line.length ? raw.line : this.deep.rules(position).moves.slice(0, 1);
    if (bound !== "estimate") line = line.slice(0, 1);
    return {value: value + 0, bound, nodes: raw.nodes, depth: null, line, proof: null, winnerMoves: null, stopped: raw.stopped, method: "random games", playouts: raw.counts.played};
  }

  // What a search by random games proves: see `proven` in engine/search.py.
  proven({score, stopped, proof, best, nodes}) {
    const {lower, upper, estimate} = this.about.proofs;
    if (stopped !== null) {
      if (proof === upper) return [Math.abs(best) < Infinity ? best : Infinity, "upper"];
      return [best, proof === estimate && best > -Infinity ? "estimate" : "lower"];
    }
    if (proof === lower) return [score, "lower"];
    if (proof === upper) return [score, "upper"];
    return [score, proof === estimate && nodes !== 1 ? "estimate" : "exact"];
  }

  // The move of a level: see players/levels.py. `live` is called with each result.
  atLevel(position, level, seconds, live = () => {}) {
    const errs = level.one_in > 0 && Math.floor(this.chance() * level.one_in) === 0, began = performance.now();
    const until = began + 1000 * seconds * level.share * (errs ? this.about.mistakePart : 1);
    let best = null;
    for (best of this.think(position, level.depth, until)) live(best);
    if (!errs || wins(best)) return {...best, mistake: false};
    const others = this.mistakes(position, best, level, began + 1000 * seconds);
    if (!others.length) return {...best, mistake: false};
    const chosen = others[Math.floor(this.chance() * others.length)];
    return {...best, value: chosen.value + 0, bound: "estimate", line: [chosen.move], proof: null, winnerMoves: null, mistake: true};
  }

  // The moves that are nearly as good as the best one, as this level sees them.
  mistakes(position, best, level, until) {
    const told = this.deep.rules(position), left = until - performance.now();
    if (left <= 0) return [];
    const order = told.moves.map((_, i) => i);
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(this.chance() * (i + 1));
      [order[i], order[j]] = [order[j], order[i]];
    }
    let seen = [];
    for (const i of order) {
      if (performance.now() > until) break;  // the others are not compared
      seen.push(this.lookAt(told, i, level.depth ?? 1, performance.now() + left / order.length));
    }
    if (seen.some((each) => !each.loses)) seen = seen.filter((each) => !each.loses);
    seen.sort((one, other) => other.value - one.value);
    return seen.slice(0, level.among || Math.max(2, Math.floor((told.moves.length + 1) / 2))).filter((each) => !same(each.move, best.line[0]));
  }

  lookAt(told, i, depth, until) {
    const child = this.deep.rules(told.children[i]), sign = told.again[i] ? 1 : -1, move = told.moves[i];
    if (child.over) return {move, value: sign * child.score, loses: sign * child.score < 0};
    if (depth === 1) return {move, value: this.about.evaluates ? sign * child.guess : 0, loses: false};
    let reply = null;
    for (reply of this.think(told.children[i], depth - 1, until));
    return {move, value: sign * reply.value, loses: sign < 0 ? wins(reply) : loses(reply)};
  }

  // All moves with their values, deeper and deeper: each yield is a list in the order of the rules.
  *analyse(position, until) {
    const told = this.deep.rules(position), {evaluates, selective, deepest} = this.about;
    const longest = Math.min(deepest, this.deep.about.longest ?? deepest), seen = !evaluates && !selective;
    const list = told.moves.map((move, i) => {
      const {over, score} = this.deep.rules(told.children[i]), sign = told.again[i] ? 1 : -1;
      return {move, value: over ? sign * score + 0 : 0, bound: over ? "exact" : "estimate", depth: over ? 1 : 0};
    });
    const now = performance.now(), first = this.mcts && !evaluates ? now + (until - now) * this.about.quickPart : until;
    let stopped = false;
    for (let height = 1; height < longest && !stopped && list.some(({bound}) => bound !== "exact"); height++) {
      for (let i = 0; i < list.length && !stopped; i++) {
        if (list[i].bound === "exact" || (isDecided(list[i]) && !this.about.differ)) continue;
        const raw = this.search(told.children[i], height, {until: first});
        stopped = raw.stopped !== null;
        if (stopped) break;
        const atLeast = raw.counts.low_end >= 0 || (seen && raw.score > 0), atMost = raw.counts.high_end >= 0 || (seen && raw.score < 0);
        const again = told.again[i], value = (again ? raw.score : -raw.score) + 0;
        list[i] = {move: list[i].move, value, bound: again ? boundOf(atLeast, atMost) : boundOf(atMost, atLeast), depth: height + 1};
      }
      yield list;
      if (list.every((each) => each.bound === "exact" || (isDecided(each) && !this.about.differ))) return;
    }
    if (!this.mcts || evaluates) return;
    const open = list.map((_, i) => i).filter((i) => !isDecided(list[i]) && list[i].bound !== "exact");
    for (const [done, i] of open.entries()) {
      const left = until - performance.now(), sign = told.again[i] ? 1 : -1;
      const found = this.playouts(told.children[i], performance.now() + Math.max(left, 0) / (open.length - done));
      if (found.bound === "estimate") list[i] = {...list[i], value: sign * found.value + 0};
      yield list;
    }
  }
}

// How long wins and losses of one position take: see players/distances.py.
class Lengths {
  constructor(thinker, position, until) {
    const {direct} = thinker.about;
    Object.assign(this, {thinker, position, until, direct, depth: 0, value: null});
  }

  get mayBeSaid() {
    this.said ??= !this.thinker.about.sizesDiffer && !winsDiffer(this.thinker, this.position);
    return this.said;
  }

  seen(depth, raw) {
    if (raw.stopped === null) Object.assign(this, {depth, value: raw.score});
  }

  // [the moves that the winner makes, if proven, else null; the nodes that this took]
  of({value, depth}, mostNodes) {
    if (this.depth === depth - 1 && this.direct && this.mayBeSaid) {
      if (depth === 1 || (value > 0 ? this.value < value : this.value > value)) return [Math.floor((depth + (value > 0)) / 2), 0];
    }
    return this.asked(value, mostNodes);
  }

  asked(value, mostNodes) {
    const {about} = this.thinker, wins = value > 0, budget = Math.min(about.lengthNodes, mostNodes);
    let nodes = 0;
    if (value === 0 || !this.mayBeSaid) return [null, 0];
    for (let depth = 1; depth <= (about.turn ? Number(wins) : about.lengthLongest) && budget - nodes > 0; depth++) {
      const raw = this.thinker.search(this.position, depth, {nodes: budget - nodes, until: this.until, state: {asks: wins ? about.asksWin : about.asksLoss}});
      nodes += raw.nodes;
      if (raw.stopped !== null) break;
      if (raw.score) return [Math.floor((depth + wins) / 2), nodes];
    }
    return [null, nodes];
  }
}

// Whether a game can be won by different scores from here on. A large game is only sampled: see players/sizes.py.
function winsDiffer({deep, about, chance}, position) {
  const until = performance.now() + 20, sizes = new Set(), known = new Set([String(position)]), waiting = [position];
  const note = ({score}) => score !== 0 && sizes.add(Math.abs(score));
  while (waiting.length && sizes.size < 2 && known.size <= 1000 && performance.now() < until) {
    const told = deep.rules(waiting.pop());
    if (told.over) note(told);
    for (const child of told.children) {
      if (!known.has(String(child))) {
        known.add(String(child));
        waiting.push(child);
      }
    }
  }
  for (let games = 0, left = 400; waiting.length && games < 20 && left > 0 && sizes.size < 2 && performance.now() < until; games++) {
    let told = deep.rules(position);
    while (!told.over && left-- > 0 && told.moves.length) told = deep.rules(told.children[Math.floor(chance() * told.moves.length)]);
    if (told.over) note(told);
  }
  return sizes.size > 1;
}
