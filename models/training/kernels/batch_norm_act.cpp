// Batch normalisation (training) fused with its activation: NHWC order, statistics in float.
#include "vectors.h"
#include <cmath>
#include <vector>
enum Act { NONE = 0, RELU = 1, RELU6 = 2, HSWISH = 3 };

static inline floats positive(floats z) { return z > 0 ? z : floats{}; }
static inline floats six(floats z) { return z < 6 ? positive(z) : all(6); }
template <int A> static inline floats act(floats z) {
  if (A == RELU) return positive(z);
  if (A == RELU6) return six(z);
  if (A == HSWISH) return z * six(z + 3) * (1.f / 6);
  return z;
}
// gradient * slope of the activation at z
template <int A> static inline floats through(floats gradient, floats z) {
  if (A == RELU) return z > 0 ? gradient : floats{};
  if (A == RELU6) return z > 0 ? (z < 6 ? gradient : floats{}) : floats{};
  if (A == HSWISH) return z > -3 ? (z < 3 ? gradient * (z + z + 3) * (1.f / 6) : gradient) : floats{};
  return gradient;
}

// Adds one register's partial sums to doubles.
static void add(std::vector<double>& sums, int64_t c, floats part) {
  float v[LANES]; write(v, part);
  for (int l = 0; l < LANES; ++l) sums[c + l] += v[l];
}
static const int64_t ROWS = 64;  // a few rows of all channels stay in the first cache while each channel sums them

template <int A>
static void forwards(const value* x, value* y, const float* weight, const float* bias, float* mean, float* deviation,
                     float* variance, int64_t rows, int64_t C, float eps) {
  std::vector<double> S(C + LANES), Q(C + LANES);
  for (int64_t start = 0; start < rows; start += ROWS)
    for (int64_t c = 0; c < C; c += LANES) {
      Mask m = lanes(C - c); floats s = all(0), q = s, shift = load(x + c, m);  // the shift keeps one pass exact enough
      for (int64_t r = start; r < std::min(rows, start + ROWS); ++r) { floats a = load(x + r * C + c, m) - shift; s += a; q += a * a; }
      add(S, c, s); add(Q, c, q);
    }
  for (int64_t c = 0; c < C; ++c) {
    double centre = S[c] / rows, v = std::max(0.0, Q[c] / rows - centre * centre);
    mean[c] = float(centre + float(x[c])); variance[c] = float(v); deviation[c] = float(1 / std::sqrt(v + eps));
  }
  std::vector<float> scale(C + LANES), offset(C + LANES);
  for (int64_t c = 0; c < C; ++c) { scale[c] = weight[c] * deviation[c]; offset[c] = bias[c] - mean[c] * scale[c]; }
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t c = 0; c < C; c += LANES) {
      Mask m = lanes(C - c);
      store(y + r * C + c, act<A>(load(x + r * C + c, m) * read(&scale[c]) + read(&offset[c])), m);
    }
}

template <int A>
static void backwards(const value* dy, const value* x, value* dx, const float* weight, const float* bias, const float* mean,
                      const float* deviation, float* dweight, float* dbias, int64_t rows, int64_t C) {
  std::vector<float> scale(C + LANES), offset(C + LANES), k1(C + LANES), k2(C + LANES);
  for (int64_t c = 0; c < C; ++c) { scale[c] = weight[c] * deviation[c]; offset[c] = bias[c] - mean[c] * scale[c]; }
  std::vector<double> S(C + LANES), Q(C + LANES);
  for (int64_t start = 0; start < rows; start += ROWS)
    for (int64_t c = 0; c < C; c += LANES) {
      Mask m = lanes(C - c); floats s = all(0), q = s, centre = load(mean + c, m);
      floats sc = read(&scale[c]), sh = read(&offset[c]);
      for (int64_t r = start; r < std::min(rows, start + ROWS); ++r) {
        floats p = load(x + r * C + c, m), e = through<A>(load(dy + r * C + c, m), p * sc + sh);
        s += e; q += e * (p - centre);
      }
      add(S, c, s); add(Q, c, q);
    }
  for (int64_t c = 0; c < C; ++c) {
    float d = deviation[c];
    dbias[c] = float(S[c]); dweight[c] = float(Q[c] * d);
    k2[c] = float(scale[c] * d * d * Q[c] / rows); k1[c] = float(scale[c] * S[c] / rows - k2[c] * mean[c]);
  }
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t c = 0; c < C; c += LANES) {
      Mask m = lanes(C - c);
      floats p = load(x + r * C + c, m), sc = read(&scale[c]);
      floats e = through<A>(load(dy + r * C + c, m), p * sc + read(&offset[c]));
      store(dx + r * C + c, e * sc - read(&k1[c]) - p * read(&k2[c]), m);
    }
}

#define EVERY_ACT(GO) switch (a) { case 0: GO(0); break; case 1: GO(1); break; case 2: GO(2); break; default: GO(3); }
std::vector<at::Tensor> forward(at::Tensor x, at::Tensor w, at::Tensor b, int64_t a, double eps) {
  x = nhwc(x);
  auto y = at::empty_like(x); int64_t C = x.size(1), rows = x.numel() / C;
  auto m = at::empty({C}), d = at::empty({C}), v = at::empty({C});
  #define GO(A) forwards<A>(data(x), data(y), w.data_ptr<float>(), b.data_ptr<float>(), m.data_ptr<float>(), d.data_ptr<float>(), v.data_ptr<float>(), rows, C, eps)
  EVERY_ACT(GO)
  #undef GO
  return {y, x, m, d, v};
}
std::vector<at::Tensor> backward(at::Tensor dy, at::Tensor x, at::Tensor w, at::Tensor b, at::Tensor m, at::Tensor d, int64_t a) {
  dy = nhwc(dy);
  auto dx = at::empty_like(x); int64_t C = x.size(1), rows = x.numel() / C;
  auto dw = at::empty({C}), db = at::empty({C});
  #define GO(A) backwards<A>(data(dy), data(x), data(dx), w.data_ptr<float>(), b.data_ptr<float>(), m.data_ptr<float>(), d.data_ptr<float>(), dw.data_ptr<float>(), db.data_ptr<float>(), rows, C)
  EVERY_ACT(GO)
  #undef GO
  return {dx, dw, db};
}
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("forward", &forward); m.def("backward", &backward); }
