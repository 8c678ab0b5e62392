// A register of floats, and what it is loaded from and stored to: bfloat16 in memory (sixteen at a time) or floats
// (AVX2, eight at a time).
#pragma once
#include <immintrin.h>
#include <torch/extension.h>
#include <cstdlib>
#include <memory>

#ifdef BFLOAT16  // kernels/__init__.py decides; AVX-512 with BF16
static const int64_t LANES = 16;
typedef at::BFloat16 value;
typedef __m512 floats;
typedef __mmask16 Mask;
static inline Mask lanes(int64_t count) { return count >= LANES ? 0xFFFF : (1u << count) - 1; }
static inline floats load(const float* p, Mask m) { return _mm512_maskz_loadu_ps(m, p); }
static inline void store(float* p, floats v, Mask m) { _mm512_mask_storeu_ps(p, m, v); }
static inline floats load(const value* p, Mask m) {
  return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(_mm256_maskz_loadu_epi16(m, p)), 16));
}
static inline void store(value* p, floats v, Mask m) { _mm256_mask_storeu_epi16(p, m, (__m256i)_mm512_cvtneps_pbh(v)); }
#else
static const int64_t LANES = 8;
typedef float value;
typedef __m256 floats;
typedef int64_t Mask;
static inline Mask lanes(int64_t count) { return count; }
static inline __m256i first(Mask m) { return _mm256_cmpgt_epi32(_mm256_set1_epi32(int(m)), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7)); }
static inline floats load(const float* p, Mask m) { return m >= LANES ? _mm256_loadu_ps(p) : _mm256_maskload_ps(p, first(m)); }
static inline void store(float* p, floats v, Mask m) {  // a masked store costs AMD's AVX2 processors forty plain ones
  if (m >= LANES) _mm256_storeu_ps(p, v); else _mm256_maskstore_ps(p, first(m), v);
}
#endif

// Registers straight from and to floats without an end, and one number in every lane.
typedef floats unaligned __attribute__((aligned(4), may_alias));
static inline floats read(const float* p) { return *(const unaligned*)p; }
static inline void write(float* p, floats v) { *(unaligned*)p = v; }
static inline floats all(float v) { return floats{} + v; }

static inline at::Tensor nhwc(const at::Tensor& x) { return x.contiguous(at::MemoryFormat::ChannelsLast); }
static inline value* data(const at::Tensor& x) { return x.data_ptr<value>(); }

// Floats that start on a cache line: a register's load never straddles two.
typedef std::unique_ptr<float[], decltype(&std::free)> Line;
static inline Line line(int64_t count) {
  return Line(static_cast<float*>(std::aligned_alloc(64, (count * sizeof(float) + 63) / 64 * 64)), &std::free);
}
