/**
 * The inverse DCTs that give four by four or two by two samples of a block, as libjpeg-turbo's SSE2 code does them: also
 * beyond the range of samples.
 *
 * After jidctred-sse2.asm of libjpeg-turbo (zlib licence), copyright (C) 1999-2006 MIYASAKA Masaru, 2009 Pierre Ossman for
 * Cendio AB, 2009, 2016 D. R. Commander, 2018 Matthias Räncker.
 */
#include "simd/powerpc/jsimd_altivec.h"

/** Constants of the algorithm are times 2^13; the first pass leaves 2 bits behind the point. */
#define CONST_BITS 13
#define PASS1_BITS 2

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

/** Eight lanes of 32 bits. */
typedef int Wide __attribute__((vector_size(32)));

static inline Ints low(Wide a) { return __builtin_shufflevector(a, a, 0, 1, 2, 3); }
static inline Ints high(Wide a) { return __builtin_shufflevector(a, a, 4, 5, 6, 7); }
static inline Wide scale_up(Shorts a, int bits) { return __builtin_convertvector(a, Wide) << bits; }
static inline Wide scale_down(Wide a, int bits) { return (a + (1 << (bits - 1))) >> bits; }
static inline Shorts narrow(Wide a) { return vec_pack(low(a), high(a)); }

static inline Wide weigh(Shorts a, short p, Shorts b, short q) {
  Shorts factors = {__4X2(p, q)};
  Ints first = vec_msums(vec_mergeh(a, b), factors, 0), second = vec_msums(vec_mergel(a, b), factors, 0);
  return __builtin_shufflevector(first, second, 0, 1, 2, 3, 4, 5, 6, 7);
}

/** Eight transforms at once, one a lane, from eight samples to four; the fifth sample does not count. */
static inline void transform(Shorts v[8], int bits) {
  Wide odd03 = weigh(v[1], F_2_562, v[3], F_0_899) + weigh(v[5], -F_0_601, v[7], -F_0_509);
  Wide odd12 = weigh(v[1], F_1_061, v[3], -F_2_172) + weigh(v[5], F_1_451, v[7], -F_0_211);
  Wide first = scale_up(v[0], CONST_BITS + 1), even = weigh(v[2], F_1_847, v[6], -F_0_765);
  v[0] = narrow(scale_down(first + even + odd03, bits));
  v[1] = narrow(scale_down(first - even + odd12, bits));
  v[2] = narrow(scale_down(first - even - odd12, bits));
  v[3] = narrow(scale_down(first + even - odd03, bits));
}

/** Four rows to eight columns, of which the first four lanes count. */
static inline void transpose(Shorts v[8]) {
  Shorts a = vec_mergeh(v[0], v[2]), b = vec_mergeh(v[1], v[3]);
  Shorts c = vec_mergel(v[0], v[2]), d = vec_mergel(v[1], v[3]);
  v[0] = vec_mergeh(a, b), v[2] = vec_mergel(a, b), v[4] = vec_mergeh(c, d), v[6] = vec_mergel(c, d);
  for (int at = 0; at < 8; at += 2) v[at + 1] = __builtin_shufflevector(v[at], v[at], 4, 5, 6, 7, 4, 5, 6, 7);
}

/** Coefficients, of 16 bits as products, too. */
static inline void dequantise(Shorts v[8], const Shorts *coefficients, const Shorts *factors) {
  for (int row = 0; row < 8; row++) v[row] = coefficients[row] * factors[row];
}

GLOBAL(int) jsimd_can_idct_4x4(void) { return 1; }

GLOBAL(void)
jsimd_idct_4x4(j_decompress_ptr cinfo, jpeg_component_info *compptr, JCOEFPTR coefficients, JSAMPARRAY output,
               JDIMENSION column) {
  const Shorts *in = (const Shorts *)coefficients;
  Shorts v[8];
  dequantise(v, in, compptr->dct_table);
  if (wasm_v128_any_true(in[1] | in[2] | in[3] | in[5] | in[6] | in[7])) {
    transform(v, CONST_BITS - PASS1_BITS + 1);
    transpose(v);
  } else {
    Shorts first = v[0] << PASS1_BITS;
    for (int at = 0; at < 8; at++) v[at] = (Shorts){__8X(first[at])};
  }
  transform(v, CONST_BITS + PASS1_BITS + 3 + 1);
  transpose(v);
  Ints samples = (Ints)(vec_packs(v[0], v[2]) + (Bytes){__16X(CENTERJSAMPLE)});
  for (int row = 0; row < 4; row++) *(int *)(output[row] + column) = samples[row];
}

GLOBAL(int) jsimd_can_idct_2x2(void) { return 1; }

GLOBAL(void)
jsimd_idct_2x2(j_decompress_ptr cinfo, jpeg_component_info *compptr, JCOEFPTR coefficients, JSAMPARRAY output,
               JDIMENSION column) {
  Shorts v[8], factors = {0, F_3_624, 0, -F_1_272, 0, F_0_850, 0, -F_0_720};
  dequantise(v, (const Shorts *)coefficients, compptr->dct_table);
  Wide even = scale_up(v[0], CONST_BITS + 2);
  Wide odd = weigh(v[1], F_3_624, v[3], -F_1_272) + weigh(v[5], F_0_850, v[7], -F_0_720);
  Wide upper = scale_down(even + odd, CONST_BITS - PASS1_BITS + 2);
  Wide lower = scale_down(even - odd, CONST_BITS - PASS1_BITS + 2);
  // The first column has 32 bits still.
  Ints firsts = __builtin_shufflevector(low(upper), low(lower), 0, 0, 4, 4) << (CONST_BITS + 2);
  Ints p = vec_msums(narrow(upper), factors, 0), q = vec_msums(narrow(lower), factors, 0);
  Ints halves = __builtin_shufflevector(p, q, 0, 1, 4, 5) + __builtin_shufflevector(p, q, 2, 3, 6, 7);
  Ints others = halves + __builtin_shufflevector(halves, halves, 1, 0, 3, 2);
  int bits = CONST_BITS + PASS1_BITS + 3 + 2;
  Ints sums = (firsts + others * (Ints){1, -1, 1, -1} + (1 << (bits - 1))) >> bits;
  Shorts samples = (Shorts)(vec_packs(vec_pack(sums, sums), (Shorts){0}) + (Bytes){__16X(CENTERJSAMPLE)});
  for (int row = 0; row < 2; row++) *(short *)(output[row] + column) = samples[row];
}
