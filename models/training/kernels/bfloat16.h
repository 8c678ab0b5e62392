// Sixteen bfloat16 values in memory as sixteen floats in a register, and back with round-to-nearest-even.
#pragma once
#include <immintrin.h>
#include <torch/extension.h>
#include <cstdlib>
#include <memory>

typedef at::BFloat16 half;
typedef __m512 floats;
static const int64_t LANES = 16;

static inline __mmask16 lanes(int64_t count) { return count >= LANES ? 0xFFFF : (1u << count) - 1; }
static inline floats load(const half* p, __mmask16 m = 0xFFFF) {
  return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(_mm256_maskz_loadu_epi16(m, p)), 16));
}
static inline void store(half* p, floats v, __mmask16 m = 0xFFFF) {
  _mm256_mask_storeu_epi16(p, m, (__m256i)_mm512_cvtneps_pbh(v));
}
static inline at::Tensor nhwc(const at::Tensor& x) { return x.contiguous(at::MemoryFormat::ChannelsLast); }
static inline half* data(const at::Tensor& x) { return x.data_ptr<half>(); }

// Floats that start on a cache line: a register's load never straddles two.
typedef std::unique_ptr<float[], decltype(&std::free)> Line;
static inline Line line(int64_t count) {
  return Line(static_cast<float*>(std::aligned_alloc(64, (count * sizeof(float) + 63) / 64 * 64)), &std::free);
}
