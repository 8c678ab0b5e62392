/**
 * The inverse DCTs that give four by four or two by two samples of a block, as libjpeg-turbo's SSE2 code does them: also
 * beyond the range of samples.
 *
 * After jidctred-sse2.asm of libjpeg-turbo (zlib licence), copyright (C) 1999-2006 MIYASAKA Masaru, 2009 Pierre Ossman for
 * Cendio AB, 2009, 2016 D. R. Commander, 2018 Matthias Räncker.
 */
#define JPEG_INTERNALS
#include <stdint.h>
#include "jinclude.h"
#include "jpeglib.h"
#include "jdct.h"
#include "jsimddct.h"
#include "wide.h"

#define F_0_211 1730
#define F_0_509 4176
#define F_0_601 4926
#define F_0_720 5906
#define F_0_765 6270
#define F_0_850 6967
#define F_0_899 7373
#define F_1_061 8697
#define F_1_272 10426
#define F_1_451 11893
#define F_1_847 15137
#define F_2_172 17799
#define F_2_562 20995
#define F_3_624 29692

GLOBAL(int) jsimd_can_idct_4x4(void) { return 1; }
GLOBAL(int) jsimd_can_idct_2x2(void) { return 1; }

/** Eight transforms at once, one a lane, from eight samples to four; the fifth sample does not count. */
static inline __attribute__((always_inline)) void transform(v128_t v[8], int bits) {
  Wide in13 = pair(v[1], v[3]), in57 = pair(v[5], v[7]);
  Wide tmp2 = add(dot(in57, PAIR(-F_0_601, -F_0_509)), dot(in13, PAIR(F_2_562, F_0_899)));
  Wide tmp0 = add(dot(in57, PAIR(F_1_451, -F_0_211)), dot(in13, PAIR(F_1_061, -F_2_172)));
  Wide first = scale_up(v[0], CONST_BITS + 1);
  Wide even = dot(pair(v[2], v[6]), PAIR(F_1_847, -F_0_765));
  Wide tmp10 = add(first, even), tmp12 = subtract(first, even);
  v[0] = descale(add(tmp10, tmp2), bits);
  v[3] = descale(subtract(tmp10, tmp2), bits);
  v[1] = descale(add(tmp12, tmp0), bits);
  v[2] = descale(subtract(tmp12, tmp0), bits);
  v[4] = v[5] = v[6] = v[7] = wasm_i16x8_splat(0);
}

GLOBAL(void)
jsimd_idct_4x4(j_decompress_ptr cinfo, jpeg_component_info *compptr, JCOEFPTR coefficients,
               JSAMPARRAY output, JDIMENSION column) {
  v128_t v[8], others = wasm_i16x8_splat(0);
  for (int row = 1; row < 8; row++) {
    if (row != 4) others = wasm_v128_or(others, wasm_v128_load(coefficients + 8 * row));
  }
  load_dequantised(v, coefficients, compptr->dct_table);
  if (wasm_v128_any_true(others)) {
    transform(v, CONST_BITS - PASS1_BITS + 1);
    transpose(v);
  } else {
    spread_first_row(v);
  }
  transform(v, CONST_BITS + PASS1_BITS + 3 + 1);
  transpose(v);
  for (int row = 0; row < 4; row++) {
    v128_t samples = wasm_i8x16_add(wasm_i8x16_narrow_i16x8(v[row], v[row]), wasm_i8x16_splat(-128));
    wasm_v128_store32_lane(output[row] + column, samples, 0);
  }
}

static inline JSAMPLE sample_of(uint32_t sum) {
  int bits = CONST_BITS + PASS1_BITS + 3 + 2;
  int value = (int32_t)(sum + (1u << (bits - 1))) >> bits;
  return (JSAMPLE)((value < -128 ? -128 : value > 127 ? 127 : value) + 128);
}

/** A row of the first pass: its first column has 32 bits still. */
static inline void transform_row(Wide row, JSAMPLE *output) {
  int bits = CONST_BITS - PASS1_BITS + 2;
  v128_t half = wasm_i32x4_splat(1 << (bits - 1));
  v128_t low = wasm_i32x4_shr(wasm_i32x4_add(row.low, half), bits);
  v128_t high = wasm_i32x4_shr(wasm_i32x4_add(row.high, half), bits);
  v128_t factors = wasm_i16x8_const(0, F_3_624, 0, -F_1_272, 0, F_0_850, 0, -F_0_720);
  v128_t products = wasm_i32x4_dot_i16x8(wasm_i16x8_narrow_i32x4(low, high), factors);
  uint32_t odd = (uint32_t)wasm_i32x4_extract_lane(products, 0) + (uint32_t)wasm_i32x4_extract_lane(products, 1) +
                 (uint32_t)wasm_i32x4_extract_lane(products, 2) + (uint32_t)wasm_i32x4_extract_lane(products, 3);
  uint32_t even = (uint32_t)wasm_i32x4_extract_lane(low, 0) << (CONST_BITS + 2);
  output[0] = sample_of(even + odd);
  output[1] = sample_of(even - odd);
}

GLOBAL(void)
jsimd_idct_2x2(j_decompress_ptr cinfo, jpeg_component_info *compptr, JCOEFPTR coefficients,
               JSAMPARRAY output, JDIMENSION column) {
  v128_t v[8];
  load_dequantised(v, coefficients, compptr->dct_table);
  Wide odd = add(dot(pair(v[1], v[3]), PAIR(F_3_624, -F_1_272)), dot(pair(v[5], v[7]), PAIR(F_0_850, -F_0_720)));
  Wide even = scale_up(v[0], CONST_BITS + 2);
  transform_row(add(even, odd), output[0] + column);
  transform_row(subtract(even, odd), output[1] + column);
}
