/**
 * The inverse DCT that libjpeg-turbo calls "islow", in 16 bits as its SSE2 code does it: also beyond the range of samples.
 *
 * After jidctint-sse2.asm of libjpeg-turbo (zlib licence), copyright (C) 1999-2006 MIYASAKA Masaru, 2009 Pierre Ossman for
 * Cendio AB, 2009, 2016, 2020 D. R. Commander, 2018 Matthias Räncker.
 */
#define JPEG_INTERNALS
#include "jinclude.h"
#include "jpeglib.h"
#include "jdct.h"
#include "jsimddct.h"
#include "wide.h"

/* Constants of the algorithm (Loeffler, Ligtenberg and Moschytz), times 2^13. */
#define F_0_298 2446
#define F_0_390 3196
#define F_0_541 4433
#define F_0_765 6270
#define F_0_899 7373
#define F_1_175 9633
#define F_1_501 12299
#define F_1_847 15137
#define F_1_961 16069
#define F_2_053 16819
#define F_2_562 20995
#define F_3_072 25172

/** Eight transforms at once, one a lane; the result is 2^bits times smaller. */
static inline __attribute__((always_inline)) void transform(v128_t v[8], int bits) {
  Wide even = pair(v[2], v[6]);
  Wide tmp3 = dot(even, PAIR(F_0_541 + F_0_765, F_0_541));
  Wide tmp2 = dot(even, PAIR(F_0_541, F_0_541 - F_1_847));
  Wide tmp0 = scale_up(wasm_i16x8_add(v[0], v[4]), CONST_BITS);
  Wide tmp1 = scale_up(wasm_i16x8_sub(v[0], v[4]), CONST_BITS);
  Wide tmp10 = add(tmp0, tmp3), tmp13 = subtract(tmp0, tmp3);
  Wide tmp11 = add(tmp1, tmp2), tmp12 = subtract(tmp1, tmp2);

  Wide z34 = pair(wasm_i16x8_add(v[3], v[7]), wasm_i16x8_add(v[1], v[5]));
  Wide z3 = dot(z34, PAIR(F_1_175 - F_1_961, F_1_175));
  Wide z4 = dot(z34, PAIR(F_1_175, F_1_175 - F_0_390));
  Wide in71 = pair(v[7], v[1]), in53 = pair(v[5], v[3]);
  Wide odd0 = add(dot(in71, PAIR(F_0_298 - F_0_899, -F_0_899)), z3);
  Wide odd3 = add(dot(in71, PAIR(-F_0_899, F_1_501 - F_0_899)), z4);
  Wide odd1 = add(dot(in53, PAIR(F_2_053 - F_2_562, -F_2_562)), z4);
  Wide odd2 = add(dot(in53, PAIR(-F_2_562, F_3_072 - F_2_562)), z3);

  v[0] = descale(add(tmp10, odd3), bits);
  v[7] = descale(subtract(tmp10, odd3), bits);
  v[1] = descale(add(tmp11, odd2), bits);
  v[6] = descale(subtract(tmp11, odd2), bits);
  v[2] = descale(add(tmp12, odd1), bits);
  v[5] = descale(subtract(tmp12, odd1), bits);
  v[3] = descale(add(tmp13, odd0), bits);
  v[4] = descale(subtract(tmp13, odd0), bits);
}

GLOBAL(int) jsimd_can_idct_islow(void) { return 1; }

GLOBAL(void)
jsimd_idct_islow(j_decompress_ptr cinfo, jpeg_component_info *compptr, JCOEFPTR coefficients,
                 JSAMPARRAY output, JDIMENSION column) {
  (void)cinfo;
  v128_t v[8], others = wasm_i16x8_splat(0);
  for (int row = 1; row < 8; row++) others = wasm_v128_or(others, wasm_v128_load(coefficients + 8 * row));
  load_dequantised(v, coefficients, compptr->dct_table);
  if (wasm_v128_any_true(others)) {
    transform(v, CONST_BITS - PASS1_BITS);
    transpose(v);
  } else {
    spread_first_row(v);
  }
  transform(v, CONST_BITS + PASS1_BITS + 3);
  transpose(v);
  for (int row = 0; row < 8; row += 2) {
    v128_t samples = wasm_i8x16_add(wasm_i8x16_narrow_i16x8(v[row], v[row + 1]), wasm_i8x16_splat(-128));
    wasm_v128_store64_lane(output[row] + column, samples, 0);
    wasm_v128_store64_lane(output[row + 1] + column, samples, 1);
  }
}
