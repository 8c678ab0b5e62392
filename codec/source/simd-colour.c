/** What libjpeg-turbo does with whole rows in SIMD: stretching the colours, and making red, green and blue of them. */
#define JPEG_INTERNALS
#include <wasm_simd128.h>
#include "jinclude.h"
#include "jpeglib.h"
#include "jsimd.h"

/** Inputs of a step; each gives two outputs. */
#define STEP 8

GLOBAL(int) jsimd_can_h2v1_fancy_upsample(void) { return 1; }
GLOBAL(int) jsimd_can_h2v2_fancy_upsample(void) { return 1; }
GLOBAL(int) jsimd_can_ycc_rgb(void) { return 1; }

/** Doubles a row: three quarters of the nearer sample and one of the further; the outermost goes on beyond the edge. */
static void stretch_row(const JSAMPLE *in, JSAMPLE *out, int width) {
  int at = 0;
  v128_t before = wasm_i16x8_splat(in[0]);
  v128_t here = wasm_u16x8_load8x8(in);
  for (; at + STEP < width; at += STEP) {
    v128_t after = wasm_u16x8_load8x8(in + at + STEP);
    v128_t left = wasm_i16x8_shuffle(before, here, 7, 8, 9, 10, 11, 12, 13, 14);
    v128_t right = wasm_i16x8_shuffle(here, after, 1, 2, 3, 4, 5, 6, 7, 8);
    v128_t thrice = wasm_i16x8_mul(here, wasm_i16x8_splat(3));
    v128_t even = wasm_u16x8_shr(wasm_i16x8_add(wasm_i16x8_add(thrice, left), wasm_i16x8_splat(1)), 2);
    v128_t odd = wasm_u16x8_shr(wasm_i16x8_add(wasm_i16x8_add(thrice, right), wasm_i16x8_splat(2)), 2);
    wasm_v128_store(out + 2 * at, wasm_v128_or(even, wasm_i16x8_shl(odd, 8)));
    before = here;
    here = after;
  }
  for (; at < width; at++) {
    int left = in[at > 0 ? at - 1 : at], right = in[at + 1 < width ? at + 1 : at];
    out[2 * at] = (JSAMPLE)((3 * in[at] + left + 1) >> 2);
    out[2 * at + 1] = (JSAMPLE)((3 * in[at] + right + 2) >> 2);
  }
}

GLOBAL(void)
jsimd_h2v1_fancy_upsample(j_decompress_ptr cinfo, jpeg_component_info *compptr, JSAMPARRAY input_data,
                          JSAMPARRAY *output_data_ptr) {
  for (int row = 0; row < cinfo->max_v_samp_factor; row++) {
    stretch_row(input_data[row], (*output_data_ptr)[row], (int)compptr->downsampled_width);
  }
}

/** The same for a row between two: `near` counts three times what `far` does. */
static void stretch_rows(const JSAMPLE *near, const JSAMPLE *far, JSAMPLE *out, int width) {
#define SUM(index) (3 * near[index] + far[index])
#define SUMS(index)                                                                        \
  wasm_i16x8_add(wasm_i16x8_mul(wasm_u16x8_load8x8(near + (index)), wasm_i16x8_splat(3)), \
                 wasm_u16x8_load8x8(far + (index)))
  int at = 0;
  v128_t before = wasm_i16x8_splat((short)SUM(0));
  v128_t here = SUMS(0);
  for (; at + STEP < width; at += STEP) {
    v128_t after = SUMS(at + STEP);
    v128_t left = wasm_i16x8_shuffle(before, here, 7, 8, 9, 10, 11, 12, 13, 14);
    v128_t right = wasm_i16x8_shuffle(here, after, 1, 2, 3, 4, 5, 6, 7, 8);
    v128_t thrice = wasm_i16x8_mul(here, wasm_i16x8_splat(3));
    v128_t even = wasm_u16x8_shr(wasm_i16x8_add(wasm_i16x8_add(thrice, left), wasm_i16x8_splat(8)), 4);
    v128_t odd = wasm_u16x8_shr(wasm_i16x8_add(wasm_i16x8_add(thrice, right), wasm_i16x8_splat(7)), 4);
    wasm_v128_store(out + 2 * at, wasm_v128_or(even, wasm_i16x8_shl(odd, 8)));
    before = here;
    here = after;
  }
  for (; at < width; at++) {
    int left = SUM(at > 0 ? at - 1 : at), right = SUM(at + 1 < width ? at + 1 : at);
    out[2 * at] = (JSAMPLE)((3 * SUM(at) + left + 8) >> 4);
    out[2 * at + 1] = (JSAMPLE)((3 * SUM(at) + right + 7) >> 4);
  }
#undef SUM
#undef SUMS
}

GLOBAL(void)
jsimd_h2v2_fancy_upsample(j_decompress_ptr cinfo, jpeg_component_info *compptr, JSAMPARRAY input_data,
                          JSAMPARRAY *output_data_ptr) {
  int width = (int)compptr->downsampled_width;
  for (int row = 0; row < cinfo->max_v_samp_factor; row += 2) {
    JSAMPARRAY near = input_data + row / 2;
    stretch_rows(near[0], near[-1], (*output_data_ptr)[row], width);
    stretch_rows(near[0], near[1], (*output_data_ptr)[row + 1], width);
  }
}

#define LOW(a, b) wasm_i16x8_shuffle(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define HIGH(a, b) wasm_i16x8_shuffle(a, b, 4, 12, 5, 13, 6, 14, 7, 15)
#define PAIR(a, b) wasm_i16x8_const(a, b, a, b, a, b, a, b)

/** (a · p + b · q + rounding) / 2^16 of each lane, rounded down; `factors` are p and q in turns. */
static inline v128_t weigh(v128_t a, v128_t b, v128_t factors, v128_t rounding) {
  v128_t low = wasm_i32x4_dot_i16x8(LOW(a, b), factors);
  v128_t high = wasm_i32x4_dot_i16x8(HIGH(a, b), factors);
  return wasm_i16x8_narrow_i32x4(wasm_i32x4_shr(wasm_i32x4_add(low, rounding), 16),
                                 wasm_i32x4_shr(wasm_i32x4_add(high, rounding), 16));
}

/** Eight pixels. */
static inline void convert(const JSAMPLE *y, const JSAMPLE *cb, const JSAMPLE *cr, JSAMPLE *out) {
  v128_t half = wasm_i32x4_splat(1 << 15);
  v128_t zero = wasm_i16x8_splat(0);
  v128_t luma = wasm_u16x8_load8x8(y);
  v128_t blueness = wasm_i16x8_sub(wasm_u16x8_load8x8(cb), wasm_i16x8_splat(128));
  v128_t redness = wasm_i16x8_sub(wasm_u16x8_load8x8(cr), wasm_i16x8_splat(128));
  // 1.402 = 1 + 0.402; 1.772 = 2 - 0.228; 0.714 = 1 - 0.286: 16 bits hold only what is less than a half.
  v128_t red = wasm_i16x8_add(weigh(redness, zero, PAIR(26345, 0), half), redness);
  v128_t green = wasm_i16x8_sub(weigh(blueness, redness, PAIR(-22554, 18734), half), redness);
  v128_t blue = wasm_i16x8_add(weigh(blueness, zero, PAIR(-14942, 0), half), wasm_i16x8_shl(blueness, 1));
  v128_t r = wasm_i16x8_add(luma, red), g = wasm_i16x8_add(luma, green), b = wasm_i16x8_add(luma, blue);
  v128_t rg = wasm_u8x16_narrow_i16x8(r, g);
  v128_t b0 = wasm_u8x16_narrow_i16x8(b, b);
  wasm_v128_store(out, wasm_i8x16_shuffle(rg, b0, 0, 8, 16, 1, 9, 17, 2, 10, 18, 3, 11, 19, 4, 12, 20, 5));
  v128_t rest = wasm_i8x16_shuffle(rg, b0, 13, 21, 6, 14, 22, 7, 15, 23, 0, 0, 0, 0, 0, 0, 0, 0);
  wasm_v128_store64_lane(out + 16, rest, 0);
}

GLOBAL(void)
jsimd_ycc_rgb_convert(j_decompress_ptr cinfo, JSAMPIMAGE input_buf, JDIMENSION input_row,
                      JSAMPARRAY output_buf, int num_rows) {
  // The last pixels are written with up to seven that belong to the next row, or lie behind the last one.
  for (int row = 0; row < num_rows; row++) {
    const JSAMPLE *y = input_buf[0][input_row + row];
    const JSAMPLE *cb = input_buf[1][input_row + row];
    const JSAMPLE *cr = input_buf[2][input_row + row];
    for (JDIMENSION at = 0; at < cinfo->output_width; at += STEP) {
      convert(y + at, cb + at, cr + at, output_buf[row] + 3 * at);
    }
  }
}
