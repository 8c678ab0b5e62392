/** What the inverse DCTs share: eight lanes of 32 bits, and blocks of eight rows. */
#include <wasm_simd128.h>

/** Constants of the algorithm are times 2^13; the first pass leaves 2 bits behind the point. */
#define CONST_BITS 13
#define PASS1_BITS 2

typedef struct {
  v128_t low, high;
} Wide;

#define PAIR(a, b) wasm_i16x8_const(a, b, a, b, a, b, a, b)
#define LOW(a, b) wasm_i16x8_shuffle(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define HIGH(a, b) wasm_i16x8_shuffle(a, b, 4, 12, 5, 13, 6, 14, 7, 15)

static inline Wide dot(Wide pairs, v128_t factors) {
  return (Wide){wasm_i32x4_dot_i16x8(pairs.low, factors), wasm_i32x4_dot_i16x8(pairs.high, factors)};
}

static inline Wide pair(v128_t a, v128_t b) { return (Wide){LOW(a, b), HIGH(a, b)}; }

static inline Wide add(Wide a, Wide b) {
  return (Wide){wasm_i32x4_add(a.low, b.low), wasm_i32x4_add(a.high, b.high)};
}

static inline Wide subtract(Wide a, Wide b) {
  return (Wide){wasm_i32x4_sub(a.low, b.low), wasm_i32x4_sub(a.high, b.high)};
}

static inline Wide scale_up(v128_t a, int bits) {
  return (Wide){wasm_i32x4_shl(wasm_i32x4_extend_low_i16x8(a), bits),
                wasm_i32x4_shl(wasm_i32x4_extend_high_i16x8(a), bits)};
}

static inline v128_t descale(Wide a, int bits) {
  v128_t half = wasm_i32x4_splat(1 << (bits - 1));
  return wasm_i16x8_narrow_i32x4(wasm_i32x4_shr(wasm_i32x4_add(a.low, half), bits),
                                 wasm_i32x4_shr(wasm_i32x4_add(a.high, half), bits));
}

static inline __attribute__((always_inline)) void transpose(v128_t v[8]) {
  v128_t a = LOW(v[0], v[4]), b = HIGH(v[0], v[4]), c = LOW(v[2], v[6]), d = HIGH(v[2], v[6]);
  v128_t e = LOW(v[1], v[5]), f = HIGH(v[1], v[5]), g = LOW(v[3], v[7]), h = HIGH(v[3], v[7]);
  v128_t i = LOW(a, c), j = HIGH(a, c), k = LOW(b, d), l = HIGH(b, d);
  v128_t m = LOW(e, g), n = HIGH(e, g), o = LOW(f, h), p = HIGH(f, h);
  v[0] = LOW(i, m), v[1] = HIGH(i, m), v[2] = LOW(j, n), v[3] = HIGH(j, n);
  v[4] = LOW(k, o), v[5] = HIGH(k, o), v[6] = LOW(l, p), v[7] = HIGH(l, p);
}

/** A block's coefficients, of 16 bits as products, too. */
static inline __attribute__((always_inline)) void load_dequantised(v128_t v[8], const JCOEF *coefficients,
                                                                   const ISLOW_MULT_TYPE *quantisation) {
  for (int row = 0; row < 8; row++) {
    v[row] = wasm_i16x8_mul(wasm_v128_load(coefficients + 8 * row), wasm_v128_load(quantisation + 8 * row));
  }
}

/** The first pass, transposed, of a block whose columns are their first row all the way down. */
static inline __attribute__((always_inline)) void spread_first_row(v128_t v[8]) {
  v128_t first = wasm_i16x8_shl(v[0], PASS1_BITS);
  v[0] = wasm_i16x8_shuffle(first, first, 0, 0, 0, 0, 0, 0, 0, 0);
  v[1] = wasm_i16x8_shuffle(first, first, 1, 1, 1, 1, 1, 1, 1, 1);
  v[2] = wasm_i16x8_shuffle(first, first, 2, 2, 2, 2, 2, 2, 2, 2);
  v[3] = wasm_i16x8_shuffle(first, first, 3, 3, 3, 3, 3, 3, 3, 3);
  v[4] = wasm_i16x8_shuffle(first, first, 4, 4, 4, 4, 4, 4, 4, 4);
  v[5] = wasm_i16x8_shuffle(first, first, 5, 5, 5, 5, 5, 5, 5, 5);
  v[6] = wasm_i16x8_shuffle(first, first, 6, 6, 6, 6, 6, 6, 6, 6);
  v[7] = wasm_i16x8_shuffle(first, first, 7, 7, 7, 7, 7, 7, 7, 7);
}
