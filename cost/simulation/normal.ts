/**
 * P(Z > z) of the standard normal distribution, to about seven significant digits in both tails:
 * erfc by its Chebyshev fit (Numerical Recipes, 2nd edition, section 6.2, relative error below 1.2e-7).
 */
export function normalAbove(z: number): number {
  if (!Number.isFinite(z)) {
    return z > 0 ? 0 : 1;
  }
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + x / 2);
  let series = 0;
  for (let index = TERMS.length - 1; index >= 0; index -= 1) {
    series = series * t + (TERMS[index] as number);
  }
  const half = (t * Math.exp(-x * x + series)) / 2;
  return z >= 0 ? half : 1 - half;
}

const TERMS = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587,
  -0.82215223, 0.17087277,
];

/** The z below which this share of the standard normal distribution lies, by bisection of `normalAbove`. */
export function normalQuantile(share: number): number {
  let low = -9;
  let high = 9;
  for (let step = 0; step < 45; step += 1) {
    const middle = (low + high) / 2;
    if (normalAbove(middle) > 1 - share) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return (low + high) / 2;
}
