/** Weighted sums over neighbours, 12 bits behind the point: the tables of taps come from outside. */
#include <stdint.h>
#include <wasm_simd128.h>
#include "arena.h"

#define SHIFT 12
#define EXPORT(name) __attribute__((export_name(#name)))

/** Weights of a sample, in the table: a multiple of four, the last of them zero. */
static inline int padded(int points) { return (points + 3) & ~3; }

static inline v128_t rounding(void) { return wasm_i32x4_splat(1 << (SHIFT - 1)); }

static inline v128_t shifted(v128_t low, v128_t high) {
  return wasm_i16x8_narrow_i32x4(wasm_i32x4_shr(low, SHIFT), wasm_i32x4_shr(high, SHIFT));
}

/** Fewer rows of bytes: sample `row` is made of `points` rows from `starts[row]` on. */
EXPORT(reduce_rows)
uint8_t *reduce_rows(const uint8_t *pixels, int stride, int rows, int points, const int32_t *starts,
                     const int16_t *weights) {
  uint8_t *result = allocate((size_t)stride * rows);
  for (int row = 0; row < rows; row++, weights += padded(points)) {
    const uint8_t *from = pixels + (size_t)stride * starts[row];
    uint8_t *to = result + (size_t)stride * row;
    for (int at = 0; at < stride; at += 16) {
      v128_t a = rounding(), b = a, c = a, d = a;
      const uint8_t *one = from + at;
      for (int tap = 0; tap < points; tap += 2, one += 2 * stride) {
        // The weight behind the last one is zero, whatever it is multiplied with.
        const uint8_t *two = tap + 1 < points ? one + stride : one;
        v128_t weight = wasm_v128_load32_splat(weights + tap);
        v128_t p = wasm_v128_load(one), q = wasm_v128_load(two);
        v128_t low = wasm_i8x16_shuffle(p, q, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        v128_t high = wasm_i8x16_shuffle(p, q, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        a = wasm_i32x4_add(a, wasm_i32x4_dot_i16x8(wasm_u16x8_extend_low_u8x16(low), weight));
        b = wasm_i32x4_add(b, wasm_i32x4_dot_i16x8(wasm_u16x8_extend_high_u8x16(low), weight));
        c = wasm_i32x4_add(c, wasm_i32x4_dot_i16x8(wasm_u16x8_extend_low_u8x16(high), weight));
        d = wasm_i32x4_add(d, wasm_i32x4_dot_i16x8(wasm_u16x8_extend_high_u8x16(high), weight));
      }
      wasm_v128_store(to + at, wasm_u8x16_narrow_i16x8(shifted(a, b), shifted(c, d)));
    }
  }
  return result;
}

/** The sums of red, green and blue of a pixel. */
static inline v128_t sum_pixels(const uint8_t *from, const int16_t *weights, int points) {
  const v128_t first = wasm_i8x16_const(0, -1, 3, -1, 1, -1, 4, -1, 2, -1, 5, -1, -1, -1, -1, -1);
  const v128_t second = wasm_i8x16_const(6, -1, 9, -1, 7, -1, 10, -1, 8, -1, 11, -1, -1, -1, -1, -1);
  v128_t sum = rounding();
  for (int tap = 0; tap < points; tap += 4) {
    v128_t four = wasm_v128_load(from + 3 * tap);
    v128_t one = wasm_v128_load32_splat(weights + tap), two = wasm_v128_load32_splat(weights + tap + 2);
    sum = wasm_i32x4_add(sum, wasm_i32x4_dot_i16x8(wasm_i8x16_swizzle(four, first), one));
    sum = wasm_i32x4_add(sum, wasm_i32x4_dot_i16x8(wasm_i8x16_swizzle(four, second), two));
  }
  return sum;
}

/** Fewer columns of three bytes each. */
EXPORT(reduce_columns)
uint8_t *reduce_columns(const uint8_t *pixels, int width, int height, int columns, int points,
                        const int32_t *starts, const int16_t *weights) {
  uint8_t *result = allocate((size_t)3 * columns * height);
  uint8_t *to = result;
  for (int row = 0; row < height; row++, pixels += 3 * width) {
    const int16_t *weight = weights;
    for (int column = 0; column < columns; column++, to += 3, weight += padded(points)) {
      v128_t sum = sum_pixels(pixels + 3 * starts[column], weight, points);
      v128_t narrow = shifted(sum, sum);
      wasm_v128_store32_lane(to, wasm_u8x16_narrow_i16x8(narrow, narrow), 0);
    }
  }
  return result;
}

/** More columns of three bytes each; the sums are not limited yet. */
EXPORT(enlarge_columns)
int16_t *enlarge_columns(const uint8_t *pixels, int width, int height, int columns, int points,
                         const int32_t *starts, const int16_t *weights) {
  int16_t *result = allocate((size_t)6 * columns * height);
  int16_t *to = result;
  for (int row = 0; row < height; row++, pixels += 3 * width) {
    const int16_t *weight = weights;
    for (int column = 0; column < columns; column++, to += 3, weight += padded(points)) {
      v128_t sum = sum_pixels(pixels + 3 * starts[column], weight, points);
      wasm_v128_store64_lane(to, shifted(sum, sum), 0);
    }
  }
  return result;
}

/** More rows of 16-bit samples. */
EXPORT(enlarge_rows)
uint8_t *enlarge_rows(const int16_t *samples, int stride, int rows, int points, const int32_t *starts,
                      const int16_t *weights) {
  uint8_t *result = allocate((size_t)stride * rows);
  for (int row = 0; row < rows; row++, weights += padded(points)) {
    const int16_t *from = samples + (size_t)stride * starts[row];
    uint8_t *to = result + (size_t)stride * row;
    for (int at = 0; at < stride; at += 8) {
      v128_t a = rounding(), b = a;
      const int16_t *one = from + at;
      for (int tap = 0; tap < points; tap += 2, one += 2 * stride) {
        const int16_t *two = tap + 1 < points ? one + stride : one;
        v128_t weight = wasm_v128_load32_splat(weights + tap);
        v128_t p = wasm_v128_load(one), q = wasm_v128_load(two);
        a = wasm_i32x4_add(a, wasm_i32x4_dot_i16x8(wasm_i16x8_shuffle(p, q, 0, 8, 1, 9, 2, 10, 3, 11), weight));
        b = wasm_i32x4_add(b, wasm_i32x4_dot_i16x8(wasm_i16x8_shuffle(p, q, 4, 12, 5, 13, 6, 14, 7, 15), weight));
      }
      v128_t narrow = shifted(a, b);
      wasm_v128_store64_lane(to + at, wasm_u8x16_narrow_i16x8(narrow, narrow), 0);
    }
  }
  return result;
}
