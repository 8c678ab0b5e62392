/** libjpeg-turbo's answer for all that has no SIMD here: it stays in C. */
#pragma weak jsimd_can_idct_islow
#pragma weak jsimd_can_h2v1_fancy_upsample
#pragma weak jsimd_can_h2v2_fancy_upsample
#pragma weak jsimd_can_ycc_rgb
#pragma weak jsimd_idct_islow
#pragma weak jsimd_h2v1_fancy_upsample
#pragma weak jsimd_h2v2_fancy_upsample
#pragma weak jsimd_ycc_rgb_convert
#pragma weak jsimd_can_idct_4x4
#pragma weak jsimd_can_idct_2x2
#pragma weak jsimd_idct_4x4
#pragma weak jsimd_idct_2x2
#include "jsimd_none.c"
