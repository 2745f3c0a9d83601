// How the signs of a board look: stones, pieces of chess, or simply themselves. Shapes and marks say the same as colours.

const SIZE = 50; // units across a square
const STONES = ["xo", "bw"]; // signs of the two sides, the dark one first
const CHESS = { k: ["♚", "king"], q: ["♛", "queen"], r: ["♜", "rook"], b: ["♝", "bishop"], n: ["♞", "knight"], p: ["♟", "pawn"] };
const CROWN = "M-9.5 7L-12-6-5 0 0-10 5 0 12-6 9.5 7Z";

// What is drawn for the signs of a board: {stones, chess, king, holes, chequered, points, drawing}. On a board of points
// lines join the places of stones; a drawing consists of dots and lines. What was seen earlier in a game helps:
// once men are seen, large letters are kings; once stones move, the squares are chequered.
function lookOf(board, choices = [], earlier = {}) {
  const signs = new Set([...board.cells.values()].filter((sign) => !isEmpty(sign))), small = new Set([...signs].map((sign) => sign.toLowerCase()));
  const chess = (signs.has("K") || signs.has("k")) && [...small].every((sign) => sign in CHESS);
  const whole = STONES.find((pair) => [...small].every((sign) => pair.includes(sign)));
  const stones = chess ? "" : whole ?? STONES.find((pair) => small.has(pair[0]) && small.has(pair[1])) ?? "";
  const usable = choices.filter((choice) => choice && choice.steps), moving = usable.filter((choice) => choice.steps.length > 1);
  const kings = [...stones].some((sign) => signs.has(sign)) && (stones === "bw" || [...stones].some((sign) => signs.has(sign.toUpperCase())));
  const points = !!board.grid && board.grid.lines.length > 0, drawing = isDrawing(board);
  return {
    points,
    drawing,
    stones,
    chess,
    king: earlier.king || kings,
    holes: earlier.holes || (!!board.grid && usable.length > 1 && usable.every((choice) => choice.steps[0].lands && board.grid.cells.length > 1)),
    chequered: !points && !drawing && (chess || earlier.chequered || (usable.length > 1 && moving.length > usable.length / 2) || oneColour(board)),
  };
}

// Whether all signs of a grid are + - | and there are dots.
function isDrawing(board) {
  const signs = board.grid ? [...board.cells.values()].filter((sign) => !isEmpty(sign)) : [];
  return signs.includes("+") && signs.every((sign) => "+-|".includes(sign));
}

// Whether only the squares of one colour exist, as in checkers.
function oneColour(board) {
  if (!board.grid || board.grid.lines.length || isDrawing(board)) return false;
  const colours = new Set([...board.cells.keys()].map((key) => key.split(",").reduce((sum, each) => sum + Number(each), 0) % 2));
  return colours.size === 1 && board.grid.cells.length > 1;
}

const sideOf = (sign, look) => (look.stones && sign ? ["dark", "light"][look.stones.indexOf(sign.toLowerCase())] ?? "" : "");

// A sign around (0, 0), in a square or in a line of text.
function pieceOf(sign, look, kind) {
  const piece = svg("g", { class: "piece" }), side = sideOf(sign, look), add = (tag, attributes) => piece.append(svg(tag, attributes));
  if (kind !== "grid") {
    piece.append(svg("text", { class: kind === "pit" ? "count" : "letter" }, visible(sign)));
  } else if (look.drawing) {
    if (sign === "+") add("circle", { r: 7, class: "dot-sign" });
    else add("path", { d: sign === "-" ? `M${-SIZE} 0H${SIZE}` : `M0 ${-SIZE}V${SIZE}`, class: "stroke" });
  } else if (look.chess && CHESS[sign.toLowerCase()]) {
    piece.classList.add("chess", sign === sign.toLowerCase() ? "dark" : "light");
    piece.append(svg("text", {}, `${CHESS[sign.toLowerCase()][0]}\ufe0e`));
  } else if (side) {
    piece.classList.add("stone", side);
    add("circle", { r: look.holes ? 21.5 : 20, class: "disc" });
    add("circle", { r: 15.5, class: "groove" });
    if (look.king && sign !== sign.toLowerCase()) add("path", { d: CROWN, class: "crown" });
    else if (look.stones === "xo") add("path", { d: side === "dark" ? "M-6-6 6 6M6-6-6 6" : "M0-7.2a7.2 7.2 0 1 0 .01 0Z", class: "mark" });
    else if (side === "dark") add("circle", { r: 10.5, class: "groove" });
  } else {
    const text = visible(sign);
    if (look.stones) add("circle", { r: 19, class: "neutral" });
    piece.append(svg("text", { class: text.length > 1 ? "sign long" : "sign" }, text));
  }
  return piece;
}

// A sign for people who hear the page.
function spokenSign(sign, look) {
  if (isEmpty(sign)) return "empty";
  if (look.drawing) return sign === "+" ? "dot" : "line";
  const chess = look.chess && CHESS[sign.toLowerCase()];
  if (chess) return `${sign === sign.toLowerCase() ? "black" : "white"} ${chess[1]}`;
  return sideOf(sign, look) && look.king && sign !== sign.toLowerCase() ? `${visible(sign)}, king` : visible(sign);
}
