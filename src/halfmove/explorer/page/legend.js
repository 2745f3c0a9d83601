// The meaning of every sign in the picture. Each sign is drawn by the same pen as the tree.

const SIGNS = [
  ["square", UNSEEN, "MAX node, not looked at"],
  ["circle", UNSEEN, "MIN node, not looked at"],
  ["square", PATH, "being searched, with its window (alpha, beta)"],
  ["circle", DONE, "searched: 7, at most (≤7) or at least (≥7)"],
  ["circle", EVALUATED, "leaf evaluated; its value is below it"],
  ["square", LIVE, "on OPEN, LIVE (L), with its merit"],
  ["square", SOLVED, "on OPEN, SOLVED (S), with its merit"],
  ["square", INACTIVE, "on OPEN, INACTIVE (l)"],
  ["backup", 0, "in BACKUP: lower bound and merit"],
  ["circle", EXPANDED, "expanded, or was on OPEN"],
  ["circle", SKIPPED, "cut off; hover to see why"],
  ["current", 0, "the node of this step"],
  ["selected", 0, "the selected node"],
  ["path", 0, "the path to it"],
  ["edge", 0, "branch that was looked at"],
  ["cut", 0, "branch that was cut off"],
  ["line", 0, "principal variation, at the end"],
  ["worker", 0, "parallel search: this processor evaluates the leaf in this round"],
  ["folded", 0, "folded subtree, with its number of nodes"],
  ["columns", 0, "a crowded level: the tallest bars are being searched or LIVE, lower ones are evaluated, SOLVED or done, a thin line is not looked at"],
  ["fewest", 0, "plot: the fewest leaves that prove the value"],
  ["leaves", 0, "plot: leaves evaluated"],
  ["open", 0, "plot: size of OPEN"],
];

function showLegend(theme) {
  const pen = () => new SvgPen(44, 26, FONTS, () => 0);
  const entries = SIGNS.map(([sign, state, text]) => {
    const p = pen(), look = STATE_STYLES[state];
    const style = { fill: theme[look.fill], stroke: theme[look.stroke], width: look.width || 1.2, dash: look.dash };
    if (sign === "square" || sign === "circle") {
      p[sign](22, 13, 8, style);
      if (state === LIVE) p[sign](22, 13, 3, { fill: theme.surface });
      if (state === SOLVED) tick(p, 22, 13, 8, theme);
    }
    if (sign === "backup") p.text("3..9", 22, 13, { fill: theme.ink, size: 13, bold: true });
    if (sign === "worker") p.text("P2", 22, 13, { fill: theme.current, size: 13, bold: true });
    if (sign === "current") p.circle(22, 13, 10, { stroke: theme.current, width: 3 });
    if (sign === "selected") p.circle(22, 13, 10, { stroke: theme.ink, width: 1.5, dash: [2, 3] });
    if (sign === "path") p.line(4, 20, 40, 6, { stroke: theme.path, width: 3 });
    if (sign === "edge") p.line(4, 20, 40, 6, { stroke: theme.muted, width: 1.2 });
    if (sign === "cut") {
      p.line(4, 20, 40, 6, { stroke: theme.cut, width: 1.4, dash: [4, 4] });
      cutMark(p, 4, 20, 40, 6, theme);
    }
    if (sign === "line") {
      p.line(4, 20, 40, 6, { stroke: theme.line, width: 6, alpha: 0.55 });
      p.line(4, 20, 40, 6, { stroke: theme.ink, width: 1.2 });
    }
    if (sign === "folded") foldMark(p, 22, -2, theme, 12);
    if (sign === "columns") [[PATH, 4], [LIVE, 11], [EVALUATED, 18], [DONE, 25], [UNSEEN, 32]].forEach(([each, x]) => p.rect(x, 13 - STATE_STYLES[each].tall / 2, 6, STATE_STYLES[each].tall, theme[each === UNSEEN ? "faint" : STATE_STYLES[each].fill]));
    if (sign === "fewest") p.line(2, 13, 42, 13, { stroke: theme.current, width: 1.5, dash: [5, 3] });
    if (sign === "leaves") p.line(2, 22, 42, 4, { stroke: theme.path, width: 2 });
    if (sign === "open") p.poly([[2, 22], [16, 8], [30, 14], [42, 22]], { fill: theme.live, alpha: 0.4 });
    const picture = el("span", { className: "sign", ariaHidden: "true" });
    picture.innerHTML = p.document("", "none").replace("<title></title>", ""); // nothing in it was written by a person
    return el("div", {}, picture, el("span", {}, text));
  });
  byId("legend").replaceChildren(...entries);
}
