/** Implements the PowerPC vector operations that libjpeg-turbo uses, with WebAssembly's. */
#include <wasm_simd128.h>

#define __vector __attribute__((vector_size(16)))
typedef __vector unsigned char Bytes;
typedef __vector short Shorts;
typedef __vector unsigned short Words;
typedef __vector int Ints;

#define vec_ld(offset, from) (*(__vector __typeof__(*(from)) *)((char *)(from) + (offset)))
#define vec_st(a, offset, to) wasm_v128_store((char *)(to) + (offset), a)
#define vec_ste(a, offset, to) wasm_v128_store32_lane((char *)(to) + (offset), a, (offset) / 4)
#define vec_vsx_ld vec_ld
#define vec_vsx_st vec_st

#define vec_add(a, b) ((a) + (b))
#define vec_sub(a, b) ((a) - (b))
#define vec_or(a, b) ((a) | (b))
#define vec_sl(a, bits) ((a) << (bits))
#define vec_sr(a, bits) ((Shorts)((Words)(a) >> (bits)))
#define vec_sra(a, bits) ((a) >> (bits))
#define vec_all_eq(a, b) wasm_i16x8_all_true((a) == (b))
#define vec_mladd(a, b, c) ((a) * (b) + (c))
#define vec_mule(a, b) (((Words)(a) & 255) * ((Words)(b) & 255))
#define vec_mulo(a, b) (((Words)(a) >> 8) * ((Words)(b) >> 8))
#define vec_msums(a, b, c) ((Ints)wasm_i32x4_dot_i16x8(a, b) + (c))

#define vec_unpackh(a) ((Ints)wasm_i32x4_extend_low_i16x8(a))
#define vec_unpackl(a) ((Ints)wasm_i32x4_extend_high_i16x8(a))
/* Limited as on x86: on PowerPC, `vec_pack` drops the upper bits. */
#define vec_pack(a, b) ((Shorts)wasm_i16x8_narrow_i32x4(a, b))
#define vec_packs(a, b) ((__vector signed char)wasm_i8x16_narrow_i16x8(a, b))
#define vec_packsu(a, b) ((Bytes)wasm_u8x16_narrow_i16x8(a, b))

static inline Shorts vec_madds(Shorts a, Shorts b, Shorts c) {
  v128_t low = wasm_i32x4_extmul_low_i16x8(a, b), high = wasm_i32x4_extmul_high_i16x8(a, b);
  return (Shorts)wasm_i16x8_add_sat(vec_pack(wasm_i32x4_shr(low, 15), wasm_i32x4_shr(high, 15)), c);
}

#define vec_splat(a, lane) __builtin_shufflevector(a, a, lane, lane, lane, lane, lane, lane, lane, lane)
#define vec_perm(a, b, lanes) \
  ((__typeof__(a))(wasm_i8x16_swizzle(a, lanes) | wasm_i8x16_swizzle(b, (Bytes)(lanes) - 16)))
/* Lanes of one or two bytes in turns, from byte `i` or lane `j` on. */
#define MERGE(a, b, i, j)                                                                        \
  ((__typeof__(a))(sizeof (a)[0] == 1                                                            \
    ? wasm_i8x16_shuffle(a, b, i, i + 16, i + 1, i + 17, i + 2, i + 18, i + 3, i + 19,           \
                         i + 4, i + 20, i + 5, i + 21, i + 6, i + 22, i + 7, i + 23)             \
    : wasm_i16x8_shuffle(a, b, j, j + 8, j + 1, j + 9, j + 2, j + 10, j + 3, j + 11)))
#define vec_mergeh(a, b) MERGE(a, b, 0, 0)
#define vec_mergel(a, b) MERGE(a, b, 8, 4)
