/** Numbers in [0, 1), the same sequence for the same seed. */
export type Random = () => number;

/**
 * The sfc32 generator: 128 bits of state, passes PractRand, and is fast enough that drawing is not
 * what a simulation spends its time on. (C. Doty-Humphrey, PractRand 0.93.)
 */
export function seeded(seed: number): Random {
  let a = 0x9e3779b9;
  let b = 0x243f6a88;
  let c = seed | 0;
  let counter = 1;
  const next = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4294967296;
  };
  for (let warmUp = 0; warmUp < 12; warmUp += 1) {
    next();
  }
  return next;
}

/** An exponentially distributed number with the given mean. */
export function exponential(random: Random, mean: number): number {
  return -Math.log(1 - random()) * mean;
}
