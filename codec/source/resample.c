/** Pillow's weighted sums of neighbours. Weights have 22 fractional bits, in halves of 11, so vectors multiply them exactly. */
#include <stdint.h>
#include <wasm_simd128.h>
#include "arena.h"

#define SHIFT 22
#define HALF 11
/** Bytes of the lower or upper halves in turns. */
#define LOWER_BYTES(p, q) wasm_i8x16_shuffle(p, q, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define UPPER_BYTES(p, q) wasm_i8x16_shuffle(p, q, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
#define UNROLLED _Pragma("unroll")
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

/** Makes row `row` of `to` from `points` rows of `stride` bytes, beginning with row `starts[row]`. */
static void blend(const uint8_t *pixels, int stride, int rows, uint8_t *to, int points, const int32_t *starts,
                  const Pair *pairs) {
  for (int row = 0; row < rows; row++, to += stride, pairs += (points + 3) / 4 * 2) {
    const uint8_t *from = pixels + (size_t)stride * starts[row];
    for (int at = 0; at < stride; at += 16) {
      v128_t uppers[4] = {0}, lowers[4] = {0};
      const uint8_t *one = from + at;
      for (int point = 0; point < points; point += 2, one += 2 * (size_t)stride) {
        // An odd number of weights is followed by a zero, so any row can stand in for the missing one.
        const uint8_t *two = point + 1 < points ? one + stride : one;
        v128_t p = wasm_v128_load(one), q = wasm_v128_load(two);
        v128_t first = LOWER_BYTES(p, q), last = UPPER_BYTES(p, q);
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
}

/** Makes `rows` rows of `stride` bytes. */
EXPORT(resample_rows)
uint8_t *resample_rows(const uint8_t *pixels, int stride, int rows, int points, const int32_t *starts,
                       const Pair *pairs) {
  uint8_t *result = allocate((size_t)stride * rows);
  blend(pixels, stride, rows, result, points, starts, pairs);
  return result;
}

/**
 * Makes `columns` pixels with seven fractional bits, each from the two pixels at its two `offsets` in bytes, by weights of 11 bits, as
 * OpenCV's `resize` does by `INTER_LINEAR`. Reads a byte after each pixel, and writes a number after the last.
 */
EXPORT(interpolate_columns)
void interpolate_columns(const uint8_t *pixels, const int32_t *offsets, const Pair *pairs, int columns, int16_t *to) {
  for (int column = 0; column < columns; column++, offsets += 2, pairs += 2, to += 3) {
    v128_t one = wasm_v128_load32_zero(pixels + offsets[0]), two = wasm_v128_load32_zero(pixels + offsets[1]);
    v128_t samples = wasm_u16x8_extend_low_u8x16(LOWER_BYTES(one, two));
    v128_t sums = wasm_i32x4_shr(wasm_i32x4_dot_i16x8(samples, upper(pairs)), 4);
    wasm_v128_store64_lane(to, wasm_i16x8_narrow_i32x4(sums, sums), 0);
  }
}

/** Makes `length` bytes from two such rows, by weights of 11 bits. */
EXPORT(interpolate_rows)
void interpolate_rows(const int16_t *restrict upper, const int16_t *restrict lower, int length, int one, int two,
                      uint8_t *restrict to) {
  for (int at = 0; at < length; at++) to[at] = ((one * upper[at] >> 16) + (two * lower[at] >> 16) + 2) >> 2;
}

/**
 * Makes byte `row` of row `column` of `to` from byte `column` of row `row` of `from`. Reads and writes up to 15 bytes after each
 * row, so a next row of `to` must be written later than this one.
 */
static void transpose(const uint8_t *from, int stride, int rows, int columns, uint8_t *to, int width) {
  // From right to left, because the bytes after a row of `to` are the first ones of the next row.
  for (int left = (rows - 1) & ~15; left >= 0; left -= 16) {
    for (int top = 0; top < columns; top += 16) {
      v128_t lines[16];
      UNROLLED for (int line = 0; line < 16; line++) {
        int row = left + line < rows ? left + line : rows - 1;
        lines[line] = wasm_v128_load(from + (size_t)stride * row + top);
      }
      // Each time, the numbers of line and byte, of four bits each, are rotated by one bit as if they were one number.
      UNROLLED for (int bit = 0; bit < 4; bit++) {
        v128_t rotated[16];
        UNROLLED for (int line = 0; line < 8; line++) {
          rotated[2 * line] = LOWER_BYTES(lines[line], lines[line + 8]);
          rotated[2 * line + 1] = UPPER_BYTES(lines[line], lines[line + 8]);
        }
        UNROLLED for (int line = 0; line < 16; line++) lines[line] = rotated[line];
      }
      UNROLLED for (int line = 0; line < 16; line++)
        if (top + line < columns) wasm_v128_store(to + (size_t)width * (top + line) + left, lines[line]);
    }
  }
}

/** Makes pixel `column` of each row of `to` from `points` of the `width` pixels of a row, beginning with pixel `starts[column]`. */
EXPORT(resample_columns)
void resample_columns(const uint8_t *pixels, int width, int rows, uint8_t *to, int columns, int points,
                      const int32_t *starts, const Pair *pairs) {
  const int stride = 3 * width, result = 3 * columns;
  uint8_t *turned = allocate(16 * (size_t)stride), *blended = allocate(16 * (size_t)result);
  for (int row = 0; row < rows; row += 16) {
    int count = rows - row < 16 ? rows - row : 16;
    transpose(pixels + (size_t)stride * row, stride, count, stride, turned, 16);
    // A pixel of 16 rows is now a row of 48 bytes.
    blend(turned, 48, columns, blended, points, starts, pairs);
    transpose(blended, 16, result, count, to + (size_t)result * row, result);
  }
  release(turned);
}
