// Means, their 95 % intervals, and paired comparisons, as in studies/statistics.py.

// P(|T| < t) of Student's distribution.
function within(t, freedom) {
  const angle = Math.atan(t / Math.sqrt(freedom)), sine = Math.sin(angle), square = Math.cos(angle) ** 2, odd = freedom % 2;
  if (freedom === 1) return (2 * angle) / Math.PI;
  let term = odd ? Math.cos(angle) : 1, total = term;
  for (let k = odd ? 3 : 2; k < freedom - 1; k += 2) {
    term *= (square * (k - 1)) / k;
    total += term;
  }
  return odd ? (2 / Math.PI) * (angle + sine * total) : sine * total;
}

const students = new Map();

// The t that Student's distribution does not exceed, on either side, with a probability of 95 %.
function student(freedom) {
  if (students.has(freedom)) return students.get(freedom);
  const z = 1.959963984540054;
  let low = z, high = 16;
  if (freedom > 300) high = z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2);
  else for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (within(middle, freedom) < 0.95) low = middle;
    else high = middle;
  }
  students.set(freedom, high);
  return high;
}

// Numbers of one algorithm beside those of another on the same trees. Sums are of whole numbers, so means are exact;
// squares are of the distance to the first number, so that they stay small.
class Pairs {
  constructor() {
    Object.assign(this, { count: 0, sum: 0, other: 0, first: [0, 0], shift: 0, shiftOther: 0, squares: 0, squaresOther: 0, products: 0 });
  }

  add(numbers, others) {
    if (!this.count && numbers.length) this.first = [numbers[0], others[0]];
    const [a, b] = this.first;
    for (let i = 0; i < numbers.length; i++) {
      const x = numbers[i] - a, y = others[i] - b;
      this.sum += numbers[i];
      this.other += others[i];
      this.shift += x;
      this.shiftOther += y;
      this.squares += x * x;
      this.squaresOther += y * y;
      this.products += x * y;
    }
    this.count += numbers.length;
  }

  get mean() {
    return this.sum / this.count;
  }

  // The 95 % interval of a mean of numbers whose squared distances from their mean add up to `squares`: half its length.
  reach(squares) {
    const n = this.count;
    return n < 2 ? null : student(n - 1) * Math.sqrt(Math.max(0, squares) / (n - 1) / n);
  }

  get interval() {
    return this.reach(this.squares - this.shift ** 2 / this.count);
  }

  // Of x - factor y, tree by tree.
  spread(factor) {
    const n = this.count, x = this.squares - this.shift ** 2 / n, y = this.squaresOther - this.shiftOther ** 2 / n;
    return x + factor ** 2 * y - 2 * factor * (this.products - (this.shift * this.shiftOther) / n);
  }

  get difference() {
    return { mean: (this.sum - this.other) / this.count, reach: this.reach(this.spread(1)) };
  }

  // The ratio of the means, with the first-order error of a ratio of paired means.
  get ratio() {
    const ratio = this.mean / (this.other / this.count), reach = this.reach(this.spread(ratio));
    return { mean: ratio, reach: reach === null ? null : (reach * this.count) / this.other };
  }
}
