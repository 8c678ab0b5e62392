"""average: writes the weighted mean of checkpoints of one member, such as those at the start and at the end of its training.

The mean of checkpoints of one training is often better than any of them, because no barrier of the loss lies between them
(Izmailov et al. 2018, arXiv:1803.05407; Wortsman et al. 2022, arXiv:2203.05482). The statistics of normalisations are computed
anew, from training pictures with weaker distortions (--strength 0.8) than the training had (1.15). With undistorted pictures,
the accuracy was 0.2 points lower.
"""
import argparse
from pathlib import Path

import numpy as np
import torch
from tqdm import tqdm

from augment import augment
from members import TIMM, build, read_checkpoint
from prepare import training_sample
from timm.layers.norm_act import BatchNormAct2d  # after members, which makes timm importable


def average(states: list[dict], shares: list[float]) -> dict:
    """The mean of state dicts of one architecture, weighted by `shares`, whose sum is 1. Tensors that are not floats come
    from the last state dict."""
    return {name: sum(share * state[name] for share, state in zip(shares, states)) if value.is_floating_point() else value
            for name, value in states[-1].items()}


@torch.no_grad()
def normalise(model: torch.nn.Module, pixels: torch.Tensor, strength: float):
    """Augments `pixels`, uint8 [n, height, width, 3], and takes the statistics of every normalisation layer from the result."""
    for layer in model.modules():
        if isinstance(layer, BatchNormAct2d):
            layer.reset_running_stats()
            layer.momentum = None  # The mean over all batches.
    model.train()
    for part in tqdm(pixels.split(128), desc="normalise", mininterval=5):
        model(augment(part, part.shape[1], strength))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--member", choices=TIMM, required=True)
    parser.add_argument("--checkpoints", type=Path, nargs="+", required=True, help="of that member, from reopen or train")
    parser.add_argument("--shares", type=float, nargs="+", help="of each checkpoint in the mean (default: equal)")
    parser.add_argument("--data", type=Path, required=True, help="the .npz that prepare wrote")
    parser.add_argument("--pictures", type=int, default=2048, help="number of training pictures for the statistics of the normalisations")
    parser.add_argument("--strength", type=float, default=0.8, help="of the distortions of these pictures (default: %(default)s)")
    parser.add_argument("--out", type=Path, required=True, help="folder for <member>.pt")
    options = parser.parse_args()
    shares = options.shares or [1] * len(options.checkpoints)
    if len(shares) != len(options.checkpoints) or min(shares) < 0 or sum(shares) == 0:
        parser.error(f"--shares must give {len(options.checkpoints)} numbers of at least 0, one for each checkpoint, and not only zeros")
    shares = [share / sum(shares) for share in shares]
    data = np.load(options.data)
    pixels = torch.from_numpy(data["pixels"][training_sample(data, options.pictures)])
    states = [read_checkpoint(path)["model"] for path in options.checkpoints]
    model = build(options.member, len(states[-1]["classifier.bias"])).to(memory_format=torch.channels_last)
    model.load_state_dict(average(states, shares))
    torch.manual_seed(1)
    normalise(model, pixels, options.strength)
    options.out.mkdir(parents=True, exist_ok=True)
    torch.save({"model": model.state_dict()}, options.out / f"{options.member}.pt")
    parts = ", ".join(f"{share:.0%} {path}" for share, path in zip(shares, options.checkpoints))
    print(f"{options.out / options.member}.pt: {parts}")


if __name__ == "__main__":
    main()
