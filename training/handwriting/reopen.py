"""reopen: makes a checkpoint for further training (train --init) from an exported member whose checkpoint is lost.

The export folded the normalisations into the convolutions. Here, every normalisation gets the statistics of training
pictures, and a scale and an offset that undo them. So the predictions stay the same, and training can go on. A checkpoint
also has the ensemble's prediction for each training picture, so that `train` knows wrong labels from its first epoch.
"""
import argparse
import json
import os
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from tqdm import tqdm

from augment import resize
from export import TEMPERATURE
from members import TIMM, build
from prepare import training_sample
from timm.layers.norm_act import BatchNormAct2d  # after members, which makes timm importable


@torch.no_grad()
def reopen(member: str, path: Path, pixels: torch.Tensor) -> torch.nn.Module:
    """The member of an .onnx file. Its normalisations are restored, with statistics from `pixels` [n, 3, height, width]."""
    weights = {part.name: torch.from_numpy(numpy_helper.to_array(part).copy()) for part in onnx.load(path).graph.initializer}
    if "model.conv_stem.weight" not in weights:
        raise SystemExit(f"reopen: {path} holds no float weights; training/handwriting/README.md says where they are")
    model = build(member, len(weights["model.classifier.bias"]))
    offsets, last, hooks = {}, [None], []

    def noting(name):
        return lambda layer, inputs, output: last.__setitem__(0, name)

    def unfold(norm, inputs):
        values = inputs[0].transpose(0, 1).flatten(1)
        mean, variance = values.mean(1), values.var(1)
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
        norm.weight.data.copy_((variance + norm.eps).sqrt())
        norm.bias.data.copy_(mean + offsets[last[0]])

    for name, layer in model.named_modules():
        if isinstance(layer, torch.nn.Conv2d):
            layer.weight.data.copy_(weights[f"model.{name}.weight"])
            if layer.bias is None:
                offsets[name] = weights[f"model.{name}.weight_bias"]
            else:
                layer.bias.data.copy_(weights[f"model.{name}.bias"])
            hooks.append(layer.register_forward_hook(noting(name)))
        elif isinstance(layer, BatchNormAct2d):
            hooks.append(layer.register_forward_pre_hook(unfold))
    model.conv_stem.weight.data.mul_(255)
    model.classifier.weight.data.copy_(weights["model.classifier.weight"] * TEMPERATURE)
    model.classifier.bias.data.copy_(weights["model.classifier.bias"] * TEMPERATURE)
    model.eval()(pixels)
    for hook in hooks:
        hook.remove()
    return model


@torch.no_grad()
def believe(model: torch.nn.Module, pixels: torch.Tensor) -> torch.Tensor:
    """The member's probabilities float16 [n, classes] for uint8 pixels [n, height, width, 3]."""
    parts = tqdm(pixels.split(128), desc="believe", mininterval=10)
    return torch.cat([model(resize(part, part.shape[1])).softmax(1).half() for part in parts])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--models", type=Path, required=True, help="folder with the exported members, in float, and ensemble.json")
    parser.add_argument("--members", nargs="+", default=list(TIMM), choices=TIMM)
    parser.add_argument("--data", type=Path, required=True, help="the .npz that prepare wrote")
    parser.add_argument("--pictures", type=int, default=512, help="number of training pictures for the statistics of the normalisations")
    parser.add_argument("--out", type=Path, required=True, help="folder for the checkpoints")
    options = parser.parse_args()
    torch.set_num_threads(os.cpu_count() or 1)
    data = np.load(options.data)
    labels, every = data["labels"], torch.from_numpy(data["pixels"])
    training = np.flatnonzero(~data["validation"])
    pixels = resize(every[training_sample(data, options.pictures)], every.shape[1])
    weights = {member["name"]: member["weight"] for member in json.loads((options.models / "ensemble.json").read_text())["members"]}
    models = {member: reopen(member, options.models / f"{member}.onnx", pixels) for member in options.members}
    options.out.mkdir(parents=True, exist_ok=True)
    states = {member: {name: value.clone() for name, value in model.state_dict().items()} for member, model in models.items()}
    beliefs = torch.zeros(len(labels), int(data["classes"]), dtype=torch.float16)
    for member, model in models.items():
        share = weights[member] / sum(weights[one] for one in models)
        beliefs[training] += share * believe(model, every[training])
    for member, state in states.items():
        torch.save({"model": state, "beliefs": beliefs, "known": True}, options.out / f"{member}.pt")
    right = (beliefs[training].max(1).indices.numpy() == labels[training]).mean()
    print(f"{options.out}: {', '.join(models)}; together {100 * right:.1f} % of {len(training)} training pictures right")


if __name__ == "__main__":
    main()
