// What a click on a board means. Nothing here knows a game, and nothing here needs a document.
//
// A cell has a key, "row,column": in a grid its square; in any other text a line and a sign of it, or a line and a word
// of it where a game says itself which words are clicked. A choice is what a person clicks for one move:
//   {steps: [{cells, count, lands}, ...]}   in each step `count` of these cells, in any order; `lands` is where a stone
//                                           will lie if a whole column may be clicked; `direct` if a person may click
//                                           only the first cell and the last one
//   {any: [...], gone}                      any cell that the move changes; `gone` are those that become empty
//   null                                    nothing: such a move has only its button

const EMPTY = " .·_";
const isEmpty = (sign) => sign === undefined || EMPTY.includes(sign);
const isProse = (line) => /\p{L}{2,}[^\p{L}]+\p{L}{2,}/u.test(line); // a line to read, not a part of a drawing
const keyOf = (row, column) => `${row},${column}`;
const only = (list) => (list.length === 1 ? list[0] : null);

// A position as cells: {kind: "grid" | "words" | "signs", grid, lines, cells: Map of a key to a sign}.
function boardOf(written, asWords = false) {
  const text = written.replace(/\x1b\[[0-9;]*m/g, "");  // colours of a terminal
  const grid = gridOf(text), cells = new Map(), lines = text.split("\n");
  if (grid) {
    grid.cells.forEach((line, row) => line.forEach((sign, column) => sign && cells.set(keyOf(row, column), sign)));
    return { kind: "grid", grid, lines, cells };
  }
  lines.forEach((line, row) => {
    if (asWords) wordsOf(line).forEach((word, column) => cells.set(keyOf(row, column), word.text));
    else if (!isProse(line)) Array.from(line).forEach((sign, column) => cells.set(keyOf(row, column), sign));
  });
  return { kind: asWords ? "words" : "signs", grid: null, lines, cells };
}

// What differs between a board and a text, else null: {changed, gone, fresh, slides, path}. A stone that is gone here and
// new there slid; `path` is [from, to] or [to] if the whole change is a stone that moved or was placed.
function changesOf(before, text) {
  const quick = before.grid && quickChanges(before, text);
  if (quick) return changesIn(quick);
  const after = boardOf(text, before.kind === "words");
  if (before.kind !== after.kind || (before.grid && shapeOf(before) !== shapeOf(after))) return null;
  const keys = [...new Set([...before.cells.keys(), ...after.cells.keys()])];
  return changesIn(keys.map((key) => [key, before.cells.get(key) ?? " ", after.cells.get(key) ?? " "]).filter(([, was, is]) => was !== is));
}

// The same without reading the whole grid again, where only signs in its cells and sentences beside it differ.
function quickChanges(board, text) {
  const { rows, columns, cells, slant, lines: joins } = board.grid, lines = text.split("\n"), found = [];
  if (lines.length !== board.lines.length || /[\ud800-\udfff]/.test(text)) return null;
  for (const [number, line] of lines.entries()) {
    const was = board.lines[number], row = rows.indexOf(number);
    if (line === was) continue;
    if (row < 0) {
      if (isProse(line) && isProse(was)) continue;
      return null;
    }
    if (line.length !== was.length) return null;
    for (let at = 0; at < line.length; at += 1) {
      if (line[at] === was[at]) continue;
      const column = columns.indexOf(at - slant * row);
      if (column < 0 || !cells[row][column] || BLANK.test(line[at]) || (joins.length && "-|".includes(line[at]))) return null;
      found.push([keyOf(row, column), was[at], line[at]]);
    }
  }
  return found;
}

function changesIn(differing) {
  const changed = differing.map(([key]) => key), gone = differing.filter(([, , is]) => isEmpty(is)), come = differing.filter(([, , is]) => !isEmpty(is));
  const fresh = come.filter(([, was]) => isEmpty(was)).map(([key]) => key), slides = [];
  for (const [to, , is] of come.length < 50 ? come : []) {
    const kin = gone.filter(([, was]) => was.toLowerCase() === is.toLowerCase()), from = only(kin) ?? (come.length === 1 ? only(gone) : null);
    if (from && come.filter((other) => other[2] === is).length === 1) slides.push([from[0], to]);
  }
  const path = come.length === 1 && slides.length ? slides[0] : !gone.length && fresh.length === 1 ? fresh : null;
  return { changed, gone: gone.map(([key]) => key), fresh, slides, path };
}

const shapeOf = (board) => board.grid.cells.map((line) => line.map((sign) => (sign ? "s" : " ")).join("")).join("\n");
const step = (cells, count = 1, lands = null) => ({ cells, count, lands });

// The choices of a position, one for each of its moves; `direct`: where moves change more and more of the same signs,
// as in a row of sticks, each click means the smallest change.
function choicesOf(node) {
  const asWords = node.moves.some((move) => move.clicks), board = boardOf(node.text, asWords), reader = board.grid && nameReader(board);
  const found = node.moves.map((move) => {
    if (move.clicks) return { steps: move.clicks.map(([row, column]) => step([keyOf(row, column)])) };
    if (board.kind === "words") return null;
    const changes = changesOf(board, move.text);
    const named = reader && reader(move.name, changes), path = changes && changes.path;
    if (named && !(path && path.length === 2 && named.length === 1 && path.includes(only(named[0].cells)))) return { steps: named, direct: isWay(named, path) };
    if (path && board.grid) return { steps: path.map((key) => step([key])) };
    return changes && changes.changed.length ? { any: changes.changed, gone: changes.gone } : null;
  });
  const loose = found.filter((choice) => choice && choice.any);
  if (loose.length > 1) {
    const shared = loose[0].any.filter((key) => loose.every((choice) => choice.any.includes(key)));
    const rest = loose.map((choice) => choice.any.filter((key) => !shared.includes(key))); // without who is to move, and the like
    if (rest.every((cells) => cells.length)) loose.forEach((choice, i) => (choice.any = rest[i]));
  }
  const choices = found.map((choice) => (choice && (choice.any ?? choice.steps).length ? choice : null));
  choices.direct = loose.length <= 300 && choices.every((choice, i) => !choice || !choice.any || choice.any.some((key) => smallest(choices, [key]) === i));
  return choices;
}

// Whether the steps are the way of one piece, square by square, so that the last square is where it ends.
const isWay = (steps, path) => steps.length > 2 && steps.every((each) => each.count === 1) && (!path || lastOf(steps).cells.includes(lastOf(path)));

// Reads the squares in the name of a move, as steps; null if it names none, or none that the move changes.
function nameReader(board) {
  const { grid } = board, wide = grid.cells[0].length, columns = grid.above.length ? grid.above : grid.below;
  const rows = grid.left.length ? grid.left : grid.right, numbers = numbered(grid);
  const columnOf = (name) => (columns.length !== wide ? -1 : /^\d+$/.test(name) && columns[0] === "1" ? (Number(name) <= wide ? Number(name) - 1 : -1) : columns.indexOf(name));
  const column = (at) => grid.cells.map((_, row) => keyOf(row, at)).filter((key) => board.cells.has(key));
  const squares = (name) => {
    const steps = [];
    let end = -1, run = [];
    for (const match of name.matchAll(/(\p{L})(\d{1,3})/gu)) {
      let at = columnOf(match[1]), row = rows.indexOf(match[2]);
      if (at < 0) [at, row] = [columnOf(match[2]), rows.indexOf(match[1])];
      if (at < 0 || row < 0 || !board.cells.has(keyOf(row, at))) continue;
      if (match.index !== end) steps.push((run = []));
      run.push(keyOf(row, at));
      end = match.index + match[0].length;
    }
    // three or more squares without a sign between them are one figure, in any order
    return steps.flatMap((keys) => (keys.length > 2 ? [step([...new Set(keys)], new Set(keys).size)] : keys.map((key) => step([key]))));
  };
  const read = (name, lands) => {
    if (columns.length && rows.length) {
      const found = squares(name);
      if (found.length) return found;
    }
    const parts = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
    if (numbers && parts.length > 0 && name.match(/\d+/g)?.every((each) => numbers.has(each))) return name.match(/\d+/g).map((each) => step([numbers.get(each)]));
    const places = parts.map(columnOf);
    if (!parts.length || places.includes(-1)) return null;
    if (parts.length === 1) return [step(column(places[0]), 1, lands)];
    return grid.cells.length === 1 ? [step(places.map((at) => keyOf(0, at)), parts.length)] : null;
  };
  return (name, changes) => {
    const found = read(name, changes && changes.path && lastOf(changes.path));
    const touched = !changes || !changes.changed.length || (found && found.some((each) => each.cells.some((key) => changes.changed.includes(key))));
    return found && touched ? found : null;
  };
}

// Squares that are numbered through, as in checkers: each row begins with the number of its first square.
function numbered(grid) {
  const { left, right, cells } = grid, numbers = new Map();
  if (grid.above.length || grid.below.length || !left.length || !left.every((name) => /^\d+$/.test(name))) return null;
  for (const [row, line] of cells.entries()) {
    const places = line.flatMap((sign, column) => (sign ? [column] : [])), first = Number(left[row]), last = first + places.length - 1;
    if (right.length ? Number(right[row]) !== last : row + 1 < cells.length && Number(left[row + 1]) !== last + 1) return null;
    places.forEach((column, i) => numbers.set(String(first + i), keyOf(row, column)));
  }
  return numbers;
}

// The cells that may be clicked next for a move, [] if it is complete; null if these clicks are not part of it.
function nextOf(choice, clicked) {
  if (!choice) return null;
  if (choice.any) return clicked.every((key) => choice.any.includes(key)) ? choice.any.filter((key) => !clicked.includes(key)) : null;
  const { steps, direct } = choice, last = lastOf(steps);
  if (direct && clicked.length === 2 && steps[0].cells.includes(clicked[0]) && last.cells.includes(clicked[1]) && !steps[1].cells.includes(clicked[1])) return []; // straight to its end
  let at = 0;
  for (const { cells, count } of steps) {
    const taken = clicked.slice(at, at + count);
    if (!taken.every((key, i) => cells.includes(key) && taken.indexOf(key) === i)) return null;
    at += taken.length;
    if (taken.length < count) return [...cells.filter((key) => !taken.includes(key)), ...(direct && at === 1 ? last.cells : [])];
  }
  return at === clicked.length ? [] : null;
}

const fitting = (choices, clicked) => choices.flatMap((choice, i) => (nextOf(choice, clicked) ? [i] : []));

// The move that changes only what all other moves that fit change too; -1 if there is none.
function smallest(choices, clicked) {
  const left = fitting(choices, clicked);
  if (!left.length || left.some((i) => !choices[i].any)) return -1;
  const least = left.reduce((one, other) => (choices[other].any.length < choices[one].any.length ? other : one));
  return left.every((i) => i === least || (choices[i].any.length > choices[least].any.length && choices[least].any.every((key) => choices[i].any.includes(key)))) ? least : -1;
}

// Whether the last move that fits is meant: not if only a stone that leaves was clicked, and it can be shown where to.
function isMeant(choice, clicked) {
  if (nextOf(choice, clicked).length === 0) return true;
  if (choice.steps) return clicked.length > 1;
  return !clicked.every((key) => choice.gone.includes(key)) || choice.any.every((key) => choice.gone.includes(key));
}

// A click: {play: number of a move} or {clicked, left, ask}: the clicks so far, the moves that fit them, and whether a
// person must be asked which one is meant.
function press(choices, clicked, key) {
  let now = [...clicked, key], left = fitting(choices, now);
  if (clicked.includes(key) && !left.some((i) => choices[i].steps)) return { clicked: [], left: [], ask: false };
  if (!left.length) [now, left] = [[key], fitting(choices, [key])];
  if (!left.length) return { clicked: [], left: [], ask: false };
  if (left.length === 1 && isMeant(choices[left[0]], now)) return { play: left[0] };
  const least = choices.direct ? smallest(choices, now) : -1;
  if (least >= 0 && isMeant(choices[least], now)) return { play: least };
  const next = left.map((i) => nextOf(choices[i], now));
  const separates = next.flat().some((cell) => next.some((cells) => !cells.includes(cell)));
  return { clicked: now, left, ask: left.length > 1 && (next.some((cells) => !cells.length) || !separates) };
}

// The cells to click next, each with the moves that it can still become.
function nextCells(choices, clicked) {
  const cells = new Map();
  choices.forEach((choice, i) => {
    for (const key of nextOf(choice, clicked) ?? []) {
      if (!cells.has(key)) cells.set(key, []);
      cells.get(key).push(i);
    }
  });
  return cells;
}

// Where a click is shown: of a column only the place where the stone will lie.
function shownCells(choices, clicked) {
  const cells = nextCells(choices, clicked);
  for (const [key, moves] of cells) {
    const lands = moves.map((i) => choices[i].steps && choices[i].steps.length === 1 && choices[i].steps[0].lands);
    if (lands.every((place) => place && place !== key)) cells.delete(key);
  }
  return cells;
}

// The cells that stand for a move, in the order of its clicks: for an arrow, or for marks.
function cellsOf(choice) {
  return !choice ? [] : choice.any ? choice.any : choice.steps.flatMap((each) => (each.lands ? [each.lands] : each.count < each.cells.length ? [] : each.cells));
}
