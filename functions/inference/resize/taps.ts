/** Which old samples each new one is made of, and how much of each. */

/** `points` indices and weights for every new sample. */
export interface Taps {
  readonly points: number;
  readonly indices: Int32Array;
  readonly weights: Int32Array;
}

/** Sides of pictures differ little, so few pairs of sides are ever asked for. */
const MAX_REMEMBERED = 256;

/** Remembers what a function gives for each pair of sides. */
export function remembering(compute: (from: number, to: number) => Taps): (from: number, to: number) => Taps {
  const known = new Map<string, Taps>();
  return (from, to) => {
    const key = `${from}>${to}`;
    let taps = known.get(key);
    if (!taps) {
      if (known.size >= MAX_REMEMBERED) known.clear();
      taps = compute(from, to);
      known.set(key, taps);
    }
    return taps;
  };
}
