// The grid in the text of a position, exactly as the Python module boards.py finds it. Signs are code points.

const MOST_LINES = 40; // rows or columns of a board that is drawn
const BLANK = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/; // what Python calls white space
const isDecimal = (word) => /^\p{Nd}+$/u.test(word);
const lengthOf = (word) => Array.from(word).length;
const lastOf = (list) => list[list.length - 1];

// {cells, above, below, left, right, notes, lines, slant, rows, columns}, or null if the text is not a grid. The last two
// say where the cells are in the text: the line of each row, and the place of each column in a line; `slant` more in each
// row than in the row above.
function gridOf(text) {
  const lines = text.split("\n");
  return gridIn(lines, lines.map((line) => line.replace(/[-|]/g, " ")), true) ?? gridIn(lines, lines, false) ?? slantedIn(lines);
}

// The slanted grid in lines: every row begins one place further to the right than the row above it.
function slantedIn(lines) {
  const [from, to] = blockOf(lines, lines), rows = lines.slice(from, to).map(wordsOf);
  if (rows.length < 2) return null;
  const first = from + (columnNames(rows[0], rows.slice(1)).length ? 1 : 0), far = (number) => (number < to ? Math.max(0, number - first) : 0);
  const signs = lines.map((line) => Array.from(line));
  if (signs.some((line, number) => line.slice(0, far(number)).some((sign) => !BLANK.test(sign)))) return null;
  const straight = signs.map((line, number) => line.slice(far(number)).join("")), grid = gridIn(straight, straight, false);
  return grid && grid.cells.length > 1 && grid.cells.flat().every(Boolean) ? { ...grid, slant: 1 } : null;
}

// The grid in lines; `bare` are the same, without the signs of lines that join points if there are such.
function gridIn(lines, bare, joined) {
  const [from, to] = blockOf(lines, bare);
  const notes = lines.filter((_, number) => number < from || number >= to).map(stripped).filter(Boolean);
  let numbers = lines.map((_, number) => number).slice(from, to).filter((number) => wordsOf(bare[number]).length);
  let rows = numbers.map((number) => wordsOf(bare[number]));
  const above = rows.length > 1 ? columnNames(rows[0], rows.slice(1)) : [];
  if (above.length) [rows, numbers] = [rows.slice(1), numbers.slice(1)];
  const below = rows.length > 1 ? columnNames(lastOf(rows), rows.slice(0, -1)) : [];
  if (below.length) rows = rows.slice(0, -1);
  if (!rows.length) return null;
  const names = above.length ? above : below, [left, right] = rowNames(rows, names);
  const inner = rows.map((row, i) => row.slice(left[i] ? 1 : 0, Math.max(0, row.length - (right[i] ? 1 : 0))));
  const columns = columnsOf(inner, names), signs = new Set(inner.flat().map((word) => word.text));
  if (columns.length < 2 || columns.length > MOST_LINES || rows.length > MOST_LINES) return null;
  if (![...signs].some((sign) => !/^[0-9]$/.test(sign))) return null; // numbers alone are not a board
  if ([...signs].some((sign) => lengthOf(sign) > 1)) return null;
  const places = new Map(columns.map((at, column) => [at, column]));
  if (inner.some((row) => row.some((word) => !places.has(word.at)))) return null;
  const cells = inner.map((row) => {
    const line = columns.map(() => "");
    for (const word of row) line[places.get(word.at)] = word.text;
    return line;
  });
  const texts = (words) => words.map((word) => word.text), joins = joined ? joinsOf(cells, lines, [from, to], numbers, columns) : [];
  if (!joins || (joined && !names.length)) return null;
  return { cells, above: texts(above), below: texts(below), left, right, notes, lines: joins, slant: 0, rows: numbers.slice(0, rows.length), columns };
}

// The lines between points, [[row, column], [row, column]]; null if there are others, or none across or none upright.
function joinsOf(cells, lines, [from, to], numbers, columns) {
  const found = [], signs = lines.map((line) => Array.from(line)), count = { "-": 0, "|": 0 };
  const join = (one, other, between, sign) => {
    if (!between.length || !between.every((each) => each === sign)) return;
    found.push([one, other]);
    count[sign] += between.length;
  };
  const pairs = (list) => list.slice(1).map((each, i) => [list[i], each]);
  const filled = (line) => [...line.keys()].filter((i) => line[i]);
  cells.forEach((line, row) => {
    for (const [one, other] of pairs(filled(line))) join([row, one], [row, other], signs[numbers[row]].slice(columns[one] + 1, columns[other]), "-");
  });
  columns.forEach((at, column) => {
    for (const [one, other] of pairs(filled(cells.map((line) => line[column])))) {
      join([one, column], [other, column], signs.slice(numbers[one] + 1, numbers[other]).map((line) => line[at]), "|");
    }
  });
  const all = signs.slice(from, to).flat(), whole = ["-", "|"].every((sign) => count[sign] && all.filter((each) => each === sign).length === count[sign]);
  return whole ? found : null;
}

// The words of a line and where they begin.
function wordsOf(line) {
  const words = [];
  let open = false;
  Array.from(line).forEach((sign, at) => {
    if (BLANK.test(sign)) open = false;
    else if (open) lastOf(words).text += sign;
    else {
      words.push({ at, text: sign });
      open = true;
    }
  });
  return words;
}

function stripped(line) {
  const signs = Array.from(line);
  while (signs.length && BLANK.test(signs[0])) signs.shift();
  while (signs.length && BLANK.test(lastOf(signs))) signs.pop();
  return signs.join("");
}

// The longest run of lines that are single signs, perhaps between numbers, or only join the lines around them.
function blockOf(lines, bare) {
  let best = [0, 0], run = [0, 0];
  bare.forEach((line, number) => {
    const words = wordsOf(line).map((word) => word.text), single = (word) => lengthOf(word) === 1;
    const inner = words.length > 2 ? words.slice(1, -1) : words.filter((word) => !isDecimal(word));
    const ends = [...words.slice(0, 1), ...words.slice(-1)].filter((word) => !single(word) && !/^\p{Nd}{1,3}$/u.test(word));
    const goesOn = run[1] === number && run[1] > run[0], joins = !words.length && line !== lines[number] && goesOn;
    if (!joins && (!words.length || ends.length || !inner.every(single))) return;
    run = [goesOn ? run[0] : number, number + 1];
    if (run[1] - run[0] > best[1] - best[0]) best = run;
  });
  return best;
}

// The row itself if it holds the names of columns: a b c, or 1 2 3 where no other sign is a digit.
function columnNames(row, others) {
  const signs = row.map((word) => word.text).join("");
  if (row.length < 2 || lengthOf(signs) !== row.length) return [];
  const letters = "abcdefghijklmnopqrstuvwxyz";
  if (letters.startsWith(signs) || letters.toUpperCase().startsWith(signs)) return row;
  if (!"1234567890".repeat(5).startsWith(signs)) return [];
  const places = new Set(row.map((word) => word.at));
  return others.some((other) => other.some((word) => places.has(word.at) && isDecimal(word.text))) ? [] : row;
}

// The numbers on the left and on the right of the rows.
function rowNames(rows, columns) {
  if (columns.length) {
    const left = rows.map((row) => (row[0].at < columns[0].at ? row[0].text : ""));
    const right = rows.map((row) => (lastOf(row).at > lastOf(columns).at ? lastOf(row).text : ""));
    return [left, right].map((names) => (names.some(Boolean) ? names : []));
  }
  if (rows.some((row) => row.length < 3)) return [[], []];
  const gap = (one, other) => other.at - one.at - lengthOf(one.text);
  const left = rows.every((row) => gap(row[0], row[1]) > 1) ? rows.map((row) => row[0].text) : [];
  const right = rows.every((row) => gap(row[row.length - 2], lastOf(row)) > 1) ? rows.map((row) => lastOf(row).text) : [];
  return [left, right].map((names) => (counts(names) ? names : []));
}

// Whether these are numbers with the same step from each to the next.
function counts(names) {
  if (names.length < 2 || !names.every(isDecimal)) return false;
  const numbers = names.map(numberOf), step = numbers[1] - numbers[0];
  return step !== 0 && numbers.every((number, i) => i === 0 || number - numbers[i - 1] === step);
}

// Digits of any script: they come in runs of ten.
function numberOf(word) {
  return Array.from(word).reduce((number, sign) => {
    let below = sign.codePointAt(0);
    while (isDecimal(String.fromCodePoint(below - 1))) below -= 1;
    return 10 * number + ((sign.codePointAt(0) - below) % 10);
  }, 0);
}

// Where the signs of each column are; without names of columns there is one blank between them.
function columnsOf(rows, names) {
  const found = names.length ? names : rows.flat(), places = [...new Set(found.map((word) => word.at))].sort((a, b) => a - b);
  const gcd = (a, b) => (b ? gcd(b, a % b) : a), step = places.slice(1).map((at, i) => at - places[i]).reduce(gcd, 0);
  if (step < 2 || (step !== 2 && !names.length)) return [];
  return Array.from({ length: Math.floor((lastOf(places) - places[0]) / step) + 1 }, (_, i) => places[0] + step * i);
}
