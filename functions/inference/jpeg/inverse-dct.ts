/**
 * The inverse cosine transform of libjpeg's `islow` (Loeffler, Ligtenberg and Moschytz 1989, 13-bit fixed point):
 * to the bit what libvips computes, because the members were trained on its pixels. `Math.imul` says that 32 bits are
 * enough and spares V8 the checks of `*`.
 */

/** Beyond this, implementations with 16-bit arithmetic disagree; no encoder produces it. */
const MAX_INTERMEDIATE = 8_191;
const FIRST_SHIFT = 11;
const SECOND_SHIFT = 18;

const workspace = new Int32Array(64);

/**
 * Transforms 64 dequantised coefficients in row order to samples 0 to 255.
 *
 * @param plane where the 8 × 8 samples go, from `offset`, with `stride` samples per row
 * @returns false when the numbers are beyond what encoders produce
 */
export function inverseDct(
  block: Int32Array,
  plane: Uint8ClampedArray,
  offset: number,
  stride: number,
): boolean {
  for (let column = 0; column < 8; column++) transform(block, column, 8, workspace, FIRST_SHIFT);
  for (let index = 0; index < 64; index++) {
    const value = workspace[index] as number;
    if (value > MAX_INTERMEDIATE || value < -MAX_INTERMEDIATE) return false;
  }
  for (let row = 0; row < 8; row++) {
    transform(workspace, 8 * row, 1, workspace, SECOND_SHIFT);
    for (let column = 0; column < 8; column++) {
      plane[offset + row * stride + column] = (workspace[8 * row + column] as number) + 128;
    }
  }
  return true;
}

/** One dimension: eight values, `step` apart from `start`; reads all of them before it writes. */
function transform(from: Int32Array, start: number, step: number, to: Int32Array, shift: number): void {
  const v0 = from[start] as number;
  const v1 = from[start + step] as number;
  const v2 = from[start + 2 * step] as number;
  const v3 = from[start + 3 * step] as number;
  const v4 = from[start + 4 * step] as number;
  const v5 = from[start + 5 * step] as number;
  const v6 = from[start + 6 * step] as number;
  const v7 = from[start + 7 * step] as number;

  const z1 = Math.imul(v2 + v6, 4_433);
  const even2 = z1 - Math.imul(v6, 15_137);
  const even3 = z1 + Math.imul(v2, 6_270);
  const even0 = Math.imul(v0 + v4, 8_192);
  const even1 = Math.imul(v0 - v4, 8_192);
  const round = 1 << (shift - 1);
  const sum0 = even0 + even3 + round;
  const sum3 = even0 - even3 + round;
  const sum1 = even1 + even2 + round;
  const sum2 = even1 - even2 + round;

  const z5 = Math.imul(v7 + v3 + v5 + v1, 9_633);
  const a = Math.imul(v7 + v1, -7_373);
  const b = Math.imul(v5 + v3, -20_995);
  const c = Math.imul(v7 + v3, -16_069) + z5;
  const d = Math.imul(v5 + v1, -3_196) + z5;
  const odd0 = Math.imul(v7, 2_446) + a + c;
  const odd1 = Math.imul(v5, 16_819) + b + d;
  const odd2 = Math.imul(v3, 25_172) + b + c;
  const odd3 = Math.imul(v1, 12_299) + a + d;

  to[start] = (sum0 + odd3) >> shift;
  to[start + 7 * step] = (sum0 - odd3) >> shift;
  to[start + step] = (sum1 + odd2) >> shift;
  to[start + 6 * step] = (sum1 - odd2) >> shift;
  to[start + 2 * step] = (sum2 + odd1) >> shift;
  to[start + 5 * step] = (sum2 - odd1) >> shift;
  to[start + 3 * step] = (sum3 + odd0) >> shift;
  to[start + 4 * step] = (sum3 - odd0) >> shift;
}
