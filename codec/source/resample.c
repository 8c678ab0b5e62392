/** Pillow's weighted sums of neighbours. Weights have 22 fractional bits, in halves of 11, so vectors multiply them exactly. */
#include <stdint.h>
#include <wasm_simd128.h>
#include "arena.h"

#define SHIFT 22
#define HALF 11
#define EXPORT(name) __attribute__((export_name(#name)))

/** The weights of two neighbours in the table: their upper halves, then their lower ones. */
typedef struct {
  int16_t upper[2], lower[2];
} Pair;

static inline v128_t upper(const Pair *pair) { return wasm_v128_load32_splat(pair->upper); }
static inline v128_t lower(const Pair *pair) { return wasm_v128_load32_splat(pair->lower); }

static inline void add(v128_t *sum, v128_t samples, v128_t weights) {
  *sum = wasm_i32x4_add(*sum, wasm_i32x4_dot_i16x8(samples, weights));
}

static inline v128_t rounded(v128_t uppers, v128_t lowers) {
  v128_t sum = wasm_i32x4_add(wasm_i32x4_shl(uppers, HALF), lowers);
  return wasm_i32x4_shr(wasm_i32x4_add(sum, wasm_i32x4_splat(1 << (SHIFT - 1))), SHIFT);
}

/** Makes row `row` of the result from `points` rows of `stride` bytes, beginning with row `starts[row]`. */
EXPORT(resample_rows)
uint8_t *resample_rows(const uint8_t *pixels, int stride, int rows, int points, const int32_t *starts,
                       const Pair *pairs) {
  uint8_t *result = allocate((size_t)stride * rows);
  for (int row = 0; row < rows; row++, pairs += (points + 3) / 4 * 2) {
    const uint8_t *from = pixels + (size_t)stride * starts[row];
    uint8_t *to = result + (size_t)stride * row;
    for (int at = 0; at < stride; at += 16) {
      v128_t uppers[4] = {0}, lowers[4] = {0};
      const uint8_t *one = from + at;
      for (int point = 0; point < points; point += 2, one += 2 * (size_t)stride) {
        // An odd number of weights is followed by a zero, so any row can stand in for the missing one.
        const uint8_t *two = point + 1 < points ? one + stride : one;
        v128_t p = wasm_v128_load(one), q = wasm_v128_load(two);
        v128_t first = wasm_i8x16_shuffle(p, q, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        v128_t last = wasm_i8x16_shuffle(p, q, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t samples[] = {wasm_u16x8_extend_low_u8x16(first), wasm_u16x8_extend_high_u8x16(first),
                                  wasm_u16x8_extend_low_u8x16(last), wasm_u16x8_extend_high_u8x16(last)};
        for (int part = 0; part < 4; part++) {
          add(&uppers[part], samples[part], upper(pairs + point / 2));
          add(&lowers[part], samples[part], lower(pairs + point / 2));
        }
      }
      v128_t first = wasm_i16x8_narrow_i32x4(rounded(uppers[0], lowers[0]), rounded(uppers[1], lowers[1]));
      v128_t last = wasm_i16x8_narrow_i32x4(rounded(uppers[2], lowers[2]), rounded(uppers[3], lowers[3]));
      wasm_v128_store(to + at, wasm_u8x16_narrow_i16x8(first, last));
    }
  }
  return result;
}

/** Makes pixel `column` of each row of `to` from `points` of the `width` pixels of a row, beginning with pixel `starts[column]`. */
EXPORT(resample_columns)
void resample_columns(const uint8_t *pixels, int width, int rows, uint8_t *to, int columns, int points,
                      const int32_t *starts, const Pair *pairs) {
  // These put red, green and blue of two pixels side by side, each in two bytes.
  const v128_t front = wasm_i8x16_const(0, -1, 3, -1, 1, -1, 4, -1, 2, -1, 5, -1, -1, -1, -1, -1);
  const v128_t back = wasm_i8x16_const(6, -1, 9, -1, 7, -1, 10, -1, 8, -1, 11, -1, -1, -1, -1, -1);
  const int stride = (points + 3) / 4 * 2;
  for (int row = 0; row < rows; row++, pixels += 3 * (size_t)width) {
    const Pair *pair = pairs;
    for (int column = 0; column < columns; column++, to += 3) {
      const uint8_t *from = pixels + 3 * starts[column];
      v128_t uppers = wasm_i32x4_const_splat(0), lowers = uppers;
      for (const Pair *end = pair + stride; pair < end; pair += 2, from += 12) {
        v128_t four = wasm_v128_load(from);
        v128_t first = wasm_i8x16_swizzle(four, front), last = wasm_i8x16_swizzle(four, back);
        add(&uppers, first, upper(pair));
        add(&lowers, first, lower(pair));
        add(&uppers, last, upper(pair + 1));
        add(&lowers, last, lower(pair + 1));
      }
      v128_t sums = rounded(uppers, lowers);
      v128_t bytes = wasm_u8x16_narrow_i16x8(wasm_i16x8_narrow_i32x4(sums, sums), sums);
      // The fourth byte belongs to the next pixel, which is written afterwards.
      wasm_v128_store32_lane(to, bytes, 0);
    }
  }
}
