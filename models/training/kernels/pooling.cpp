// Means over a picture, and the channel gates that squeeze-and-excitation makes of them, in NHWC order.
#include "vectors.h"
#include <vector>

// [N, C, H, W] -> float [N, C]: the mean of every channel.
at::Tensor mean(at::Tensor x) {
  x = nhwc(x); int64_t N = x.size(0), C = x.size(1), P = x.size(2) * x.size(3);
  auto means = at::empty({N, C}, x.options().dtype(at::kFloat));
  const value* in = data(x); float* result = means.data_ptr<float>();
  for (int64_t n = 0; n < N; ++n) for (int64_t c = 0; c < C; c += LANES) {
    Mask m = lanes(C - c); floats s = floats{};
    for (int64_t p = 0; p < P; ++p) s += load(in + (n * P + p) * C + c, m);
    store(result + n * C + c, s * all(1.f / P), m);
  }
  return means;
}
// x * gate + add, channel by channel of every picture.
at::Tensor scale(at::Tensor x, at::Tensor gate, c10::optional<at::Tensor> add) {
  x = nhwc(x); gate = gate.contiguous(); int64_t N = x.size(0), C = x.size(1), P = x.size(2) * x.size(3);
  auto y = at::empty_like(x); auto more = add ? add->contiguous() : gate;
  const value* in = data(x); value* out = data(y); const float *gates = gate.data_ptr<float>(), *offsets = more.data_ptr<float>();
  for (int64_t n = 0; n < N; ++n) for (int64_t p = 0; p < P; ++p) for (int64_t c = 0; c < C; c += LANES) {
    Mask m = lanes(C - c); int64_t at = (n * P + p) * C + c;
    floats v = load(in + at, m) * load(gates + n * C + c, m);
    if (add) v += load(offsets + n * C + c, m);
    store(out + at, v, m);
  }
  return y;
}
// float [N, C]: the sum of dy * x over every channel of every picture.
at::Tensor dot(at::Tensor dy, at::Tensor x) {
  dy = nhwc(dy); x = nhwc(x); int64_t N = x.size(0), C = x.size(1), P = x.size(2) * x.size(3);
  auto sums = at::empty({N, C}, x.options().dtype(at::kFloat));
  const value *in = data(x), *gradient = data(dy); float* result = sums.data_ptr<float>();
  for (int64_t n = 0; n < N; ++n) for (int64_t c = 0; c < C; c += LANES) {
    Mask m = lanes(C - c); floats s = floats{};
    for (int64_t p = 0; p < P; ++p) s += load(gradient + (n * P + p) * C + c, m) * load(in + (n * P + p) * C + c, m);
    store(result + n * C + c, s, m);
  }
  return sums;
}
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("mean", &mean); m.def("scale", &scale); m.def("dot", &dot); }
