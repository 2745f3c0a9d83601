// What the page knows without a search: positions of a database and of an opening book.

class Known {
  constructor(data, machine, turn) {
    Object.assign(this, {machine, turn, data});
    this.solvedRows = data.solved && new Map(data.solved.rows.map(([key, value, distance]) => [key, {value, distance}]));
    this.bookedRows = data.booked && new Map(data.booked.rows.map(([key, ...rest]) => [key, rest]));
  }

  key(position, {folded, ranked = false}) {
    const at = folded ? this.machine.hooks(position).symmetry : position;
    return String(ranked ? this.machine.numbers(at) : at);
  }

  // The best move by the database, if it knows the positions after all moves; else null.
  solved({told, position}) {
    const {solved} = this.data;
    if (!solved || !this.solvedRows.has(this.key(position, solved))) return null;
    let best = null;
    for (const [i, child] of told.children.entries()) {
      const {over, score} = this.machine.rules(child), entry = over ? {value: score, distance: 0} : this.solvedRows.get(this.key(child, solved));
      if (!entry) return null;
      const value = (told.again[i] ? entry.value : -entry.value) + 0, distance = entry.distance === null ? null : entry.distance + 1;
      const better = best === null || value > best.value || (value === best.value && value !== 0 && (value > 0 ? distance < best.distance : distance > best.distance));
      if (better) best = {value, distance, move: told.moves[i]};
    }
    const {value, distance, move} = best, counted = distance !== null && value !== 0 && !this.turn;
    return {value, bound: "exact", line: [move], depth: distance, nodes: 0, winnerMoves: counted ? Math.floor((distance + (value > 0)) / 2) : null, method: "database"};
  }

  // The best move by the book, if a search of so many nodes, or to this depth, would not see more; else null.
  booked({told, position}, depth, nodes) {
    const {booked} = this.data, entry = booked && this.bookedRows.get(this.key(position, booked));
    if (!entry) return null;
    const [moves, weakest, shallowest] = entry;
    const [, value, least] = moves[0], most = moves.every(([, other, , proven]) => proven && other <= value);
    const bound = boundOf(least, most), decided = value !== 0 && (bound === "exact" || bound === (value > 0 ? "lower" : "upper"));
    if (!(weakest === null || decided || weakest >= nodes || (depth !== null && shallowest >= depth))) return null;
    const number = told.children.findIndex((child) => this.key(child, booked) === moves[0][0]);
    return number < 0 ? null : {value, bound, line: [told.moves[number]], depth: shallowest, nodes: 0, method: "book"};
  }
}
