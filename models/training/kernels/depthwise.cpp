// Depthwise convolution in NHWC order: one register of channels at a time, one zero-bordered plane of floats each.
#include "vectors.h"
#include <algorithm>

struct Shape { int64_t N, C, H, W, OH, OW, stride, pad; int64_t PH() const { return H + 2 * pad; } int64_t PW() const { return W + 2 * pad; } };

// A register of one picture's channels into the middle of a plane [H + 2 pad][W + 2 pad][LANES].
static void plane(const value* x, float* out, int64_t H, int64_t W, int64_t C, Mask m, int64_t pad) {
  for (int64_t h = 0; h < H; ++h)
    for (int64_t w = 0; w < W; ++w) write(out + ((h + pad) * (W + 2 * pad) + w + pad) * LANES, load(x + (h * W + w) * C, m));
}
// Weights [C][taps] -> [C / LANES][taps][LANES].
static Line pack(const float* w, int64_t C, int64_t taps, bool flip) {
  int64_t count = (C + LANES - 1) / LANES * taps * LANES; Line o = line(count); std::fill_n(o.get(), count, 0.f);
  for (int64_t c = 0; c < C; ++c)
    for (int64_t t = 0; t < taps; ++t) o[((c / LANES) * taps + (flip ? taps - 1 - t : t)) * LANES + c % LANES] = w[c * taps + t];
  return o;
}
template <int K>
static void correlate(const value* x, const float* weights, value* y, Shape s) {
  int64_t size = s.PH() * s.PW() * LANES; Line buffer = line(size); std::fill_n(buffer.get(), size, 0.f);
  for (int64_t n = 0; n < s.N; ++n) for (int64_t c = 0; c < s.C; c += LANES) {
    Mask m = lanes(s.C - c);
    plane(x + n * s.H * s.W * s.C + c, buffer.get(), s.H, s.W, s.C, m, s.pad);
    floats w[K * K]; for (int t = 0; t < K * K; ++t) w[t] = read(weights + (c * K * K) + t * LANES);
    value* o = y + n * s.OH * s.OW * s.C + c;
    for (int64_t i = 0; i < s.OH; ++i) for (int64_t j = 0; j < s.OW; ++j) {
      const float* b = buffer.get() + (i * s.stride * s.PW() + j * s.stride) * LANES; floats even = floats{}, odd = even;
      #pragma GCC unroll 5
      for (int u = 0; u < K; ++u)
        #pragma GCC unroll 5
        for (int v = 0; v < K; ++v) { floats p = read(b + (u * s.PW() + v) * LANES); if ((u * K + v) & 1) odd += p * w[u * K + v]; else even += p * w[u * K + v]; }
      store(o + (i * s.OW + j) * s.C, even + odd, m);
    }
  }
}
// Both gradients in one pass; with stride 1 the input's is a correlation with the kernel turned round, done apart.
template <int K, bool INPUT>
static void gradients(const value* dy, const value* x, const float* weights, value* dx, float* dweights, Shape s) {
  int64_t size = s.PH() * s.PW() * LANES; Line buffer = line(size), back = line(size);
  std::fill_n(buffer.get(), size, 0.f);
  for (int64_t c = 0; c < s.C; c += LANES) {
    Mask m = lanes(s.C - c);
    floats sum[K * K], w[K * K];
    for (int t = 0; t < K * K; ++t) { sum[t] = floats{}; w[t] = read(weights + c * K * K + t * LANES); }
    for (int64_t n = 0; n < s.N; ++n) {
      plane(x + n * s.H * s.W * s.C + c, buffer.get(), s.H, s.W, s.C, m, s.pad);
      if (INPUT) std::fill_n(back.get(), size, 0.f);
      for (int64_t i = 0; i < s.OH; ++i) for (int64_t j = 0; j < s.OW; ++j) {
        floats e = load(dy + ((n * s.OH + i) * s.OW + j) * s.C + c, m);
        int64_t at = (i * s.stride * s.PW() + j * s.stride) * LANES;
        #pragma GCC unroll 5
        for (int u = 0; u < K; ++u)
          #pragma GCC unroll 5
          for (int v = 0; v < K; ++v) sum[u * K + v] += read(buffer.get() + at + (u * s.PW() + v) * LANES) * e;
        if (INPUT)
          for (int u = 0; u < K; ++u)
            for (int v = 0; v < K; ++v) { float* b = back.get() + at + (u * s.PW() + v) * LANES; write(b, read(b) + w[u * K + v] * e); }
      }
      if (INPUT)
        for (int64_t h = 0; h < s.H; ++h) for (int64_t q = 0; q < s.W; ++q)
          store(dx + ((n * s.H + h) * s.W + q) * s.C + c, read(back.get() + ((h + s.pad) * s.PW() + q + s.pad) * LANES), m);
    }
    for (int t = 0; t < K * K; ++t) { float v[LANES]; write(v, sum[t]); for (int64_t l = 0; l < std::min(LANES, s.C - c); ++l) dweights[(c + l) * K * K + t] = v[l]; }
  }
}
static Shape shape(const at::Tensor& x, int64_t K, int64_t stride) {
  int64_t H = x.size(2), W = x.size(3), p = K / 2;
  return {x.size(0), x.size(1), H, W, (H + 2 * p - K) / stride + 1, (W + 2 * p - K) / stride + 1, stride, p};
}
at::Tensor forward(at::Tensor x, at::Tensor w, int64_t stride) {
  x = nhwc(x); auto wc = w.contiguous(); int64_t K = w.size(2); Shape s = shape(x, K, stride);
  auto y = at::empty({s.N, s.C, s.OH, s.OW}, x.options().memory_format(at::MemoryFormat::ChannelsLast));
  auto packed = pack(wc.data_ptr<float>(), s.C, K * K, false);
  (K == 3 ? correlate<3> : correlate<5>)(data(x), packed.get(), data(y), s);
  return y;
}
std::vector<at::Tensor> backward(at::Tensor dy, at::Tensor x, at::Tensor w, int64_t stride) {
  dy = nhwc(dy); x = nhwc(x); auto wc = w.contiguous(); int64_t K = w.size(2); Shape s = shape(x, K, stride);
  auto dx = at::empty_like(x); auto dw = at::empty({s.C, 1, K, K});
  auto packed = pack(wc.data_ptr<float>(), s.C, K * K, stride == 1);
  if (stride == 1) {
    (K == 3 ? correlate<3> : correlate<5>)(data(dy), packed.get(), data(dx), s);
    (K == 3 ? gradients<3, false> : gradients<5, false>)(data(dy), data(x), packed.get(), data(dx), dw.data_ptr<float>(), s);
  } else {
    (K == 3 ? gradients<3, true> : gradients<5, true>)(data(dy), data(x), packed.get(), data(dx), dw.data_ptr<float>(), s);
  }
  return {dx, dw};
}
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("forward", &forward); m.def("backward", &backward); }
