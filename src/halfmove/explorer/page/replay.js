// A search that can be shown at any step. Events are those of `log.py`.
//
// A step is one thing that happens. Changes of OPEN and BACKUP belong to the operator that follows them, and so does a
// node or leaf that an operator visits. In a search by several processors a step is a round.
//
// Nothing is stored for a step. `prev` is the previous event at the same node, so going back costs no more than going on.

const { ENTER, LEAVE, LEAF, VISIT, RAISE, KNOWN, CUT, STOP, ROUND, WORK, WAIT, CASE, OPEN, CLOSE, KEEP, DROP } =
  halfmove.constants.events;
const { LIVE_STATE, SOLVED_STATE, INACTIVE_STATE, REVERSED } = halfmove.constants.statuses;

// The name and the letter of a status, which may be REVERSED.
const statusName = (status) => halfmove.constants.statusNames[status % REVERSED];
const statusLetter = (status) => halfmove.constants.statusLetters[status % REVERSED];

// The state of a node at a step. Of several in one place the largest is shown.
const UNSEEN = 0, SKIPPED = 1, EXPANDED = 2, DONE = 3, EVALUATED = 4, INACTIVE = 5, SOLVED = 6, LIVE = 7, PATH = 8;

class Replay {
  constructor(shape, result, algorithm, reasons) {
    const { events } = result;
    this.shape = shape;
    this.result = result;
    this.algorithm = algorithm;
    this.count = events.kind.length;
    this.kind = Uint8Array.from(events.kind);
    this.node = Int32Array.from(events.node);
    this.aux = Int32Array.from(events.aux);
    this.x = Float64Array.from(events.x);
    this.y = Float64Array.from(events.y);
    this.place = Int32Array.from(events.place); // where in the source an event happened
    this.reasons = reasons;
    this._link();
    this._divide();
    this._findJumps();
    this.last = new Int32Array(shape.count).fill(-1); // the last event of a frame, by node
    this.opened = new Int32Array(shape.count).fill(-1); // the event OPEN of a node while it is on OPEN
    this.listed = new Int32Array(shape.count).fill(-1); // its last event OPEN or CLOSE
    this.kept = new Int32Array(shape.count).fill(-1); // its event KEEP while it is in BACKUP
    this.entered = new Int32Array(shape.count); // how many of its frames are not left yet
    this.cutBy = new Int32Array(shape.count).fill(-1); // the reason why children of a node are cut
    this.purgedBy = new Int32Array(shape.count).fill(-1); // the reason why the node itself left OPEN
    this.frames = []; // the events ENTER of the frames that are not left yet
    this.open = new Map(); // list and node -> event
    this.backup = new Map(); // node -> event
    this.reasonsKnown = 0; // how many reasons are known at this step
    this.at = 0; // how many events have happened
    this.step = 0;
  }

  key(e) {
    return Math.trunc(this.y[e]) * this.shape.count + this.node[e];
  }

  // For each event the previous one at the same node: among frames, on the same OPEN, in BACKUP.
  _link() {
    const { count, kind, node } = this;
    this.prev = new Int32Array(count).fill(-1);
    this.opposite = new Int32Array(count).fill(-1); // of a LEAVE its ENTER, and of an ENTER its LEAVE
    this.again = new Uint8Array(count); // a node that is entered after it was left, or a leaf evaluated again
    this.lastCase = new Int32Array(count);
    const frame = new Int32Array(this.shape.count).fill(-1), kept = new Int32Array(this.shape.count).fill(-1);
    const left = new Uint8Array(this.shape.count), lists = new Map(), stack = [];
    let operator = 0;
    for (let e = 0; e < count; e++) {
      const v = node[e];
      this.lastCase[e] = operator;
      switch (kind[e]) {
        case CASE:
          operator = this.aux[e];
          break;
        case CUT:
        case STOP:
        case ROUND:
        case WORK:
        case WAIT:
          break;
        case OPEN:
        case CLOSE: {
          const key = this.key(e), before = lists.get(key);
          this.prev[e] = before === undefined ? -1 : before;
          lists.set(key, e);
          break;
        }
        case KEEP:
        case DROP:
          this.prev[e] = kept[v];
          kept[v] = e;
          break;
        default:
          this.prev[e] = frame[v];
          frame[v] = e;
          if (kind[e] === ENTER) {
            this.again[e] = left[v];
            stack.push(e);
          } else if (kind[e] === LEAVE) {
            left[v] = 1;
            this.opposite[e] = stack.length ? stack.pop() : -1;
            if (this.opposite[e] >= 0) this.opposite[this.opposite[e]] = e;
          } else if (kind[e] === LEAF) {
            this.again[e] = left[v];
            left[v] = 1;
          }
      }
    }
    this.rank = Array(this.reasons.length).fill(-1); // the previous reason of the same kind at the same node
  }

  // Divide the events into steps: after step s all events before `ends[s]` have happened.
  _divide() {
    const { count, kind } = this;
    const ends = [0], leaves = [0], sizes = [0], leafSteps = [];
    let evaluated = 0, size = 0;
    this.inRounds = kind.includes(ROUND);
    const isChange = (e) => kind[e] >= OPEN;
    for (let e = 0; e < count; e++) {
      if (kind[e] === OPEN) size += this.prev[e] >= 0 && kind[this.prev[e]] === OPEN ? 0 : 1;
      if (kind[e] === CLOSE) size -= 1;
      if (kind[e] === LEAF) {
        evaluated += 1;
        leafSteps.push(ends.length);
      }
      if (e + 1 < count) {
        if (this.inRounds && kind[e + 1] !== ROUND) continue;
        if (isChange(e)) continue;
        if (kind[e] === LEAF || kind[e] === VISIT) {
          let next = e + 1;
          while (next < count && isChange(next)) next++;
          if (next < count && kind[next] === CASE) continue;
        }
      }
      ends.push(e + 1);
      leaves.push(evaluated);
      sizes.push(size);
    }
    this.ends = Int32Array.from(ends);
    this.leavesAt = Int32Array.from(leaves);
    this.sizesAt = Int32Array.from(sizes);
    this.leafSteps = Int32Array.from(leafSteps);
    this.steps = ends.length - 1;
    this.largest = sizes.reduce((a, b) => Math.max(a, b), 0);
  }

  // Find the steps to jump to.
  _findJumps() {
    const jumps = { leaf: [], cut: [], again: [], operator: [] };
    const cuts = new Set(this.reasons.map((reason) => this.stepOf(reason.event)));
    for (let s = 1; s <= this.steps; s++) {
      for (let e = this.ends[s - 1]; e < this.ends[s]; e++) {
        if (this.kind[e] === LEAF) jumps.leaf.push(s);
        if (this.kind[e] === CASE) jumps.operator.push(s);
        if (this.again[e]) jumps.again.push(s);
      }
      if (cuts.has(s)) jumps.cut.push(s);
    }
    this.jumps = jumps;
  }

  // The step in which an event happens.
  stepOf(event) {
    let low = 1, high = this.steps;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.ends[middle] > event) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  // The next or previous step of a kind; the current one if there is none.
  jump(what, direction) {
    const steps = this.jumps[what];
    const found = direction > 0 ? steps.find((s) => s > this.step) : steps.filter((s) => s < this.step).pop();
    return found === undefined ? this.step : found;
  }

  seek(step) {
    this.step = Math.max(0, Math.min(this.steps, Math.round(step)));
    const target = this.ends[this.step];
    while (this.at < target) this._apply(this.at++);
    while (this.at > target) this._undo(--this.at);
    const { reasons } = this;
    while (this.reasonsKnown < reasons.length && reasons[this.reasonsKnown].event < target) this._addReason(this.reasonsKnown++);
    while (this.reasonsKnown > 0 && reasons[this.reasonsKnown - 1].event >= target) this._removeReason(--this.reasonsKnown);
  }

  _apply(e) {
    const v = this.node[e];
    switch (this.kind[e]) {
      case CUT:
      case STOP:
      case ROUND:
      case WORK:
      case WAIT:
      case CASE:
        return;
      case OPEN:
        this.open.set(this.key(e), e);
        this.opened[v] = this.listed[v] = e;
        return;
      case CLOSE:
        this.open.delete(this.key(e));
        this.listed[v] = e;
        this._updateOpened(v);
        return;
      case KEEP:
        this.backup.set(v, e);
        this.kept[v] = e;
        return;
      case DROP:
        this.backup.delete(v);
        this.kept[v] = -1;
        return;
      case ENTER:
        this.frames.push(e);
        this.entered[v] += 1;
        break;
      case LEAVE:
        this.frames.pop();
        this.entered[v] -= 1;
    }
    this.last[v] = e;
  }

  _undo(e) {
    const v = this.node[e], before = this.prev[e];
    switch (this.kind[e]) {
      case CUT:
      case STOP:
      case ROUND:
      case WORK:
      case WAIT:
      case CASE:
        return;
      case OPEN:
      case CLOSE:
        if (before >= 0 && this.kind[before] === OPEN) this.open.set(this.key(e), before);
        else this.open.delete(this.key(e));
        this.listed[v] = before;
        this._updateOpened(v);
        return;
      case KEEP:
      case DROP:
        if (before >= 0 && this.kind[before] === KEEP) this.backup.set(v, before);
        else this.backup.delete(v);
        this.kept[v] = this.backup.has(v) ? before : -1;
        return;
      case ENTER:
        this.frames.pop();
        this.entered[v] -= 1;
        break;
      case LEAVE:
        this.frames.push(this.opposite[e]);
        this.entered[v] += 1;
    }
    this.last[v] = before;
  }

  // Find out whether a node is on one of several lists.
  _updateOpened(v) {
    this.opened[v] = -1;
    const lists = this.lists || (this.lists = 1 + this._lastList());
    for (let list = 0; list < lists; list++) {
      const e = this.open.get(list * this.shape.count + v);
      if (e !== undefined) this.opened[v] = e;
    }
  }

  _lastList() {
    let most = 0;
    for (let e = 0; e < this.count; e++) if (this.kind[e] === OPEN && this.y[e] > most) most = this.y[e];
    return most;
  }

  _addReason(r) {
    const { kind, node } = this.reasons[r], column = kind === "purged" ? this.purgedBy : this.cutBy;
    this.rank[r] = column[node];
    column[node] = r;
  }

  _removeReason(r) {
    const { kind, node } = this.reasons[r], column = kind === "purged" ? this.purgedBy : this.cutBy;
    column[node] = this.rank[r];
  }
}
