// Depthwise convolution, NHWC, float32: sixteen channels at a time, whole kernel in registers.
#include <torch/extension.h>
#include <cstring>
#include <vector>
typedef float v16 __attribute__((vector_size(64), aligned(4)));
static const int L = 16;
// Copies sixteen channels of one image into a zero-bordered plane of [H+2p][W+2p][16].
static void plane(const float* x, float* out, int64_t H, int64_t W, int64_t C, int64_t lanes, int64_t p) {
  int64_t PW = W + 2 * p;
  for (int64_t h = 0; h < H; ++h)
    for (int64_t w = 0; w < W; ++w)
      std::memcpy(out + ((h + p) * PW + w + p) * L, x + (h * W + w) * C, lanes * sizeof(float));
}
static inline void put(float* o, v16 a, int64_t lanes) { if (lanes == L) *(v16*)o = a; else std::memcpy(o, &a, lanes * sizeof(float)); }
// weights [C][K*K] -> [C/16][K*K][16]
static std::vector<float> pack(const float* w, int64_t C, int64_t T, bool flip) {
  int64_t B = (C + L - 1) / L; std::vector<float> o(B * T * L, 0.f);
  for (int64_t c = 0; c < C; ++c) for (int64_t t = 0; t < T; ++t) o[((c / L) * T + (flip ? T - 1 - t : t)) * L + c % L] = w[c * T + t];
  return o;
}
template <int K>
static void correlate(const float* x, const float* pw, float* y, int64_t N, int64_t H, int64_t W, int64_t C, int64_t OH, int64_t OW, int64_t s, int64_t p) {
  int64_t PW = W + 2 * p, PH = H + 2 * p; std::vector<float> buf(PH * PW * L, 0.f);
  for (int64_t n = 0; n < N; ++n) for (int64_t cb = 0; cb < C; cb += L) {
    int64_t lanes = std::min<int64_t>(L, C - cb);
    if (lanes < L) std::fill(buf.begin(), buf.end(), 0.f);
    plane(x + n * H * W * C + cb, buf.data(), H, W, C, lanes, p);
    v16 w[K * K]; for (int t = 0; t < K * K; ++t) w[t] = *(const v16*)(pw + ((cb / L) * K * K + t) * L);
    float* o = y + n * OH * OW * C + cb;
    for (int64_t i = 0; i < OH; ++i) for (int64_t j = 0; j < OW; ++j) {
      const float* b = buf.data() + (i * s * PW + j * s) * L; v16 a = {}, c = {};
      #pragma GCC unroll 5
      for (int u = 0; u < K; ++u)
        #pragma GCC unroll 5
        for (int v = 0; v < K; ++v) { v16 m = *(const v16*)(b + (u * PW + v) * L) * w[u * K + v]; if ((u * K + v) & 1) a += m; else c += m; }
      put(o + (i * OW + j) * C, a + c, lanes);
    }
    if (lanes < L) std::fill(buf.begin(), buf.end(), 0.f);
  }
}
template <int K>
static void gradInputStrided(const float* dy, const float* pw, float* dx, int64_t N, int64_t H, int64_t W, int64_t C, int64_t OH, int64_t OW, int64_t s, int64_t p) {
  for (int64_t n = 0; n < N; ++n) for (int64_t cb = 0; cb < C; cb += L) {
    int64_t lanes = std::min<int64_t>(L, C - cb);
    v16 w[K * K]; for (int t = 0; t < K * K; ++t) w[t] = *(const v16*)(pw + ((cb / L) * K * K + t) * L);
    for (int64_t h = 0; h < H; ++h) for (int64_t q = 0; q < W; ++q) {
      v16 a = {};
      for (int u = 0; u < K; ++u) { int64_t i = h + p - u; if (i < 0 || i % s || i / s >= OH) continue;
        for (int v = 0; v < K; ++v) { int64_t j = q + p - v; if (j < 0 || j % s || j / s >= OW) continue;
          const float* d = dy + ((n * OH + i / s) * OW + j / s) * C + cb; v16 e = {};
          if (lanes == L) e = *(const v16*)d; else std::memcpy(&e, d, lanes * sizeof(float));
          a += e * w[u * K + v]; } }
      put(dx + ((n * H + h) * W + q) * C + cb, a, lanes);
    }
  }
}
template <int K>
static void gradWeight(const float* dy, const float* x, float* dw, int64_t N, int64_t H, int64_t W, int64_t C, int64_t OH, int64_t OW, int64_t s, int64_t p) {
  int64_t PW = W + 2 * p, PH = H + 2 * p; std::vector<float> buf(PH * PW * L);
  for (int64_t cb = 0; cb < C; cb += L) {
    int64_t lanes = std::min<int64_t>(L, C - cb); std::fill(buf.begin(), buf.end(), 0.f);
    v16 acc[K * K]; for (int t = 0; t < K * K; ++t) acc[t] = v16{};
    for (int64_t n = 0; n < N; ++n) {
      plane(x + n * H * W * C + cb, buf.data(), H, W, C, lanes, p);
      for (int64_t i = 0; i < OH; ++i) for (int64_t j = 0; j < OW; ++j) {
        const float* d = dy + ((n * OH + i) * OW + j) * C + cb; v16 e = {};
        if (lanes == L) e = *(const v16*)d; else std::memcpy(&e, d, lanes * sizeof(float));
        const float* b = buf.data() + (i * s * PW + j * s) * L;
        #pragma GCC unroll 5
        for (int u = 0; u < K; ++u)
          #pragma GCC unroll 5
          for (int v = 0; v < K; ++v) acc[u * K + v] += *(const v16*)(b + (u * PW + v) * L) * e;
      }
    }
    for (int t = 0; t < K * K; ++t) for (int64_t c = 0; c < lanes; ++c) dw[(cb + c) * K * K + t] = acc[t][c];
  }
}
at::Tensor forward(at::Tensor x, at::Tensor w, int64_t s) {
  x = x.contiguous(at::MemoryFormat::ChannelsLast); auto wc = w.contiguous();
  int64_t N = x.size(0), C = x.size(1), H = x.size(2), W = x.size(3), K = w.size(2), p = K / 2;
  int64_t OH = (H + 2 * p - K) / s + 1, OW = (W + 2 * p - K) / s + 1;
  auto y = at::empty({N, C, OH, OW}, x.options().memory_format(at::MemoryFormat::ChannelsLast));
  auto pw = pack(wc.data_ptr<float>(), C, K * K, false);
  (K == 3 ? correlate<3> : correlate<5>)(x.data_ptr<float>(), pw.data(), y.data_ptr<float>(), N, H, W, C, OH, OW, s, p);
  return y;
}
std::vector<at::Tensor> backward(at::Tensor dy, at::Tensor x, at::Tensor w, int64_t s) {
  dy = dy.contiguous(at::MemoryFormat::ChannelsLast); x = x.contiguous(at::MemoryFormat::ChannelsLast); auto wc = w.contiguous();
  int64_t N = x.size(0), C = x.size(1), H = x.size(2), W = x.size(3), K = w.size(2), p = K / 2, OH = dy.size(2), OW = dy.size(3);
  auto dx = at::empty_like(x); auto dw = at::empty({C, 1, K, K});
  if (s == 1) { auto pw = pack(wc.data_ptr<float>(), C, K * K, true);
    (K == 3 ? correlate<3> : correlate<5>)(dy.data_ptr<float>(), pw.data(), dx.data_ptr<float>(), N, H, W, C, H, W, 1, p); }
  else { auto pw = pack(wc.data_ptr<float>(), C, K * K, false);
    (K == 3 ? gradInputStrided<3> : gradInputStrided<5>)(dy.data_ptr<float>(), pw.data(), dx.data_ptr<float>(), N, H, W, C, OH, OW, s, p); }
  (K == 3 ? gradWeight<3> : gradWeight<5>)(dy.data_ptr<float>(), x.data_ptr<float>(), dw.data_ptr<float>(), N, H, W, C, OH, OW, s, p);
  return {dx, dw};
}
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("forward", &forward); m.def("backward", &backward); }
