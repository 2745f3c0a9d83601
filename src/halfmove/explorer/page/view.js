// The part of the tree that a panel shows: zoom and pan by wheel, drag, pinch, buttons and keys; the node under the pointer.

class View {
  constructor(canvas, panel) {
    Object.assign(this, { canvas, panel, scale: 30, x: 0, y: 0, all: true, large: false });
    this.pointers = new Map();
    canvas.addEventListener("wheel", (event) => this._wheel(event), { passive: false });
    canvas.addEventListener("pointerdown", (event) => this._down(event));
    canvas.addEventListener("pointermove", (event) => this._move(event));
    canvas.addEventListener("pointerup", (event) => this._up(event));
    canvas.addEventListener("pointercancel", (event) => this.pointers.delete(event.pointerId));
    canvas.addEventListener("pointerleave", () => this.panel.hover(-1));
    canvas.addEventListener("dblclick", (event) => this.panel.fold(this.nodeAt(event.offsetX, event.offsetY)));
  }

  // Show the whole tree.
  fit() {
    Object.assign(this, this.fitted(sizeOf(this.canvas)), { all: true });
  }

  // The view that shows the whole tree in a picture of this size.
  fitted({ width, height }) {
    const { layout } = this.panel.app, margin = width > 500 ? 54 : 16; // room for MAX and MIN at the left
    const scale = Math.min(130, (width - 2 * margin) / Math.max(0.5, layout.width));
    return { scale, x: layout.width / 2 - width / 2 / scale, y: 0, large: width > 1250 && height > 420 };
  }

  zoom(factor, at = sizeOf(this.canvas).width / 2) {
    const { layout } = this.panel.app, { width } = sizeOf(this.canvas);
    const least = Math.min(130, (width * 0.8) / Math.max(0.5, layout.width));
    const scale = Math.max(least, Math.min(160, this.scale * factor));
    this.x += at / this.scale - at / scale;
    this.scale = scale;
    this.all = false;
    this._keepVisible();
    this.panel.draw();
  }

  pan(dx, dy = 0) {
    this.x -= dx / this.scale;
    this.y -= dy;
    this.all = false;
    this._keepVisible();
    this.panel.draw();
  }

  // Keep some of the tree visible.
  _keepVisible() {
    const { width, height } = sizeOf(this.canvas), { layout } = this.panel.app;
    const seen = width / this.scale, low = Math.max(0, layout.height * levelHeight(layout, height) - height + 80);
    this.x = Math.max(-seen * 0.7, Math.min(layout.width - seen * 0.3, this.x));
    this.y = Math.max(0, Math.min(low, this.y));
  }

  // Move so that a node is visible, unless the whole tree is.
  follow(node) {
    const { layout, shape } = this.panel.app, { width, height } = sizeOf(this.canvas);
    if (node < 0 || layout.hidden[node]) return;
    const x = (layout.x[node] - this.x) * this.scale;
    if (!this.all && (x < 30 || x > width - 60)) this.x = layout.x[node] - width / 2 / this.scale;
    const at = 26 + shape.depth[node] * levelHeight(layout, height) - this.y;
    if (at > height - 40) this.y += at - height + 60;
    else if (at < 10) this.y = Math.max(0, this.y + at - 40);
  }

  // The node at a place on the canvas, or -1.
  nodeAt(px, py) {
    const { layout } = this.panel.app, geometry = this.panel.geometry;
    if (!geometry) return -1;
    const level = Math.round((py - geometry.top + this.y) / geometry.step);
    if (level < 0 || level > layout.height || Math.abs(py - geometry.y(level)) > Math.max(18, geometry.radius(level) + 14)) return -1;
    const row = layout.rows[level], place = placeOf(layout, row, px / this.scale + this.x);
    let best = -1, distance = Math.max(12, geometry.radius(level) + 6);
    for (const i of [place - 1, place]) {
      if (i < 0 || i >= row.length) continue;
      const away = Math.abs(geometry.x(row[i]) - px);
      if (away < distance) [best, distance] = [row[i], away];
    }
    return best;
  }

  _wheel(event) {
    event.preventDefault();
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) this.pan(-(event.deltaX || event.deltaY));
    else this.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0018)), event.offsetX);
  }

  _down(event) {
    this.pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    this.moved = this.pointers.size > 1;
    this.began = { x: event.offsetX, y: event.offsetY };
    try {
      this.canvas.setPointerCapture(event.pointerId);
    } catch {
      // the pointer is gone already
    }
  }

  _move(event) {
    const before = this.pointers.get(event.pointerId), now = { x: event.offsetX, y: event.offsetY };
    if (!before) {
      this.panel.hover(this.nodeAt(now.x, now.y), now);
      return;
    }
    if (!this.moved && Math.hypot(now.x - this.began.x, now.y - this.began.y) < 5) return;
    this.moved = true;
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    this.pointers.set(event.pointerId, now);
    if (others.length === 0) this.pan(now.x - before.x, now.y - before.y);
    else {
      const [other] = others, was = Math.abs(before.x - other.x), is = Math.abs(now.x - other.x);
      this.x -= (now.x - before.x) / 2 / this.scale;
      this.zoom(Math.max(is, 20) / Math.max(was, 20), (now.x + other.x) / 2);
    }
  }

  _up(event) {
    const single = this.pointers.size === 1;
    this.pointers.delete(event.pointerId);
    if (single && !this.moved) this.panel.pick(this.nodeAt(event.offsetX, event.offsetY), event);
  }
}
