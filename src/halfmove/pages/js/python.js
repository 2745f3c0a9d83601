// A part of Python, for the texts of a game: positions, moves and scores in words.
//
// Functions come as trees (pages/portable.py), which become closures here. No text ever runs as JavaScript. Names are
// numbers of places in a frame, and attributes are looked up in Maps, so that no name reaches an object of JavaScript.
//
// None is null, a bool a boolean, an int a BigInt, a float a number, a str a string. Tuples and lists are arrays; `kind`
// is the type of those that are not plain tuples. A function takes an array, and a Map of what is given by name.
//
// `evaluator` of portable.py leaves out what a page does not use: definitions that nothing else names, and entries of
// tables, the lines that begin with a text in quotes. So each definition begins a line and has one name.

const python = (() => {
  const STEPS = 1e6;
  const DEEPEST = 500;
  const LONGEST = 1e7;
  const BREAK = Symbol();
  const CONTINUE = Symbol();
  const RETURN = Symbol();
  let steps = 0;
  let deep = 0;
  let handled = null;
  let thing;

  // Types are functions that make their values.
  const T = {__proto__: null};
  const type = (called, bases, make, methods = [], getters = []) => Object.assign(make, {called, bases,
    methods: new Map([...bases.flatMap(each => [...each.methods]), ...methods]),
    getters: new Map([...bases.flatMap(each => [...each.getters]), ...getters])});
  const within = (one, other) => one === other || one.bases.some(each => within(each, other));

  class Raised extends Error {
    constructor(type, args) { Object.assign(super(), {type, args}); }
    get name() { return this.type.called; }
    get message() {
      const [x] = this.args, count = this.args.length;
      return count > 1 ? repr(this.args) : count ? within(this.type, T.KeyError) ? repr(x) : text(x) : "";
    }
  }
  const fail = (name, words) => { throw new Raised(T[name], [words]); };
  const exception = (called, bases) => { const made = type(called, bases, args => new Raised(made, args), [], [["args", x => x.args]]); return made; };
  for (const each of ":BaseException;BaseException:Exception,TimeoutError;Exception:ArithmeticError,AssertionError,AttributeError,LookupError,MemoryError,NameError,RuntimeError,StopIteration,TypeError,ValueError;ArithmeticError:OverflowError,ZeroDivisionError;LookupError:IndexError,KeyError;NameError:UnboundLocalError;RuntimeError:NotImplementedError,RecursionError".split(";")) {
    const [base, names] = each.split(":");
    for (const name of names.split(",")) T[name] = exception(name, base ? [T[base]] : []);
  }
  // JavaScript's own errors come from stacks and memory that are used up.
  const caught = e => e instanceof Raised ? e : new Raised(T[e instanceof TypeError ? "TypeError" : /stack|recursion/.test(e.message) ? "RecursionError" : "MemoryError"], [e.message]);
  const tick = () => { if (++steps > STEPS) fail("TimeoutError", "this takes too long"); };

  // A dictionary, from `keyOf` to pairs of key and value.
  class Dict extends Map {
    put(key, value) { const id = keyOf(key), old = this.get(id); if (old) old[1] = value; else this.set(id, [key, value]); }
    [Symbol.iterator]() { return lazy(firsts(this.values())); }
    get type() { return T.dict; }
  }
  // A set.
  class Bag extends Map {
    [Symbol.iterator]() { return this.values(); }
  }
  class Range {
    constructor(start, stop, step) {
      const count = (stop - start + step - (step > 0n ? 1n : -1n)) / step;
      Object.assign(this, {start, stop, step, length: count > 0n ? Number(count) : 0});
    }
    at(i) { return this.start + BigInt(i) * this.step; }
    [Symbol.iterator]() { let i = this.length, x = this.start; return lazy({next: () => { tick(); const value = x; x += this.step; return {done: i-- <= 0, value}; }}); }
    get type() { return T.range; }
  }
  class Slice { constructor(...ends) { this.ends = ends; } }
  function* firsts(pairs) { for (const [key] of pairs) yield key; }
  // An iterator that goes on after a loop was left, which generators of JavaScript do not.
  const lazy = walk => ({next: () => walk.next(), [Symbol.iterator]() { return this; }});

  const isInt = x => typeof x === "bigint" || typeof x === "boolean";
  const isNumber = x => typeof x === "number" || isInt(x);
  const isText = x => typeof x === "string";
  const isArray = Array.isArray;
  const isList = x => isArray(x) && x.kind === T.list;
  const isTuple = x => isArray(x) && x.kind !== T.list && x.kind !== T.array;
  const alike = (a, b) => isList(a) ? isList(b) : isTuple(a) && isTuple(b);
  const KINDS = {bigint: "int", boolean: "bool", number: "float", string: "str", function: "function", object: "iterator"};
  const typeOf = x => x === null ? T.NoneType : isArray(x) ? x.kind || T.tuple : x.type || T[x.called ? "type" : KINDS[typeof x]];
  const wrong = x => fail("TypeError", `a value of the type ${typeOf(x).called} does not go here`);
  const large = () => fail("MemoryError", "this is too large");
  const list = values => { values.kind = T.list; return values; };
  const bag = (values, kind = T.set) => { const made = new Bag(); made.type = kind; for (const x of values) add(made, x); return made; };
  const add = (x, value) => { const id = keyOf(value); if (!x.has(id)) x.set(id, value); };
  const dict = pairs => { const made = new Dict(); for (const [key, value] of pairs) made.put(key, value); return made; };
  const int = x => typeof x === "bigint" ? x : typeof x === "boolean" ? BigInt(x) : wrong(x);
  const index = x => Number(int(x));
  const float = x => { if (typeof x === "number") return x; const n = Number(int(x)); return isFinite(n) ? n : fail("OverflowError", "int too large to convert to float"); };
  const word = x => isText(x) ? x : wrong(x);
  const PAIR = /[\ud800-\udfff]/;
  const chars = x => PAIR.test(x) ? Array.from(x) : x;
  const size = x => x instanceof Map ? x.size : isText(x) ? chars(x).length : isArray(x) || x instanceof Range ? x.length : wrong(x);
  const iterate = x => { const walk = x !== null && typeof x !== "function" && x[Symbol.iterator]; return walk ? walk.call(x) : wrong(x); };
  // The values as an array, which may be x itself.
  const items = x => x instanceof Range && x.length > LONGEST ? large() : isArray(x) ? x : Array.from(iterate(x));
  // The values of an iterator, which goes on where a loop over them was left.
  function* through(x) { const walk = iterate(x); for (let each = walk.next(); !each.done; each = walk.next()) yield each.value; }
  const some = (x, test) => { for (const each of through(x)) if (test(each)) return true; return false; };
  const truth = x => typeof x === "boolean" ? x : x !== null && x !== 0n && x !== 0 && x !== "" && (isArray(x) || x instanceof Range ? x.length > 0 : !(x instanceof Map) || x.size > 0);

  // A key for a Map: equal values have equal ones.
  const keyOf = x => x === null || typeof x === "bigint" ? x : isText(x) ? `'${x}` : typeof x === "boolean" ? BigInt(x) : typeof x === "number" ? (Number.isInteger(x) ? BigInt(x) : x)
    : isTuple(x) ? `(${x.map(partOf).join("")}` : x.type === T.frozenset ? `{${Array.from(x, partOf).sort().join("")}` : isArray(x) || x instanceof Map ? fail("TypeError", `unhashable type: '${typeOf(x).called}'`) : x;
  const partOf = x => {
    const key = keyOf(x);
    if (isText(key)) return `${key.length}:${key}`;
    if (key === null || isNumber(key)) return `${key}${typeof key};`;
    if (!ids.has(key)) ids.set(key, ++last);
    return `#${ids.get(key)};`;
  };
  const ids = new WeakMap();
  let last = 0;

  const equal = (a, b) => a === b || (isNumber(a) ? isNumber(b) && a == b
    : isArray(a) ? (a.kind === T.array ? wrong(a) : alike(a, b)) && a.length === b.length && a.every((x, i) => equal(x, b[i]))
    : a instanceof Dict ? b instanceof Dict && a.size === b.size && Array.from(a.entries()).every(([id, [, x]]) => b.has(id) && equal(x, b.get(id)[1]))
    : a instanceof Bag ? b instanceof Bag && a.size === b.size && subset(a, b)
    : a instanceof Range && b instanceof Range && equal(items(a), items(b)));
  const subset = (a, b) => Array.from(a.keys()).every(id => b.has(id));
  // -1, 0 or 1; NaN if none of them holds.
  const compare = (a, b) => {
    if (isNumber(a) && isNumber(b)) return a < b ? -1 : a > b ? 1 : a == b ? 0 : NaN;
    if (isText(a) && isText(b)) return a === b ? 0 : PAIR.test(a + b) ? compare(Array.from(a, ordinal), Array.from(b, ordinal)) : a < b ? -1 : 1;
    if (a instanceof Bag && b instanceof Bag) return subset(a, b) ? Math.sign(a.size - b.size) : subset(b, a) ? 1 : NaN;
    if (!alike(a, b)) wrong(a);
    const i = a.findIndex((x, i) => i >= b.length || !equal(x, b[i]));
    return i >= 0 && i < b.length ? compare(a[i], b[i]) : Math.sign(a.length - b.length);
  };
  const ordinal = x => BigInt(x.codePointAt(0));
  const keyed = (key, x) => key === undefined || key === null ? x : apply(key, [x]);
  const sorted = (x, key, reverse = false) => {
    const made = Array.from(iterate(x), each => [keyed(key, each), each]), turned = truth(reverse);
    if (turned) made.reverse();
    made.sort((a, b) => compare(a[0], b[0]) || 0);
    return (turned ? made.reverse() : made).map(each => each[1]);
  };
  const best = sign => (given, key, ...other) => {
    const all = given.length > 1 ? given : items(given[0]);
    if (!all.length) return other.length ? other[0] : fail("ValueError", "there is nothing to choose from");
    let found = all[0], most = keyed(key, found);
    for (let i = 1; i < all.length; i++) { const value = keyed(key, all[i]); if (compare(value, most) === sign) [found, most] = [all[i], value]; }
    return found;
  };

  // Operators

  const numbers = (ints, floats, others = () => undefined) => (a, b) => {
    if (typeof a === "bigint" && typeof b === "bigint") return ints(a, b);
    if (isInt(a) && isInt(b)) return ints(int(a), int(b));
    if (floats && isNumber(a) && isNumber(b)) return floats(float(a), float(b));
    return others(a, b) ?? fail("TypeError", `this operator does not take ${typeOf(a).called} and ${typeOf(b).called}`);
  };
  const bits = (ints, others) => { const made = numbers(ints, null, others); return (a, b) => typeof a === "boolean" && typeof b === "boolean" ? made(a, b) !== 0n : made(a, b); };
  const sets = merged => (a, b) => a instanceof Bag && b instanceof Bag ? bag(merged(a, b), a.type) : undefined;
  const without = (a, b) => Array.from(a).filter(x => !b.has(keyOf(x)));
  const meeting = (a, b) => Array.from(a).filter(x => b.has(keyOf(x)));
  const either = (a, b) => [...without(a, b), ...without(b, a)];
  const HUGE = 1n << 1000000n;
  const LEAST = -HUGE;
  const small = x => x > HUGE || x < LEAST ? large() : x;
  const nonzero = x => x == 0 ? fail("ZeroDivisionError", "division by zero") : x;
  const absolute = x => x < 0n ? -x : x;
  const binary = x => absolute(x).toString(2);
  const isNegative = x => x < 0 || Object.is(x, -0);
  const zero = x => isNegative(x) ? -0 : 0;
  const plus = numbers((a, b) => a + b, (a, b) => a + b, (a, b) => isText(a) && isText(b) ? a + b : isArray(a) && alike(a, b) ? (isList(a) ? list : x => x)([...a, ...b]) : undefined);
  const repeated = (a, b) => {
    if (isInt(a)) [a, b] = [b, a];
    if (!isInt(b) || !isText(a) && !isList(a) && !isTuple(a)) return undefined;
    const times = Math.max(0, index(b));
    if (a.length * times > LONGEST) large();
    if (isText(a)) return a.repeat(times);
    const made = [];
    for (let i = 0; i < times; i++) for (const x of a) made.push(x);
    return isList(a) ? list(made) : made;
  };
  const divided = (a, b) => {
    const limit = 1n << 53n, [x, y] = [a, nonzero(b)].map(absolute);
    if (x < limit && y < limit) return Number(a) / Number(b);
    const up = BigInt(Math.max(0, binary(y).length - binary(x).length + 66)), over = x << up;
    const made = Number(over / y | BigInt(over % y > 0n)) / 2 ** Number(up);
    return float(isFinite(made) ? a < 0n !== b < 0n ? -made : made : over);
  };
  const floorOfFloats = (a, b) => {
    const m = a % nonzero(b), q = (a - m) / b - (m && m < 0 !== b < 0 ? 1 : 0), down = Math.floor(q);
    return q === 0 ? zero(a / b) : q - down > 0.5 ? down + 1 : down;
  };
  const floored = numbers((a, b) => { const q = a / nonzero(b); return a % b !== 0n && a < 0n !== b < 0n ? q - 1n : q; }, floorOfFloats);
  const modulo = numbers((a, b) => { const m = a % nonzero(b); return m !== 0n && m < 0n !== b < 0n ? m + b : m; },
    (a, b) => { const m = a % nonzero(b); return m === 0 ? zero(b) : m < 0 !== b < 0 ? m + b : m; });
  const power = numbers((a, b) => {
    if (b < 0n) return Number(nonzero(a)) ** Number(b);
    return b * BigInt(binary(a).length) > 2000000n && absolute(a) > 1n ? large() : small(a ** b);
  }, (a, b) => {
    const made = a < 0 && isFinite(a) && isFinite(b) && !Number.isInteger(b) ? fail("ValueError", "a page has no complex numbers") : a === 1 ? a : (b < 0 ? nonzero(a) : a) ** b;
    return isFinite(made) || !isFinite(a) || !isFinite(b) ? made : fail("OverflowError", "this number is too large");
  });
  const shift = moved => numbers((a, b) => b < 0n ? fail("ValueError", "negative shift count") : moved(a, b));
  const contains = (x, all) => {
    if (isText(all)) return all.includes(word(x));
    if (all instanceof Map) return all.has(keyOf(x));
    if (!(all instanceof Range && isInt(x))) return some(all, each => equal(each, x));
    const i = (int(x) - all.start) / all.step;
    return i >= 0 && i < all.length && all.at(i) === int(x);
  };
  const BINARY = {
    __proto__: null,
    "+": plus,
    "-": numbers((a, b) => a - b, (a, b) => a - b, sets(without)),
    "*": numbers((a, b) => small(a * b), (a, b) => a * b, repeated),
    "/": numbers(divided, (a, b) => a / nonzero(b)),
    "//": floored,
    "%": (a, b) => isText(a) ? BUILTINS.get("percent")([a, b]) : modulo(a, b),
    "**": power,
    "<<": shift((a, b) => a === 0n ? a : b > 1000000n ? large() : a << b),
    ">>": shift((a, b) => b > 1000000n ? (a < 0n ? -1n : 0n) : a >> b),
    "&": bits((a, b) => a & b, sets(meeting)),
    "|": bits((a, b) => a | b, (a, b) => a instanceof Dict && b instanceof Dict ? dict([...a.values(), ...b.values()]) : sets((a, b) => [...a, ...b])(a, b)),
    "^": bits((a, b) => a ^ b, sets(either)),
    "==": equal,
    "!=": (a, b) => !equal(a, b),
    "is": (a, b) => a === b,
    "is not": (a, b) => a !== b,
    "<": (a, b) => compare(a, b) < 0,
    "<=": (a, b) => compare(a, b) <= 0,
    ">": (a, b) => compare(a, b) > 0,
    ">=": (a, b) => compare(a, b) >= 0,
    "in": contains,
    "not in": (a, b) => !contains(a, b),
    "[": (a, b) => item(a, b),
    ":": (a, b) => formatted(a, b),
  };
  const UNARY = {
    __proto__: null,
    "!": x => !truth(x),
    "~": x => ~int(x),
    "neg": x => typeof x === "number" ? -x : -int(x),
    "pos": x => typeof x === "number" ? x : int(x),
    "!s": x => text(x),
    "!r": x => repr(x),
    "!a": x => ascii(x),
  };
  // `a += b` changes a list, a dictionary or a set itself.
  const inPlace = op => (a, b) => {
    if (isList(a)) { const made = op(a, op === plus ? list(items(b).slice()) : b); a.length = 0; for (const x of made) a.push(x); return a; }
    if (!(a instanceof Dict || a instanceof Bag && a.type === T.set)) return op(a, b);
    return refilled(a, op(a, b));
  };
  const refilled = (a, made) => { const pairs = Array.from(made.entries()); a.clear(); for (const [id, x] of pairs) a.set(id, x); return a; };

  // Items and slices

  const ends = ({ends: [low, high, step]}, length) => {
    const by = step === null ? 1 : index(step) || fail("ValueError", "slice step cannot be zero"), [first, last] = by < 0 ? [-1, length - 1] : [0, length];
    const end = (at, other) => at === null ? other : Math.min(Math.max(index(at) < 0 ? index(at) + length : index(at), first), last);
    return by < 0 ? [end(low, last), end(high, first), by] : [end(low, first), end(high, last), by];
  };
  const places = (slice, length) => { const made = [], [from, to, by] = ends(slice, length); for (let i = from; by < 0 ? i > to : i < to; i += by) made.push(i); return made; };
  const place = (i, length) => { const n = index(i); return n >= -length && n < length ? (n < 0 ? n + length : n) : fail("IndexError", "index out of range"); };
  const item = (x, i) => {
    if (x instanceof Dict) return (x.get(keyOf(i)) ?? fail("KeyError", i))[1];
    if (isArray(i) && isArray(x) && x.kind === T.array) return i.reduce(item, x);
    const all = isText(x) ? chars(x) : isArray(x) || x instanceof Range ? x : x?.groups ?? wrong(x);
    if (!(i instanceof Slice)) { const n = place(i, all.length); return all instanceof Range ? all.at(n) : all[n]; }
    if (all instanceof Range) { const [from, to, by] = ends(i, all.length); return new Range(all.at(from), all.at(to), all.step * BigInt(by)); }
    const made = places(i, all.length).map(each => all[each]);
    if (isText(x)) return made.join("");
    if (!isTuple(x)) made.kind = x.kind;
    return made;
  };
  const put = (x, i, value) => { if (x instanceof Dict) x.put(i, value); else if (isList(x)) x[place(i, x.length)] = value; else wrong(x); };
  const drop = (x, i) => x instanceof Dict ? x.delete(keyOf(i)) || fail("KeyError", i) : isList(x) ? x.splice(place(i, x.length), 1) : wrong(x);

  // Texts of values

  const text = x => isText(x) ? x : x instanceof Raised ? x.message : (typeOf(x).methods.get("__str__") ?? (([x]) => repr(x)))([x]);
  const escape = x => { const n = x.codePointAt(0), hex = n.toString(16); return {9: "\\t", 10: "\\n", 13: "\\r", 92: "\\\\"}[n] ?? (n < 256 ? `\\x${hex.padStart(2, 0)}` : n < 65536 ? `\\u${hex.padStart(4, 0)}` : `\\U${hex.padStart(8, 0)}`); };
  const repr = x => {
    if (x === null) return "None";
    if (typeof x === "boolean") return x ? "True" : "False";
    if (typeof x === "bigint") return String(x);
    if (typeof x === "number") return (isNegative(x) ? "-" : "") + real(Math.abs(x));
    if (isText(x)) { const mark = x.includes("'") && !x.includes('"') ? '"' : "'"; return mark + x.replace(/[\p{C}\p{Zl}\p{Zp}\\]|(?! )\p{Zs}/gu, escape).split(mark).join(`\\${mark}`) + mark; }
    const kind = typeOf(x), own = kind.methods.get("__repr__"), inside = (values, each = repr) => Array.from(values, each).join(", ");
    if (own) return own([x]);
    if (x instanceof Raised) return `${kind.called}(${inside(x.args)})`;
    if (isArray(x)) return kind.fields ? `${kind.called}(${inside(x, (each, i) => `${kind.fields[i]}=${repr(each)}`)})` : isList(x) ? `[${inside(x)}]` : `(${inside(x)}${x.length === 1 ? "," : ""})`;
    if (x instanceof Dict) return `{${inside(x.values(), pair => pair.map(repr).join(": "))}}`;
    if (x instanceof Bag) { const all = x.size ? `{${inside(x)}}` : ""; return kind === T.set && all ? all : `${kind.called}(${all})`; }
    if (x instanceof Range) return `range(${x.start}, ${x.stop}${x.step === 1n ? "" : `, ${x.step}`})`;
    return x.called ? `<class '${x.called}'>` : `<${kind.called}>`;
  };
  const ascii = x => repr(x).replace(/[^\0-\x7f]/gu, escape);
  const science = (digits, e, dot) => `${digits[0]}${digits.length > 1 || dot ? "." : ""}${digits.slice(1)}e${e < 0 ? "-" : "+"}${String(Math.abs(e)).padStart(2, 0)}`;
  const laidOut = (digits, e, most, dot, end) => e < -4 || e >= most ? science(digits, e, dot)
    : e < 0 ? `0.${"0".repeat(-e - 1)}${digits}` : digits.length > e + 1 ? `${digits.slice(0, e + 1)}.${digits.slice(e + 1)}` : digits.padEnd(e + 1, 0) + end;
  const real = (x, dot) => {
    if (!isFinite(x)) return isNaN(x) ? "nan" : "inf";
    const [number, e = 0] = String(x).split("e"), [whole, part = ""] = number.split("."), digits = (whole + part).replace(/^0+(?=.)/, "");
    return laidOut(digits.replace(/(?!^)0+$/, ""), e - 1 - part.length + digits.length, 16, dot, ".0");
  };

  // x * 10 ** digits as a whole number, exactly, and half to even.
  const scaled = (x, digits) => {
    const e = Math.max(Math.floor(Math.log2(x)) - 53, -1074), up = n => BigInt(Math.max(n, 0));
    const over = BigInt(x / 2 ** e) * 10n ** up(digits) << up(e), under = 10n ** up(-digits) << up(-e), q = over / under, twice = 2n * (over % under);
    return twice > under || twice === under && q & 1n ? q + 1n : q;
  };
  const fixed = (x, digits) => { const made = String(scaled(x, digits)).padStart(digits + 1, 0); return digits ? `${made.slice(0, -digits)}.${made.slice(-digits)}` : made; };
  // The digits, and the exponent of the first one.
  const exponential = (x, digits) => {
    if (!x) return ["0".repeat(digits + 1), 0];
    let e = Math.floor(Math.log10(x)) - 1, made;
    while ((made = String(scaled(x, digits - e))).length > digits + 1) e++;
    return [made, e];
  };
  const floatText = (x, kind, digits, sharp) => {
    if (!isFinite(x)) return real(x) + (kind === "%" ? kind : "");
    if (kind === "%") return floatText(x * 100, "f", digits, sharp) + kind;
    if (kind === "f") return fixed(x, digits ?? 6) + (sharp && digits === 0 ? "." : "");
    if (kind === "e") return science(...exponential(x, digits ?? 6), sharp);
    const most = Math.max(digits ?? 6, 1), [made, e] = exponential(x, most - 1);
    return laidOut(sharp ? made : made.replace(/(?!^)0+$/, ""), e, kind ? most : most - 1, sharp, kind ? sharp ? "." : "" : ".0");
  };
  const padded = (made, width, align, fill = " ") => {
    const more = Math.max(0, width - size(made)), left = align === "<" ? 0 : align === "^" ? more >> 1 : more;
    return more > LONGEST ? large() : fill.repeat(left) + made + fill.repeat(more - left);
  };
  const formatted = (x, spec = "") => {
    if (word(spec) === "") return text(x);
    const found = /^(?:(.)?([<>=^]))?([-+ ])?(#)?(0)?(\d+)?([,_])?(?:\.(\d+))?([a-zA-Z%])?$/su.exec(spec), bad = () => fail("ValueError", `the format ${repr(spec)} does not suit ${repr(x)}`);
    if (!isNumber(x) && !isText(x)) fail("TypeError", `${typeOf(x).called} takes no format`);
    const [, given, side, sign = "", sharp, zeros, width = 0, mark, precision, kind = ""] = found ?? bad(), digits = precision && +precision, low = kind.toLowerCase(), base = {b: 2, o: 8, x: 16}[low];
    const fill = given ?? (zeros ? "0" : " "), align = side ?? (isText(x) ? "<" : zeros ? "=" : ">");
    if (Math.max(width, digits ?? 0) > LONGEST) large();
    if (isText(x)) return kind && kind !== "s" || sign || sharp || mark || align === "=" ? bad() : padded(precision ? Array.from(x).slice(0, digits).join("") : x, width, align, fill);
    let prefix = sharp && base ? `0${low}` : "", made;
    if (isInt(x) && /^[bcdoxXn]?$/.test(kind)) {
      if (precision || mark && (kind === "n" || kind === "c" || base && mark === ",") || kind === "c" && (sign || sharp)) bad();
      made = kind === "c" ? chr(x, "OverflowError") : absolute(int(x)).toString(base);
    } else if (!kind && !precision) made = real(Math.abs(float(x)), sharp);
    else made = /^[eEfFgG%n]?$/.test(kind) && !(kind === "n" && mark) ? BUILTINS.get("floating")([Math.abs(float(x)), low === "n" ? "g" : low, digits, sharp]) : bad();
    if (kind !== low) [made, prefix] = [made.toUpperCase(), prefix.toUpperCase()];
    prefix = (isNegative(x) && kind !== "c" ? "-" : sign.replace("-", "")) + prefix;
    let [, whole, rest] = (base ? /(.*)()/ : /^(\d*)(.*)$/su).exec(made);
    const all = () => prefix + (mark ? whole.replace(base ? /\B(?=(.{4})+$)/g : /\B(?=(.{3})+$)/g, mark) : whole) + rest;
    if (align === "=" && fill === "0" && whole) while (all().length < width) whole = `0${whole}`;
    return align === "=" ? prefix + padded(all().slice(prefix.length), width - prefix.length, ">", fill) : padded(all(), width, align, fill);
  };
  const percentFormatted = (pattern, given) => {
    const named = given instanceof Dict, values = isTuple(given) ? given.slice() : [given], next = () => values.length ? values.shift() : fail("TypeError", "not enough arguments for format string");
    const made = pattern.replace(/%(?:\(([^)]*)\))?([-+ #0]*)(\*|\d+)?(\.(\*|\d+)?)?[hlL]?(.|$)/gsu, (all, key, flags, width = "", dot, precision = 0, kind) => {
      if (kind === "%") return kind;
      if (!kind) fail("ValueError", "incomplete format");
      if (key !== undefined && !named) fail("TypeError", "format requires a mapping");
      if (width === "*") { width = index(next()); if (width < 0) [flags, width] = ["-", -width]; }
      if (precision === "*") precision = index(next());
      let x = key === undefined ? next() : item(given, key);
      const words = /[rsac]/.test(kind), whole = /[diuoxX]/.test(kind), has = flag => flags.includes(flag) ? flag : "";
      if (!words && !whole && !/[eEfFgG]/.test(kind)) fail("ValueError", "unsupported format character");
      if (words) x = kind === "s" ? text(x) : kind === "r" ? repr(x) : kind === "a" ? ascii(x) : isText(x) ? single(x) : chr(x, "OverflowError");
      else if (!isNumber(x) || /[oxX]/.test(kind) && !isInt(x)) wrong(x);
      else if (whole) x = typeof x === "number" ? truncated(x) : int(x);
      if (words) return padded(dot && kind !== "c" ? Array.from(x).slice(0, precision).join("") : x, width, has("-") ? "<" : ">");
      const sign = has("+") || has(" "), type = /[iu]/.test(kind) ? "d" : kind, sharp = type === "d" ? "" : has("#");
      if (whole && dot) return padded(formatted(x, `${sign}${sharp}0${Math.max(+precision + (x < 0n || sign ? 1 : 0) + (sharp ? 2 : 0), has("0") && !has("-") ? width : 0)}${type}`), width, has("-") ? "<" : ">");
      return formatted(x, `${has("-") ? "<" : has("0") ? "=" : ">"}${sign}${sharp}${has("-") ? "" : has("0")}${width}${dot ? `.${precision}` : ""}${type}`);
    });
    return values.length && !named && !isList(given) && !(given instanceof Range) ? fail("TypeError", "not all arguments converted during string formatting") : made;
  };
  const chr = (x, kind = "ValueError") => { const n = index(x); return n >= 0 && n < 1114112 ? String.fromCodePoint(n) : fail(kind, "there is no such character"); };
  const single = x => size(word(x)) === 1 ? x : fail("TypeError", "one character is expected");

  // Functions of Python: "name least most words". The words are the names of the last places. Where any number is
  // taken (*), the first argument is an array of them; ** takes an array and a Map.
  const define = table => new Map(Object.entries(table).map(([spec, f]) => {
    const [name, least, most = least, ...words] = spec.split(" "), many = most === "*", from = many ? 0 : Math.max(most, +least + words.length) - words.length;
    return [name, most === "**" ? f : (args, named) => {
      if (args.length < least || args.length > most) fail("TypeError", `${name}() takes another number of arguments`);
      const all = many ? [] : args;
      for (const [word, value] of named ?? []) {
        const i = from + words.indexOf(word);
        if (i < from || all[i] !== undefined) fail("TypeError", `${name}() takes no such argument: ${word}`);
        all[i] = value;
      }
      return many ? f(args, ...all) : f(...all);
    }];
  }));
  const apply = (f, args, named) => typeof f === "function" ? f(args, named) : fail("TypeError", `'${typeOf(f).called}' object is not callable`);
  const none = f => (...given) => { f(...given); return null; };

  const WHITE = "[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";
  const stripped = (s, given, left, right) => {
    const all = Array.from(s), white = new RegExp(WHITE), chosen = given === undefined || given === null ? null : Array.from(word(given)), out = each => chosen ? chosen.includes(each) : white.test(each);
    let from = 0, to = all.length;
    while (left && from < to && out(all[from])) from++;
    while (right && to > from && out(all[to - 1])) to--;
    return all.slice(from, to).join("");
  };
  const splitting = right => (s, sep = null, limit = -1n) => {
    const most = index(limit) < 0 ? Infinity : index(limit), found = sep === null ? Array.from(s.matchAll(new RegExp(`(?!${WHITE})[^](?:(?!${WHITE})[^])*`, "g"))) : [];
    const parts = sep === null ? found.map(each => each[0]) : word(sep) ? s.split(sep) : fail("ValueError", "empty separator"), n = parts.length - most - (sep === null ? 0 : 1);
    if (n <= 0) return list(parts);
    if (sep !== null) return list(right ? [parts.slice(0, n + 1).join(sep), ...parts.slice(n + 1)] : [...parts.slice(0, most), parts.slice(most).join(sep)]);
    const cut = found[right ? n - 1 : most];
    return list(right ? [s.slice(0, cut.index + cut[0].length), ...parts.slice(n)] : [...parts.slice(0, most), s.slice(cut.index)]);
  };
  // A part of a text, and where it begins.
  const portion = (s, low = null, high = null) => { const all = chars(s), [from, to] = ends(new Slice(low, high, null), all.length); return low !== null && index(low) > all.length ? [null, 0] : [isText(all) ? s.slice(from, Math.max(from, to)) : all.slice(from, to).join(""), from]; };
  const finding = (way, must) => (s, sub, low, high) => {
    const [found, from] = portion(s, low, high), i = found === null ? (word(sub), -1) : found[way](word(sub));
    return i >= 0 ? BigInt(from + size(found.slice(0, i))) : must ? fail("ValueError", "substring not found") : -1n;
  };
  const affix = way => (s, given, low, high) => { const [found] = portion(s, low, high); return (isTuple(given) ? given : [word(given)]).some(each => word(each) !== null && found !== null && found[way](each)); };
  const partition = (s, sep, i, other) => word(sep) === "" ? fail("ValueError", "empty separator") : i < 0 ? other : [s.slice(0, i), sep, s.slice(i + sep.length)];
  const matching = of => { const test = new RegExp(`^(?:${of})+$`, "u"); return s => test.test(s); };
  const capital = w => { const [first = "", ...more] = w, [letter = "", ...rest] = first.toUpperCase(); return letter + [...rest, ...more].join("").toLowerCase(); };
  const filled = (pattern, given, named) => {
    let count = 0, chosen = false;
    const inner = pattern => pattern.replace(/\{\{|\}\}|\{([^{}!:]*)(?:!([rsa]))?(?::((?:[^{}]|\{[^{}]*\})*))?\}|[{}]/gsu, (all, name, conversion, spec = "") => {
      if (name === undefined) return all[1] ?? fail("ValueError", "a single brace in the format");
      const [, first, path] = /^([^.[]*)(.*)$/su.exec(name), number = key => /^\d+$/.test(key);
      if (number(first)) chosen = true;
      if (chosen && (first === "" || count)) fail("ValueError", "places are numbered in two ways");
      let x = first === "" || number(first) ? item(given, BigInt(first || count++)) : named?.has(first) ? named.get(first) : fail("KeyError", first);
      for (const [, dotted, key] of path.matchAll(/\.([^.[]+)|\[([^\]]+)\]/g)) x = dotted ? attribute(x, dotted) : item(x, number(key) ? BigInt(key) : key);
      return formatted(conversion ? {s: text, r: repr, a: ascii}[conversion](x) : x, inner(spec));
    });
    return inner(pattern);
  };
  const SHARED = {
    "__getitem__ 2": item,
    "__len__ 1": x => BigInt(size(x)),
    "__contains__ 2": (all, x) => contains(x, all),
  };
  const TEXTS = {
    "upper 1": s => s.toUpperCase(),
    "lower 1": s => s.toLowerCase(),
    "casefold 1": s => s.toLowerCase().replace(/ß/g, "ss"),
    "capitalize 1": capital,
    "title 1": s => s.replace(/\p{L}+/gu, capital),
    "swapcase 1": s => Array.from(s, each => each === each.toLowerCase() ? each.toUpperCase() : each.toLowerCase()).join(""),
    "strip 1 2": (s, given) => stripped(s, given, true, true),
    "lstrip 1 2": (s, given) => stripped(s, given, true),
    "rstrip 1 2": (s, given) => stripped(s, given, false, true),
    "split 1 3 sep maxsplit": splitting(),
    "rsplit 1 3 sep maxsplit": splitting(true),
    "splitlines 1 2 keepends": (s, keep = false) => list(Array.from(s.matchAll(/([^]*?)(\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]|$)/g)).filter(each => each[0]).map(each => each[truth(keep) ? 0 : 1])),
    "join 2": (s, x) => items(x).map(word).join(s),
    "find 2 4": finding("indexOf"),
    "rfind 2 4": finding("lastIndexOf"),
    "index 2 4": finding("indexOf", true),
    "rindex 2 4": finding("lastIndexOf", true),
    "count 2 4": (s, sub, low, high) => { const [found] = portion(s, low, high); return BigInt(found === null ? 0 : word(sub) === "" ? size(found) + 1 : found.split(sub).length - 1); },
    "startswith 2 4": affix("startsWith"),
    "endswith 2 4": affix("endsWith"),
    "replace 3 4": (s, old, by, limit = -1n) => (word(old) === "" ? ["", ...s, ""] : s.split(old)).map((each, i) => i ? (index(limit) < 0 || i <= index(limit) ? word(by) : old) + each : each).join(""),
    "center 2 3": (s, width, fill = " ") => { const n = index(width), more = Math.max(0, n - size(s)); return padded(padded(s, size(s) + (more >> 1) + (more & n & 1), ">", single(fill)), n, "<", fill); },
    "ljust 2 3": (s, width, fill = " ") => padded(s, index(width), "<", single(fill)),
    "rjust 2 3": (s, width, fill = " ") => padded(s, index(width), ">", single(fill)),
    "zfill 2": (s, width) => { const sign = /^[-+]?/.exec(s)[0]; return sign + padded(s.slice(sign.length), index(width) - sign.length, ">", "0"); },
    "partition 2": (s, sep) => partition(s, sep, s.indexOf(sep), [s, "", ""]),
    "rpartition 2": (s, sep) => partition(s, sep, s.lastIndexOf(sep), ["", "", s]),
    "removeprefix 2": (s, x) => s.startsWith(word(x)) ? s.slice(x.length) : s,
    "removesuffix 2": (s, x) => word(x) && s.endsWith(x) ? s.slice(0, -x.length) : s,
    "expandtabs 1 2 tabsize": (s, width = 8n) => { let at = 0; return Array.from(s, each => { if (each === "\t") each = " ".repeat(index(width) > 0 ? index(width) - at % index(width) : 0); at = /[\r\n]/.test(each) ? 0 : at + size(each); return each; }).join(""); },
    "translate 2": (s, table) => Array.from(s, each => { const [, by] = table instanceof Dict ? table.get(ordinal(each)) ?? [0, each] : wrong(table); return by === null ? "" : isText(by) ? by : chr(by); }).join(""),
    "format 1 **": ([s, ...given], named) => filled(s, given, named),
    "isdigit 1": matching("[\\p{Nd}⁰¹²³⁴-⁹₀-₉]"),
    "isdecimal 1": matching("\\p{Nd}"),
    "isnumeric 1": matching("\\p{N}"),
    "isalpha 1": matching("\\p{L}"),
    "isalnum 1": matching("[\\p{L}\\p{N}]"),
    "isspace 1": matching(WHITE),
    "isupper 1": s => s !== s.toLowerCase() && s === s.toUpperCase(),
    "islower 1": s => s !== s.toUpperCase() && s === s.toLowerCase(),
    "isascii 1": s => !/[^\0-\x7f]/.test(s),
  };
  const indexOf = (x, value, low = null, high = null) => { const [from, to] = ends(new Slice(low, high, null), x.length); for (let i = from; i < to; i++) if (equal(x[i], value)) return BigInt(i); return fail("ValueError", `${repr(value)} is not there`); };
  const ROWS = {
    "index 2 4": indexOf,
    "count 2": (x, value) => BigInt(x.filter(each => equal(each, value)).length),
  };
  const LISTS = {
    "append 2": none((x, value) => x.push(value)),
    "extend 2": none((x, more) => { for (const each of items(more).slice()) x.push(each); }),
    "insert 3": none((x, i, value) => x.splice(index(i), 0, value)),
    "pop 1 2": (x, i = -1n) => x.splice(place(i, x.length), 1)[0],
    "remove 2": none((x, value) => x.splice(Number(indexOf(x, value)), 1)),
    "reverse 1": none(x => x.reverse()),
    "copy 1": x => list(x.slice()),
    "clear 1": none(x => { x.length = 0; }),
    "sort 1 1 key reverse": none((x, key, reverse) => sorted(x, key, reverse).forEach((each, i) => { x[i] = each; })),
  };
  const updated = (x, given, named) => {
    for (const each of given) for (const [key, value] of each instanceof Dict ? Array.from(each.values()) : items(each).map(pair => items(pair).length === 2 ? items(pair) : fail("ValueError", "pairs are expected"))) x.put(key, value);
    for (const [key, value] of named ?? []) x.put(key, value);
    return x;
  };
  const DICTS = {
    "get 2 3": (x, key, other = null) => (x.get(keyOf(key)) ?? [0, other])[1],
    "items 1": x => list(Array.from(x.values(), each => each.slice())),
    "keys 1": x => list(Array.from(x)),
    "values 1": x => list(Array.from(x.values(), each => each[1])),
    "setdefault 2 3": (x, key, other = null) => { const id = keyOf(key); if (!x.has(id)) x.set(id, [key, other]); return x.get(id)[1]; },
    "update 1 **": ([x, ...given], named) => { updated(x, given, named); return null; },
    "copy 1": x => dict(x.values()),
    "clear 1": none(x => x.clear()),
    "pop 2 3": (x, key, other) => { const id = keyOf(key), [, found] = x.get(id) ?? [0, other === undefined ? fail("KeyError", key) : other]; x.delete(id); return found; },
    "popitem 1": x => { const id = Array.from(x.keys()).pop(), found = x.get(id) ?? fail("KeyError", "the dictionary is empty"); x.delete(id); return found.slice(); },
  };
  const united = more => [].concat(...more.map(each => Array.from(items(each))));
  const removed = (x, more) => without(x, bag(united(more)));
  const common = (x, more) => more.reduce((a, b) => meeting(a, bag(items(b))), x);
  const SETS = {
    "copy 1": x => bag(x, x.type),
    "union 1 *": ([x, ...more]) => bag([...x, ...united(more)], x.type),
    "intersection 1 *": ([x, ...more]) => bag(common(x, more), x.type),
    "difference 1 *": ([x, ...more]) => bag(removed(x, more), x.type),
    "symmetric_difference 2": (x, y) => bag(either(x, bag(items(y))), x.type),
    "issubset 2": (x, y) => subset(x, bag(items(y))),
    "issuperset 2": (x, y) => subset(bag(items(y)), x),
    "isdisjoint 2": (x, y) => !meeting(x, bag(items(y))).length,
  };
  const CHANGES = {
    "add 2": none(add),
    "discard 2": none((x, value) => x.delete(keyOf(value))),
    "remove 2": none((x, value) => x.delete(keyOf(value)) || fail("KeyError", value)),
    "pop 1": x => { for (const [id, value] of x.entries()) { x.delete(id); return value; } return fail("KeyError", "pop from an empty set"); },
    "clear 1": none(x => x.clear()),
    "update 1 *": none(([x, ...more]) => united(more).forEach(each => add(x, each))),
    "difference_update 1 *": none(([x, ...more]) => refilled(x, bag(removed(x, more)))),
    "intersection_update 1 *": none(([x, ...more]) => refilled(x, bag(common(x, more)))),
  };
  const RANGES = {
    "index 2": (x, value) => contains(value, x) ? (int(value) - x.start) / x.step : fail("ValueError", "it is not in the range"),
    "count 2": (x, value) => BigInt(contains(value, x)),
  };
  const INTS = {
    "bit_count 1": x => BigInt(binary(int(x)).replace(/0/g, "").length),
    "bit_length 1": x => int(x) ? BigInt(binary(int(x)).length) : 0n,
  };
  const FLOATS = {
    "is_integer 1": x => Number.isInteger(x),
  };
  // Of classes: the first argument is the class.
  const STATICS = define({
    "maketrans 2 4": (_, x, y, z = "") => {
      if (x instanceof Dict) return dict(Array.from(x.values(), ([key, value]) => [isText(key) ? ordinal(single(key)) : key, value]));
      const from = Array.from(word(x), ordinal), to = Array.from(word(y), ordinal);
      return from.length === to.length ? dict([...from.map((each, i) => [each, to[i]]), ...Array.from(z, each => [ordinal(each), null])]) : fail("ValueError", "the first two texts have different lengths");
    },
    "fromkeys 2 3": (_, keys, value = null) => dict(items(keys).map(key => [key, value])),
    "_make 2": (kind, values) => kind(items(values).slice()),
  });

  const parsed = s => {
    const digits = s.trim().replace(/(\d)_(?=\d)/g, "$1");
    return /^[-+]?\d+$/.test(digits) ? BigInt(digits.replace("+", "")) : fail("ValueError", `invalid literal for int() with base 10: ${repr(s)}`);
  };
  const truncated = x => isFinite(x) ? BigInt(Math.trunc(x)) : fail(isNaN(x) ? "ValueError" : "OverflowError", "cannot convert this float to an int");
  const rounded = (x, digits = null) => {
    const n = digits === null ? 0 : index(digits);
    if (isInt(x)) {
      const unit = 10n ** BigInt(Math.max(-n, 0)), q = floored(int(x), unit), twice = 2n * (int(x) - q * unit);
      return (twice > unit || twice === unit && q & 1n ? q + 1n : q) * unit;
    }
    if (typeof x !== "number") wrong(x);
    if (digits === null) { truncated(x); return x < 0 ? -scaled(-x, 0) : scaled(x, 0); }
    if (!isFinite(x) || n > 330 || n >= 0 && Math.abs(x) >= 2 ** 52) return x;
    const made = n < -330 ? 0 : n < 0 ? Number(scaled(Math.abs(x), n) * 10n ** BigInt(-n)) : Number(fixed(Math.abs(x), n));
    return isNegative(x) ? -made : float(made);
  };
  const walks = f => (...given) => lazy(f(...given));
  const zipping = walks(function* (given, strict = false) {
    const all = given.map(iterate);
    while (all.length) {
      const row = [];
      for (const each of all) {
        const {done, value} = each.next();
        if (!done) row.push(value);
        else if (truth(strict) && (row.length || all.slice(1).some(other => !other.next().done))) fail("ValueError", "zip() arguments have different lengths");
        else return;
      }
      yield row;
    }
  });
  const numbering = walks(function* (x, start = 0n) { let i = int(start); for (const each of through(x)) yield [i++, each]; });
  const filtering = walks(function* (f, x) { for (const each of through(x)) if (truth(keyed(f, each))) yield each; });
  const mapping = walks(function* ([f, ...more]) { for (const each of zipping(more)) yield apply(f, each); });
  const isInstance = (x, kinds) => (isArray(kinds) ? kinds : [kinds]).some(each => isArray(each) ? isInstance(x, each) : within(typeOf(x), each.called ? each : wrong(each)));
  const logarithm = f => x => float(x) > 0 ? f(float(x)) : fail("ValueError", "math domain error");
  const MAKERS = define({
    "int 0 1": (x = 0n) => isText(x) ? parsed(x) : typeof x === "number" ? truncated(x) : int(x),
    "bool 0 1": (x = false) => truth(x),
    "float 0 1": (x = 0) => {
      if (!isText(x)) return float(x);
      const s = x.trim().toLowerCase().replace(/(\d)_(?=\d)/g, "$1"), [, sign, name] = /^([-+]?)(inf|nan)(?:inity)?$/.exec(s) ?? [];
      return name ? (sign === "-" ? -1 : 1) * (name === "inf" ? Infinity : NaN) : /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/.test(s) ? Number(s) : fail("ValueError", `could not convert string to float: ${repr(x)}`);
    },
    "str 0 1": (x = "") => text(x),
    "tuple 0 1": (x = []) => items(x).slice(),
    "list 0 1": (x = []) => list(items(x).slice()),
    "dict 0 **": (given, named) => given.length > 1 ? wrong(given) : updated(new Dict(), given, named),
    "set 0 1": (x = []) => bag(iterate(x)),
    "frozenset 0 1": (x = []) => bag(iterate(x), T.frozenset),
    "range 1 3": (a, b, c = 1n) => b === undefined ? new Range(0n, int(a), 1n) : new Range(int(a), int(b), int(c) || fail("ValueError", "range() arg 3 must not be zero")),
    "type 1": typeOf,
  });
  const BUILTINS = define({
    "abs 1": x => typeof x === "number" ? Math.abs(x) : absolute(int(x)),
    "all 1": x => !some(x, each => !truth(each)),
    "any 1": x => some(x, truth),
    "ascii 1": x => ascii(x),
    "bin 1": x => formatted(int(x), "#b"),
    "oct 1": x => formatted(int(x), "#o"),
    "hex 1": x => formatted(int(x), "#x"),
    "chr 1": chr,
    "ord 1": x => ordinal(single(x)),
    "enumerate 1 2 start": numbering,
    "filter 2": filtering,
    "floating 4": floatText,
    "format 1 2": formatted,
    "isinstance 2": isInstance,
    "iter 1": iterate,
    "len 1": x => BigInt(size(x)),
    "map 2 *": mapping,
    "max 1 * key default": best(1),
    "min 1 * key default": best(-1),
    "next 1 2": (x, other) => { if (typeof x?.next !== "function") wrong(x); const {done, value} = x.next(); return done ? other === undefined ? fail("StopIteration", "") : other : value; },
    "percent 2": percentFormatted,
    "repr 1": repr,
    "reversed 1": x => lazy((isText(x) || isArray(x) || x instanceof Range || x instanceof Dict ? Array.from(x) : wrong(x)).reverse().values()),
    "round 1 2 ndigits": rounded,
    "sorted 1 1 key reverse": (x, key, reverse) => list(sorted(x, key, reverse)),
    "sum 1 2 start": (x, start = 0n) => { let made = isText(start) ? wrong(start) : start; some(x, each => { made = plus(made, each); }); return made; },
    "zip 0 * strict": zipping,
    "math.sqrt 1": x => float(x) < 0 ? fail("ValueError", "math domain error") : Math.sqrt(float(x)),
    "math.floor 1": x => typeof x === "number" ? truncated(Math.floor(x)) : int(x),
    "math.ceil 1": x => typeof x === "number" ? truncated(Math.ceil(x)) : int(x),
    "math.log 1 2": (x, base) => { const log = logarithm(Math.log); return base === undefined ? log(x) : log(x) / log(base); },
    "math.log2 1": logarithm(Math.log2),
    "math.log10 1": logarithm(Math.log10),
  });
  const TYPES = {int: INTS, bool: {}, float: FLOATS, str: {...TEXTS, ...SHARED}, tuple: {...ROWS, ...SHARED}, list: {...LISTS, ...ROWS, ...SHARED}, dict: {...DICTS, ...SHARED}, set: {...CHANGES, ...SETS, ...SHARED}, frozenset: {...SETS, ...SHARED}, range: {...RANGES, ...SHARED}, type: {}, NoneType: {}, function: {}, iterator: {}, array: {}};
  for (const name of Object.keys(TYPES)) T[name] = type(name, name === "bool" ? [T.int] : [], (args, named) => (MAKERS.get(name) ?? (() => fail("TypeError", `${name} makes no values`)))(args, named), define(TYPES[name]));
  for (const name of Object.keys(T)) BUILTINS.set(name, T[name]);
  for (const name of ["start", "stop", "step"]) T.range.getters.set(name, x => x[name]);

  // Patterns of texts.
  const searching = (p, s, flags = "", after = "") => { const found = new RegExp(`(?:${p.source})${after}`, p.flags + flags).exec(word(s)); return found && new Match(found); };
  const searched = (p, s) => Array.from(word(s).matchAll(new RegExp(p.source, `${p.flags}g`)));
  const PATTERNS = define({
    "match 2": (p, s) => searching(p, s, "y"),
    "fullmatch 2": (p, s) => searching(p, s, "y", "(?![^])"),
    "search 2": (p, s) => searching(p, s),
    "findall 2": (p, s) => list(searched(p, s).map(each => each.length > 2 ? Array.from(each, x => x ?? "").slice(1) : each[each.length - 1] ?? "")),
    "finditer 2": (p, s) => searched(p, s).map(each => new Match(each)).values(),
    "split 2": (p, s) => { let at = 0; const made = []; for (const each of searched(p, s)) { made.push(s.slice(at, each.index), ...Array.from(each, x => x ?? null).slice(1)); at = each.index + each[0].length; } return list([...made, s.slice(at)]); },
    "sub 3": (p, by, s) => { let at = 0, made = ""; for (const each of searched(p, s)) { made += s.slice(at, each.index) + (isText(by) ? by : word(apply(by, [new Match(each)]))); at = each.index + each[0].length; } return made + s.slice(at); },
  });
  const MATCHES = define({
    "group 1 *": ([m, ...at]) => at.length > 1 ? at.map(each => item(m, each)) : item(m, at[0] ?? 0n),
    "groups 1": m => m.groups.slice(1),
    "__getitem__ 2": item,
  });
  const PATTERN = type("Pattern", [], () => {}, PATTERNS);
  const MATCH = type("Match", [], () => {}, MATCHES);
  class Match { constructor(groups) { Object.assign(this, {groups: Array.from(groups, each => each ?? null), type: MATCH}); } }

  const bound = (method, x) => (args, named) => method([x, ...args], named);
  const attribute = (x, name) => {
    const kind = typeOf(x), getter = kind.getters.get(name), method = kind.methods.get(name), own = kind === T.type ? x : kind;
    if (getter) return getter(x);
    if (method) return bound(method, x);
    return (name === "__name__" ? x.called : name === "_fields" ? own.fields : own.own?.get(name) ?? own.methods.get(name) ?? (STATICS.has(name) ? bound(STATICS.get(name), own) : undefined)) ?? fail("AttributeError", `'${kind.called}' object has no attribute '${name}'`);
  };
  const FIELDED = define({
    "_replace 1 **": ([x], named) => { const {kind} = x, values = x.slice(); for (const [name, value] of named ?? []) { const i = kind.fields.indexOf(name); if (i < 0) fail("ValueError", `there is no field ${name}`); values[i] = value; } return kind(values); },
    "_asdict 1": x => dict(x.map((each, i) => [x.kind.fields[i], each])),
  });
  // A class with fields. `own` are its methods: name, how it is bound, function.
  const fielded = (called, fields, defaults, own) => {
    const made = type(called, [T.tuple], (args, named) => { const values = frame(args, named, fields, 0, defaults); values.kind = made; return values; }, FIELDED, fields.map((name, i) => [name, x => x[i]]));
    Object.assign(made, {fields, own: new Map()});
    for (const [name, how, f] of own) if (how === "p") made.getters.set(name, x => f([x])); else if (how) made.own.set(name, how === "c" ? bound(f, made) : f); else made.methods.set(name, f);
    return made;
  };

  // The arguments of a call as the first places of a frame.
  const frame = (args, named, names, first, defaults, [only = [], others = [], star, stars] = []) => {
    const count = names.length, all = args.slice(0, count), spare = new Dict(), every = [...names, ...only], preset = [...Array(count - defaults.length), ...defaults, ...others];
    if (!star && args.length > count) fail("TypeError", `${args.length} arguments are too many`);
    for (const [name, value] of named ?? []) {
      const i = every.indexOf(name, first);
      if (i < 0 && stars) spare.put(name, value); else if (i < 0 || all[i] !== undefined) fail("TypeError", `the argument ${name} is not expected`); else all[i] = value;
    }
    every.forEach((name, i) => { if (all[i] === undefined && (all[i] = preset[i]) === undefined) fail("TypeError", `the argument ${name} is missing`); });
    if (star) all.push(args.slice(count));
    if (stars) all.push(spare);
    return all;
  };

  // From trees to closures. A closure takes a frame: an array of the values of names, and `up`, the frame around it.

  const compile = node => {
    if (typeof node === "number") return node < 0 ? local(~node) : constant(BigInt(node));
    if (!isArray(node)) return constant(node);
    const [kind, a, b] = node, op = BINARY[kind], one = UNARY[kind];
    return op ? operator(op, a, b) : one ? (x => f => one(x(f)))(compile(a)) : FORMS[kind](...node.slice(1));
  };
  const constant = x => () => x;
  const local = i => f => { const x = f[i]; return x === undefined ? unbound() : x; };
  const unbound = () => fail("UnboundLocalError", "a name is used before it has a value");
  const operator = (op, a, b) => { a = compile(a); b = compile(b); return f => op(a(f), b(f)); };
  const outer = (up, f) => { for (let i = up; i > 0; i--) f = f.up; return f; };
  const isStar = node => isArray(node) && node[0] === "...";
  const spread = nodes => {
    const parts = nodes.map(node => compile(isStar(node) ? node[1] : node)), stars = nodes.map(isStar), count = parts.length;
    return stars.includes(true) ? f => { const all = []; parts.forEach((part, i) => { if (stars[i]) for (const x of items(part(f))) all.push(x); else all.push(part(f)); }); return all; }
      : f => { const all = []; for (let i = 0; i < count; i++) all.push(parts[i](f)); return all; };
  };
  const target = node => {
    if (typeof node === "number") return (f, x) => { f[~node] = x; };
    const [kind, a, b] = node;
    if (kind === "u") return (f, x) => { outer(a, f)[b] = x; };
    if (kind === "[") { const owner = compile(a), at = compile(b); return (f, x) => { put(owner(f), at(f), x); }; }
    const parts = node.slice(1), star = parts.findIndex(isStar), all = parts.map(each => target(isStar(each) ? each[1] : each)), count = all.length;
    return (f, x) => {
      let values = x;
      if (!isArray(x)) { values = []; some(x, each => { values.push(each); return star < 0 && values.length > count; }); }
      const more = values.length - count;
      if (star < 0 ? more : more < -1) fail("ValueError", "another number of values to unpack");
      if (star >= 0) values = [...values.slice(0, star), list(values.slice(star, star + more + 1)), ...values.slice(star + more + 1)];
      for (let i = 0; i < count; i++) all[i](f, values[i]);
    };
  };
  const calling = (callee, args, named = () => undefined) => {
    const [kind, owner, name] = isArray(callee) ? callee : [], given = spread(kind === "." ? [owner, ...args] : args);
    if (kind !== ".") { const called = compile(callee); return f => apply(called(f), given(f), named(f)); }
    return f => {
      const all = given(f), [x] = all, type = typeOf(x), method = type.getters.has(name) ? undefined : type.methods.get(name);
      return method ? method(all, named(f)) : apply(attribute(x, name), all.slice(1), named(f));
    };
  };
  const keywords = named => {
    const pairs = named.map(([name, value]) => [name, compile(value)]);
    return f => {
      const all = new Map(), note = (name, x) => all.has(name) ? fail("TypeError", `${name} is given twice`) : all.set(word(name), x);
      for (const [name, value] of pairs) if (name === null) for (const [key, x] of value(f).values()) note(key, x); else note(name, value(f));
      return all;
    };
  };
  // Statements return a symbol if what follows is not run. Those that yield are generators.
  const yielding = part => { part.yields = true; return part; };
  const over = (to, all) => { to = target(to); all = compile(all); return f => { const walk = iterate(all(f)); return () => { const {done, value} = walk.next(); if (!done) to(f, value); return !done; }; }; };
  const during = test => { test = compile(test); return f => () => truth(test(f)); };
  const loop = (start, body, other = null) => {
    body = compile(body); other = compile(other);
    return f => { for (const more = start(f); more();) { tick(); const end = body(f); if (end === BREAK) return; if (end === RETURN) return end; } return other(f); };
  };
  const lazyLoop = (start, body, other = null) => {
    body = compile(body); other = compile(other);
    return yielding(function* (f) { for (const more = start(f); more();) { tick(); const end = body.yields ? yield* body(f) : body(f); if (end === BREAK) return; if (end === RETURN) return end; } return other.yields ? yield* other(f) : other(f); });
  };
  const attempt = (body, handlers, other) => f => {
    const depth = deep, before = handled;
    let end;
    try { end = body(f); } catch (e) {
      const error = caught(e);
      deep = depth;
      steps += 300;
      for (const [kind, to, then] of handlers) {
        const kinds = kind(f);
        if (!(isArray(kinds) ? kinds : [kinds ?? T.BaseException]).some(each => within(error.type, each))) continue;
        if (to) to(f, error);
        handled = error;
        try { return then(f); } finally { handled = before; }
      }
      throw error;
    }
    return typeof end === "symbol" ? end : other(f);
  };
  const finishing = (body, last) => f => {
    const depth = deep;
    let end, error, instead;
    try { end = body(f); } catch (e) { error = caught(e); deep = depth; }
    if (typeof (instead = last(f)) === "symbol") return instead;
    if (error) throw error;
    return end;
  };
  const FORMS = {
    __proto__: null,
    "g": n => { const own = thing; let x; return () => x === undefined ? x = own(n) : x; },
    "b": name => constant(BUILTINS.get(name)),
    "u": (up, i) => { const at = local(i); return f => at(outer(up, f)); },
    "i": digits => constant(BigInt(digits)),
    "x": number => constant(+number),
    "t": (...nodes) => spread(nodes),
    "a": (...nodes) => { const all = spread(nodes); return f => Object.assign(all(f), {kind: T.array}); },
    "l": (...nodes) => { const all = spread(nodes); return f => list(all(f)); },
    "s": (...nodes) => { const all = spread(nodes); return f => bag(all(f)); },
    "d": (...nodes) => { const all = spread(nodes); return f => { const values = all(f), made = new Dict(); for (let i = 0; i < values.length; i += 2) made.put(values[i], values[i + 1]); return made; }; },
    "f": (...nodes) => { const parts = nodes.map(compile); return f => { let made = ""; for (const part of parts) made += text(part(f)); return made; }; },
    "S": (...nodes) => { const all = spread(nodes); return f => new Slice(...all(f)); },
    "P": (source, flags) => constant({source, flags, type: PATTERN}),
    "?": (test, a, b = null) => {
      test = compile(test); a = compile(a); b = compile(b);
      return f => truth(test(f)) ? a(f) : b(f);
    },
    "?*": (test, a, b = null) => {
      test = compile(test); a = compile(a); b = compile(b);
      return yielding(function* (f) { const part = truth(test(f)) ? a : b; return part.yields ? yield* part(f) : part(f); });
    },
    "&&": (...nodes) => { const parts = nodes.map(compile); return f => { let x; for (const part of parts) if (!truth(x = part(f))) break; return x; }; },
    "||": (...nodes) => { const parts = nodes.map(compile); return f => { let x; for (const part of parts) if (truth(x = part(f))) break; return x; }; },
    "=": (to, value) => { to = target(to); value = compile(value); return f => { const x = value(f); to(f, x); return x; }; },
    "@": (op, a, b) => operator(inPlace(BINARY[op]), a, b),
    "D": (owner, at) => { owner = compile(owner); at = compile(at); return f => { drop(owner(f), at(f)); }; },
    ".": (owner, name) => { owner = compile(owner); return f => attribute(owner(f), name); },
    "c": (callee, args) => calling(callee, args),
    "C": (callee, args, ...named) => calling(callee, args, keywords(named)),
    "F": (names, isLazy, body, defaults = [], first = 0, more) => {
      const own = thing, values = defaults.map(compile), only = more && more[1].map(compile);
      let run;
      return up => {
        const others = values.map(each => each(up)), rest = more && [more[0], only.map(each => each(up)), more[2], more[3]];
        return (args, named) => {
          tick();
          const f = named || rest || args.length !== names.length ? frame(args, named, names, first, others, rest) : args;
          f.up = up;
          if (!run) { thing = own; run = compile(body); }
          if (isLazy) return lazy(run(f));
          if (++deep > DEEPEST) fail("RecursionError", "maximum recursion depth exceeded");
          const end = run(f);
          deep--;
          return end === RETURN ? f.value : null;
        };
      };
    },
    "G": (value, ...nodes) => {
      const loops = [], made = compile(value);
      for (let i = 0; i < nodes.length; i += 3) loops.push([target(nodes[i]), compile(nodes[i + 1]), compile(nodes[i + 2])]);
      function* walk(f, depth, all) {
        const [to, , test] = loops[depth];
        for (let each = all.next(); !each.done; each = all.next()) {
          tick();
          to(f, each.value);
          if (!truth(test(f))) continue;
          if (depth + 1 < loops.length) yield* walk(f, depth + 1, iterate(loops[depth + 1][1](f))); else yield made(f);
        }
      }
      return up => { const f = []; f.up = up; return lazy(walk(f, 0, iterate(loops[0][1](up)))); };
    },
    "B": (...nodes) => { const parts = nodes.map(compile), count = parts.length; return f => { for (let i = 0; i < count; i++) { const end = parts[i](f); if (typeof end === "symbol") return end; } }; },
    "B*": (...nodes) => { const parts = nodes.map(compile); return yielding(function* (f) { for (const part of parts) { const end = part.yields ? yield* part(f) : part(f); if (typeof end === "symbol") return end; } }); },
    "L": (to, all, ...more) => loop(over(to, all), ...more),
    "L*": (to, all, ...more) => lazyLoop(over(to, all), ...more),
    "W": (test, ...more) => loop(during(test), ...more),
    "W*": (test, ...more) => lazyLoop(during(test), ...more),
    "y": value => { value = compile(value); return yielding(function* (f) { yield value(f); }); },
    "r": value => { value = compile(value); return f => { f.value = value(f); return RETURN; }; },
    "k": () => constant(BREAK),
    "n": () => constant(CONTINUE),
    "R": value => { value = compile(value); return f => { const x = value(f) ?? handled ?? fail("RuntimeError", "no active exception to reraise"); throw x instanceof Raised ? x : x.called && within(x, T.BaseException) ? x([]) : wrong(x); }; },
    "T": (body, handlers, other = null, last = null) => {
      const tried = attempt(compile(body), handlers.map(([kind, to, then]) => [compile(kind), to === null ? null : target(to), compile(then)]), compile(other));
      return last === null ? tried : finishing(tried, compile(last));
    },
    "N": (called, fields, defaults = [], own = []) => f => fielded(called, fields, defaults.map(each => compile(each)(f)), own.map(([name, how, node]) => [name, how, compile(node)(f)])),
    "X": (called, ...bases) => f => exception(called, bases.map(each => compile(each)(f))),
  };

  // The things of a page by their numbers, each made when it is first asked for.
  const world = things => {
    const made = [], own = n => { if (made[n] === undefined) { thing = own; made[n] = compile(things[n])([]); } return made[n]; };
    return own;
  };
  const call = (f, args, named = {}) => {
    steps = deep = 0;
    handled = null;
    const names = Object.entries(named);
    try { return apply(f, args.slice(), names.length ? new Map(names) : undefined); } catch (e) { throw caught(e); }
  };
  // A position or a move from its words, and back: a shape is {parts, class}, or i, w, f, b for a number.
  const shaped = (shape, words, thing) => {
    let at = 0;
    const take = shape => {
      if (!isText(shape)) return Object.assign(shape.parts.map(take), shape.class === undefined ? {} : {kind: thing(shape.class)});
      const x = BigInt.asIntN(64, BigInt(words[at++]));
      return shape === "w" ? BigInt.asUintN(64, x) : shape === "f" ? new Float64Array(BigInt64Array.of(x).buffer)[0] : shape === "b" ? x !== 0n : x;
    };
    return take(shape);
  };
  const wordsOf = (shape, x) => {
    const bad = () => fail("ValueError", `${repr(x)} is not a position of this game`);
    if (!isText(shape)) return isTuple(x) && x.length === shape.parts.length ? shape.parts.flatMap((each, i) => wordsOf(each, x[i])) : bad();
    if (shape === "f") return isNumber(x) ? [new BigInt64Array(Float64Array.of(float(x)).buffer)[0]] : bad();
    const n = isInt(x) ? int(x) : bad();
    return n === (shape === "w" ? BigInt.asUintN : BigInt.asIntN)(64, n) ? [BigInt.asIntN(64, n)] : bad();
  };
  return {world, shaped, wordsOf, call, text, repr, float, Raised};
})();
