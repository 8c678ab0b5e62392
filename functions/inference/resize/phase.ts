/** What libvips' enlarging and reducing share: 64 phases between two samples, weights of 12 bits, rounded sums. */
export const PHASES = 64;
export const SHIFT = 12;
export const ROUND = 1 << (SHIFT - 1);

/** The phase, 0 to 64, of a position behind the sample at `base`. */
export function phaseOf(position: number, base: number): number {
  return (Math.trunc((position - base) * 2 * PHASES) + 1) >> 1;
}
