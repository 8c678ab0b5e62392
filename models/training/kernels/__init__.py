"""CPU kernels for training, compiled on first use: 1.6 to 2 times torch's speed on these networks.

torch spends most of a step on batch normalisation and depthwise convolutions, whose CPU kernels are far
from the memory bandwidth in channels-last order. `python -m kernels.check` compares both with float64.
"""
from pathlib import Path

import members  # noqa: F401  It makes timm importable.
import torch
from timm.layers.norm_act import BatchNormAct2d
from torch import nn
from torch.utils.cpp_extension import load

_HERE = Path(__file__).resolve().parent
_FLAGS = ["-O3", "-march=native", "-ffast-math", "-mprefer-vector-width=512"]
_ACTIVATIONS = {nn.Identity: 0, nn.ReLU: 1, nn.ReLU6: 2, nn.Hardswish: 3}


def _compile(name: str):
    return load(name, [str(_HERE / f"{name}.cpp")], extra_cflags=_FLAGS)


class _BatchNormAct(torch.autograd.Function):
    @staticmethod
    def forward(context, x, weight, bias, activation, eps):
        y, x, mean, deviation, variance = _BatchNormAct.kernel.forward(x, weight, bias, activation, eps)
        context.save_for_backward(x, weight, bias, mean, deviation)
        context.activation = activation
        context.mark_non_differentiable(mean, variance)
        return y, mean, variance

    @staticmethod
    def backward(context, gradient, _mean, _variance):
        return (*_BatchNormAct.kernel.backward(gradient, *context.saved_tensors, context.activation), None, None)


class _Depthwise(torch.autograd.Function):
    @staticmethod
    def forward(context, x, weight, stride):
        context.save_for_backward(x, weight)
        context.stride = stride
        return _Depthwise.kernel.forward(x, weight, stride)

    @staticmethod
    def backward(context, gradient):
        return (*_Depthwise.kernel.backward(gradient, *context.saved_tensors, context.stride), None)


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


def _depthwise(layer: nn.Conv2d):
    return lambda x: _Depthwise.apply(x, layer.weight, layer.stride[0])


def accelerate(model: nn.Module) -> nn.Module:
    """Replaces the slow layers' `forward`; parameters, buffers and results stay the same."""
    _BatchNormAct.kernel = _compile("batch_norm_act")
    _Depthwise.kernel = _compile("depthwise")
    for layer in model.modules():
        if isinstance(layer, BatchNormAct2d) and type(layer.act) in _ACTIVATIONS:
            layer.forward = _batch_norm(layer)
        elif isinstance(layer, nn.Conv2d) and layer.groups == layer.in_channels == layer.out_channels > 1:
            if layer.kernel_size[0] in (3, 5) and layer.padding[0] == layer.kernel_size[0] // 2 and layer.bias is None:
                layer.forward = _depthwise(layer)
    return model
