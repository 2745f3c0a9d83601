// Two pens with the same strokes: one draws on a canvas, the other writes SVG.

class CanvasPen {
  constructor(context, fonts) {
    this.c = context;
    this.fonts = fonts;
  }

  _stroke({ stroke, width = 1, dash = null, alpha = 1 }) {
    if (!stroke) return;
    this.c.globalAlpha = alpha;
    this.c.strokeStyle = stroke;
    this.c.lineWidth = width;
    this.c.setLineDash(dash || []);
    this.c.stroke();
    this.c.globalAlpha = 1;
  }

  _fill({ fill, alpha = 1 }) {
    if (!fill) return;
    this.c.globalAlpha = alpha;
    this.c.fillStyle = fill;
    this.c.fill();
    this.c.globalAlpha = 1;
  }

  line(x1, y1, x2, y2, style) {
    this.c.beginPath();
    this.c.moveTo(x1, y1);
    this.c.lineTo(x2, y2);
    this._stroke(style);
  }

  square(x, y, r, style) {
    this.c.beginPath();
    this.c.rect(x - r, y - r, 2 * r, 2 * r);
    this._fill(style);
    this._stroke(style);
  }

  circle(x, y, r, style) {
    this.c.beginPath();
    this.c.arc(x, y, r, 0, 2 * Math.PI);
    this._fill(style);
    this._stroke(style);
  }

  rect(x, y, w, h, fill) {
    this.c.fillStyle = fill;
    this.c.fillRect(x, y, w, h);
  }

  poly(points, style) {
    this.c.beginPath();
    points.forEach(([x, y], i) => (i ? this.c.lineTo(x, y) : this.c.moveTo(x, y)));
    this.c.closePath();
    this._fill(style);
    this._stroke(style);
  }

  // A line through many points.
  path(points, style) {
    this.c.beginPath();
    points.forEach(([x, y], i) => (i ? this.c.lineTo(x, y) : this.c.moveTo(x, y)));
    this._stroke(style);
  }

  // `halo`: a colour around the letters, so that they can be read above lines.
  text(text, x, y, { fill, size, align = "center", base = "middle", bold = false, halo = null }) {
    const c = this.c;
    c.font = `${bold ? "600 " : ""}${size}px ${this.fonts}`;
    c.textAlign = align;
    c.textBaseline = base;
    if (halo) {
      c.setLineDash([]);
      c.lineJoin = "round";
      c.strokeStyle = halo;
      c.lineWidth = 3.5;
      c.strokeText(text, x, y);
    }
    c.fillStyle = fill;
    c.fillText(text, x, y);
  }

  width(text, size, bold = false) {
    this.c.font = `${bold ? "600 " : ""}${size}px ${this.fonts}`;
    return this.c.measureText(text).width;
  }
}

class SvgPen {
  constructor(width, height, fonts, measure) {
    this.parts = [];
    this.size = [width, height];
    this.fonts = fonts;
    this.measure = measure;
  }

  _look({ fill, stroke, width = 1, dash = null, alpha = 1 }) {
    const look = [`fill="${fill || "none"}"`];
    if (stroke) look.push(`stroke="${stroke}" stroke-width="${width}"`);
    if (stroke && dash) look.push(`stroke-dasharray="${dash.join(" ")}"`);
    if (alpha !== 1) look.push(`opacity="${alpha}"`);
    return look.join(" ");
  }

  line(x1, y1, x2, y2, style) {
    this.parts.push(`<line x1="${r(x1)}" y1="${r(y1)}" x2="${r(x2)}" y2="${r(y2)}" ${this._look({ ...style, fill: null })}/>`);
  }

  square(x, y, radius, style) {
    this.parts.push(`<rect x="${r(x - radius)}" y="${r(y - radius)}" width="${r(2 * radius)}" height="${r(2 * radius)}" ${this._look(style)}/>`);
  }

  circle(x, y, radius, style) {
    this.parts.push(`<circle cx="${r(x)}" cy="${r(y)}" r="${r(radius)}" ${this._look(style)}/>`);
  }

  rect(x, y, w, h, fill) {
    this.parts.push(`<rect x="${r(x)}" y="${r(y)}" width="${r(w)}" height="${r(h)}" fill="${fill}"/>`);
  }

  poly(points, style) {
    this.parts.push(`<polygon points="${points.map(([x, y]) => `${r(x)},${r(y)}`).join(" ")}" ${this._look(style)}/>`);
  }

  path(points, style) {
    this.parts.push(`<polyline points="${points.map(([x, y]) => `${r(x)},${r(y)}`).join(" ")}" ${this._look({ ...style, fill: null })}/>`);
  }

  text(text, x, y, { fill, size, align = "center", base = "middle", bold = false, halo = null }) {
    const anchor = { center: "middle", left: "start", right: "end" }[align];
    const down = { middle: 0.35, top: 0.85, bottom: -0.15, alphabetic: 0 }[base] * size;
    const around = halo ? ` stroke="${halo}" stroke-width="3.5" stroke-linejoin="round" paint-order="stroke"` : "";
    this.parts.push(`<text x="${r(x)}" y="${r(y + down)}" font-size="${size}" text-anchor="${anchor}" fill="${fill}"${bold ? ' font-weight="600"' : ""}${around}>${escaped(text)}</text>`);
  }

  width(text, size, bold) {
    return this.measure(text, size, bold);
  }

  document(title, background) {
    const [w, h] = this.size;
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" font-family="${escaped(this.fonts)}">`,
      `<title>${escaped(title)}</title><rect width="${w}" height="${h}" fill="${background}"/>`,
      ...this.parts,
      "</svg>\n",
    ].join("\n");
  }
}

const r = (x) => Math.round(x * 100) / 100;
const escaped = (text) => String(text).replace(/[&<>"']/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[c]);
