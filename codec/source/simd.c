/** What libjpeg-turbo has in vectors: all that it has for PowerPC, and the reduced inverse DCTs, which it has not. */
#define __ALTIVEC__
#pragma weak jsimd_can_idct_4x4
#pragma weak jsimd_can_idct_2x2
#pragma weak jsimd_idct_4x4
#pragma weak jsimd_idct_2x2
#include "simd/powerpc/jsimd.c"
