"""widen: makes the initial weights of a wide member from the weights of a trained, narrower member of the same family.

In Net2WiderNet (Chen et al. 2016, arXiv:1511.05641), every new channel copies an old one. The next layer splits the old
weight between the copies, so the wide network begins with the predictions of the narrow one. The split is uneven, because
equal copies would learn the same for ever.
"""
import argparse
from pathlib import Path

import numpy as np
import torch
from torch import nn

from members import SIZE, TIMM, build, read_checkpoint


class Widener:
    def __init__(self, seed: int):
        self.random = torch.Generator().manual_seed(seed)

    def channels(self, old: int, new: int) -> torch.Tensor:
        """For each new channel, the old channel that it copies. Every old channel is copied once, then random ones again."""
        return torch.cat([torch.arange(old), torch.randint(old, (new - old,), generator=self.random)])

    def shares(self, source: torch.Tensor) -> torch.Tensor:
        """The share of an old channel's weight that each copy takes. The shares of all copies of a channel sum to 1."""
        raw = 0.5 + torch.rand(len(source), generator=self.random)
        return raw / torch.zeros(int(source.max()) + 1).index_add_(0, source, raw)[source]

    def convolution(self, new: nn.Conv2d, old: nn.Conv2d, outputs: torch.Tensor, inputs: torch.Tensor | None):
        weight = old.weight.data[outputs]
        if inputs is not None:
            weight = weight[:, inputs] * self.shares(inputs)[None, :, None, None]
        new.weight.data.copy_(weight)
        if old.bias is not None:
            new.bias.data.copy_(old.bias.data[outputs])

    @staticmethod
    def norm(new: nn.Module, old: nn.Module, channels: torch.Tensor):
        for name in ("weight", "bias", "running_mean", "running_var"):
            getattr(new, name).data.copy_(getattr(old, name).data[channels])

    def excitation(self, new: nn.Module, old: nn.Module, channels: torch.Tensor):
        if not hasattr(old, "conv_reduce"):
            return
        reduced = self.channels(old.conv_reduce.out_channels, new.conv_reduce.out_channels)
        self.convolution(new.conv_reduce, old.conv_reduce, reduced, channels)
        self.convolution(new.conv_expand, old.conv_expand, channels, reduced)

    def block(self, new: nn.Module, old: nn.Module, inputs: torch.Tensor) -> torch.Tensor:
        """Widens one block. `inputs` has, for each new input, the old channel that it copies. Returns the same for outputs."""
        def outputs(layer: str) -> torch.Tensor:
            if getattr(old, "has_skip", False):
                return inputs
            return self.channels(getattr(old, layer).out_channels, getattr(new, layer).out_channels)

        if hasattr(old, "conv_pwl"):
            middle = self.channels(old.conv_pw.out_channels, new.conv_pw.out_channels)
            self.convolution(new.conv_pw, old.conv_pw, middle, inputs)
            self.norm(new.bn1, old.bn1, middle)
            self.convolution(new.conv_dw, old.conv_dw, middle, None)
            self.norm(new.bn2, old.bn2, middle)
            self.excitation(new.se, old.se, middle)
            found = outputs("conv_pwl")
            self.convolution(new.conv_pwl, old.conv_pwl, found, middle)
            self.norm(new.bn3, old.bn3, found)
        elif hasattr(old, "conv_dw"):
            self.convolution(new.conv_dw, old.conv_dw, inputs, None)
            self.norm(new.bn1, old.bn1, inputs)
            self.excitation(new.se, old.se, inputs)
            found = outputs("conv_pw")
            self.convolution(new.conv_pw, old.conv_pw, found, inputs)
            self.norm(new.bn2, old.bn2, found)
        else:
            found = outputs("conv")
            self.convolution(new.conv, old.conv, found, inputs)
            self.norm(new.bn1, old.bn1, found)
        return found

    def network(self, new: nn.Module, old: nn.Module):
        channels = self.channels(old.conv_stem.out_channels, new.conv_stem.out_channels)
        self.convolution(new.conv_stem, old.conv_stem, channels, None)
        self.norm(new.bn1, old.bn1, channels)
        for stage, old_stage in zip(new.blocks, old.blocks, strict=True):
            for block, old_block in zip(stage, old_stage, strict=True):
                channels = self.block(block, old_block, channels)
        head = self.channels(old.conv_head.out_channels, new.conv_head.out_channels)
        self.convolution(new.conv_head, old.conv_head, head, channels)
        new.classifier.weight.data.copy_(old.classifier.weight.data[:, head] * self.shares(head))
        new.classifier.bias.data.copy_(old.classifier.bias.data)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--from", dest="source", type=Path, required=True, help="checkpoint of the narrow member")
    parser.add_argument("--narrow", choices=TIMM, default="mobilenetv3_large_075")
    parser.add_argument("--wide", choices=TIMM, default="mobilenetv3_large_100")
    parser.add_argument("--out", type=Path, required=True, help="checkpoint to write, for train --init")
    parser.add_argument("--seed", type=int, default=3)
    options = parser.parse_args()
    state = read_checkpoint(options.source)
    classes = state["model"]["classifier.bias"].shape[0]
    old, new = build(options.narrow, classes).eval(), build(options.wide, classes).eval()
    old.load_state_dict(state["model"])
    Widener(options.seed).network(new, old)
    with torch.no_grad():
        x = torch.from_numpy(np.random.default_rng(0).random((4, 3, *SIZE), np.float32))
        difference = (old(x) - new(x)).abs().max().item()
    if difference > 1e-2:
        raise SystemExit(f"widen: a logit differs by {difference:.4f}, more than 0.01; --narrow and --wide must be members of one family")
    torch.save({"model": new.state_dict(), "beliefs": state["beliefs"], "known": state["known"]}, options.out)
    print(f"{options.out}: largest difference of a logit {difference:.2e}")


if __name__ == "__main__":
    main()
