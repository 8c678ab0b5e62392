"""CPU kernels for training, compiled on first use; parameters, gradients and statistics are float.

Batch normalisation, depthwise convolution and squeeze-and-excitation, on which torch spends most of a step, are
ours; matrix products are torch's. On a CPU with AVX-512 and bfloat16 values between layers are bfloat16: products
go to its bfloat16 units (AMX) and half the bytes move. With AVX2 they are float.
`python -m kernels.check` compares every layer with torch in float64 and prints both speeds.
"""
from pathlib import Path

import members  # noqa: F401  It makes timm importable.
import torch
import torch.nn.functional as F
from timm.layers.norm_act import BatchNormAct2d
from timm.models._efficientnet_blocks import SqueezeExcite
from torch import nn
from torch.utils.cpp_extension import load

_HERE = Path(__file__).resolve().parent
VALUE = torch.bfloat16 if torch.cpu._is_avx512_bf16_supported() else torch.float32
_FLAGS = ["-O3", "-march=native", "-ffast-math", "-mprefer-vector-width=512"]
_FLAGS += ["-DBFLOAT16"] if VALUE is torch.bfloat16 else []
_ACTIVATIONS = {nn.Identity: 0, nn.ReLU: 1, nn.ReLU6: 2, nn.Hardswish: 3}
_compiled = {}


def _rows(x: torch.Tensor) -> torch.Tensor:
    """[n, c, h, w] in channels-last order -> [n * h * w, c], without a copy."""
    return x.contiguous(memory_format=torch.channels_last).permute(0, 2, 3, 1).reshape(-1, x.shape[1])


def _pictures(rows: torch.Tensor, n: int, height: int, width: int) -> torch.Tensor:
    return rows.view(n, height, width, -1).permute(0, 3, 1, 2)


class _BatchNormAct(torch.autograd.Function):
    @staticmethod
    def forward(context, x, weight, bias, activation, eps):
        y, x, mean, deviation, variance = _compiled["batch_norm_act"].forward(x, weight, bias, activation, eps)
        context.save_for_backward(x, weight, bias, mean, deviation)
        context.activation = activation
        context.mark_non_differentiable(mean, variance)
        return y, mean, variance

    @staticmethod
    def backward(context, gradient, _mean, _variance):
        return (*_compiled["batch_norm_act"].backward(gradient, *context.saved_tensors, context.activation), None, None)


class _Depthwise(torch.autograd.Function):
    @staticmethod
    def forward(context, x, weight, stride):
        context.save_for_backward(x, weight)
        context.stride = stride
        return _compiled["depthwise"].forward(x, weight, stride)

    @staticmethod
    def backward(context, gradient):
        return (*_compiled["depthwise"].backward(gradient, *context.saved_tensors, context.stride), None)


class _Product(torch.autograd.Function):
    """VALUE [rows, inputs] times float [outputs, inputs]."""
    @staticmethod
    def forward(context, rows, weight):
        weight = weight.to(VALUE)
        context.save_for_backward(rows, weight)
        return rows @ weight.t()

    @staticmethod
    def backward(context, gradient):
        rows, weight = context.saved_tensors
        return gradient @ weight if context.needs_input_grad[0] else None, (gradient.t() @ rows).float()


class _Excite(torch.autograd.Function):
    """Squeeze-and-excitation with ReLU inside and a hard sigmoid as its gate (Howard et al. 2019, arXiv:1905.02244)."""
    @staticmethod
    def forward(context, x, reduce, reduce_bias, expand, expand_bias):
        squeezed = _compiled["pooling"].mean(x)
        hidden = F.relu(F.linear(squeezed, reduce, reduce_bias))
        raw = F.linear(hidden, expand, expand_bias)
        gate = F.hardsigmoid(raw)
        context.save_for_backward(x, squeezed, hidden, raw, gate, reduce, expand)
        return _compiled["pooling"].scale(x, gate, None)

    @staticmethod
    def backward(context, gradient):
        x, squeezed, hidden, raw, gate, reduce, expand = context.saved_tensors
        d_raw = _compiled["pooling"].dot(gradient, x) * ((raw > -3) & (raw < 3)) / 6
        d_hidden = (d_raw @ expand) * (hidden > 0)
        spread = (d_hidden @ reduce) / (x.shape[2] * x.shape[3])
        return (_compiled["pooling"].scale(gradient, gate, spread), d_hidden.t() @ squeezed, d_hidden.sum(0),
                d_raw.t() @ hidden, d_raw.sum(0))


class _Mean(torch.autograd.Function):
    @staticmethod
    def forward(context, x):
        context.shape = x.shape
        return _compiled["pooling"].mean(x)

    @staticmethod
    def backward(context, gradient):
        n, c, height, width = context.shape
        spread = (gradient / (height * width)).to(VALUE)
        return spread[:, None, None].expand(n, height, width, c).contiguous().permute(0, 3, 1, 2)


def _batch_norm(layer: BatchNormAct2d):
    activation = _ACTIVATIONS[type(layer.act)]

    def forward(x):
        if not layer.training:
            return BatchNormAct2d.forward(layer, x)
        y, mean, variance = _BatchNormAct.apply(x, layer.weight, layer.bias, activation, layer.eps)
        count = x.numel() / x.shape[1]
        with torch.no_grad():
            layer.running_mean.lerp_(mean, layer.momentum)
            layer.running_var.lerp_(variance * (count / (count - 1)), layer.momentum)
        return y

    return forward


def _pointwise(layer: nn.Conv2d):
    def forward(x):
        y = _Product.apply(_rows(x.to(VALUE)), layer.weight.flatten(1))
        y = y if layer.bias is None else y + layer.bias.to(VALUE)
        return _pictures(y, x.shape[0], x.shape[2], x.shape[3])

    return forward


def _stem(layer: nn.Conv2d):
    """A 3 x 3 convolution of step 2 on colours: every window becomes a row of a matrix."""
    def forward(x):
        n, _, height, width = x.shape
        padded = F.pad(x.to(VALUE).permute(0, 2, 3, 1).contiguous(), (0, 0, 1, 1, 1, 1))
        high, wide = (height - 1) // 2 + 1, (width - 1) // 2 + 1
        by_picture, by_row, by_column, by_channel = padded.stride()
        windows = padded.as_strided((n, high, wide, 3, 9), (by_picture, 2 * by_row, 2 * by_column, by_row, by_channel))
        weight = layer.weight.permute(0, 2, 3, 1).flatten(1)
        return _pictures(_Product.apply(windows.reshape(-1, 27), weight), n, high, wide)

    return forward


def _excite(layer: SqueezeExcite):
    return lambda x: _Excite.apply(x, layer.conv_reduce.weight.flatten(1), layer.conv_reduce.bias,
                                   layer.conv_expand.weight.flatten(1), layer.conv_expand.bias)


def accelerate(model: nn.Module) -> nn.Module:
    """Replaces the slow layers' `forward`; parameters and buffers stay what they are. A CPU without AVX2 keeps torch's."""
    if not torch.cpu._is_avx2_supported():
        return model
    _compiled.update({name: load(name, [str(_HERE / f"{name}.cpp")], extra_cflags=_FLAGS)
                      for name in ("batch_norm_act", "depthwise", "pooling")})
    model.conv_stem.forward = _stem(model.conv_stem)
    model.global_pool.forward = lambda x: _Mean.apply(x).view(*x.shape[:2], 1, 1)
    for layer in model.modules():
        if isinstance(layer, BatchNormAct2d):
            layer.forward = _batch_norm(layer)
        elif isinstance(layer, SqueezeExcite):
            layer.forward = _excite(layer)
        elif isinstance(layer, nn.Conv2d) and layer.kernel_size == (1, 1):
            layer.forward = _pointwise(layer)
        elif isinstance(layer, nn.Conv2d) and layer.groups == layer.in_channels == layer.out_channels > 1:
            layer.forward = (lambda conv: lambda x: _Depthwise.apply(x, conv.weight, conv.stride[0]))(layer)
    head = model.classifier
    head.forward = lambda x: _Product.apply(x.flatten(1).to(VALUE), head.weight).float() + head.bias
    return model
