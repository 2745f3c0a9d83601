// The workers, and an experiment that they run: trees are dealt out in small batches, a few of every point at a time.

const BATCH = 40;  // milliseconds
const MOST_WORKERS = 4;

class Crew {
  constructor(script, programs) {
    Object.assign(this, { script, programs, workers: [], run: null });
    this.size = Math.max(1, Math.min(MOST_WORKERS, (navigator.hardwareConcurrency ?? 2) - 1));
  }

  worker() {
    const url = URL.createObjectURL(new Blob([this.script], { type: "text/javascript" })), made = new Worker(url);
    URL.revokeObjectURL(url);
    made.postMessage({ programs: this.programs });
    return made;
  }

  // Whether all programs count as Python does: the names of the algorithms that do not.
  check(samples) {
    return new Promise((resolve, reject) => {
      const worker = this.worker();
      worker.onerror = (event) => reject(new Error(event.message || "the worker could not be started"));
      worker.onmessage = ({ data }) => {
        worker.onmessage = worker.onerror = null;
        this.workers.push(worker);
        if (data.error) reject(new Error(data.error));
        else resolve([...new Set(data.wrong)]);
      };
      worker.postMessage({ samples });
    });
  }

  start(run) {
    this.stop();
    this.run = run;
    while (this.workers.length < this.size) this.workers.push(this.worker());
    for (const worker of this.workers) {
      worker.onerror = (event) => this.failed(event.message || "the worker could not be started");
      worker.onmessage = ({ data }) => (data.error ? this.failed(data.error) : this.heard(worker, data));
      this.feed(worker);
    }
  }

  feed(worker) {
    const job = this.run?.nextJob();
    if (job) worker.postMessage(job);
  }

  heard(worker, { job, results }) {
    const { run } = this;
    if (!run) return;
    run.add(job, results);
    this.feed(worker);
    if (run.over) this.run = null;
    run.changed();
  }

  failed(sentence) {
    const { run } = this;
    this.stop();
    run?.failed(sentence);
  }

  // A search may take long, so workers are not asked to stop: they are ended.
  stop() {
    if (!this.run) return;
    this.run = null;
    for (const worker of this.workers) worker.terminate();
    this.workers = [];
  }
}

// An experiment with what is known so far.
class Experiment {
  constructor(settings, points, { changed, failed }) {
    Object.assign(this, { settings, points, changed, failed, began: performance.now(), ended: null, leaves: 0, searches: 0 });
    this.cells = points.map((point) => ({
      point, given: 0, done: 0, ms: 0, each: BATCH,
      rows: algorithmsAt(settings, point).map((algorithm) => ({ algorithm, leaves: new Pairs(), nodes: new Pairs(), open: new Pairs(), ms: 0, full: false })),
    }));
  }

  // A batch of the point of which the fewest trees are given out.
  nextJob() {
    const { trees, seed } = this.settings, open = this.cells.filter((cell) => cell.given < trees);
    if (!open.length) return null;
    const cell = open.reduce((a, b) => (b.given < a.given ? b : a));
    const count = Math.max(1, Math.min(trees - cell.given, Math.floor(BATCH / cell.each), Math.max(2, cell.given)));
    const at = this.cells.indexOf(cell), first = cell.given + 1;
    cell.given += count;
    const algorithms = cell.rows.filter((row) => !row.full).map((row) => row.algorithm);
    return { at, tree: cell.point.tree, seed, first, count, algorithms };
  }

  add({ at, count, algorithms }, results) {
    const cell = this.cells[at], others = results[0].columns;
    for (const [i, { columns, ms }] of results.entries()) {
      const row = cell.rows.find(({ algorithm }) => algorithm.id === algorithms[i].id);
      row.full ||= columns === null;
      if (row.full) continue;
      [row.leaves, row.nodes, row.open].forEach((pairs, k) => pairs.add(columns[k], others[k]));
      row.ms += ms;
      cell.ms += ms;
      this.searches += count;
      this.leaves += columns[0].reduce((sum, x) => sum + x, 0);
    }
    cell.done += count;
    cell.each = cell.ms / cell.done;
    if (this.over) this.ended = performance.now();
  }

  get over() {
    return this.cells.every((cell) => cell.done >= this.settings.trees);
  }

  get done() {
    return this.cells.reduce((sum, cell) => sum + cell.done, 0) / (this.settings.trees * this.cells.length);
  }

  get seconds() {
    return ((this.ended ?? performance.now()) - this.began) / 1000;
  }

  // About how many seconds are left, all workers at work.
  left(workers) {
    return this.cells.reduce((sum, cell) => sum + (this.settings.trees - cell.done) * (cell.done ? cell.each : 0), 0) / workers / 1000;
  }
}
