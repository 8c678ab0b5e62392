"""train: one member, from small pictures to large ones, resumable after every epoch."""
import argparse
import json
import math
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from tqdm import tqdm

from augment import augment, resize
from members import MEMBERS, build

SMOOTHING = 0.1


def stages(text: str) -> list[int]:
    """'48x4,96x2' -> the picture size of every epoch: [48, 48, 48, 48, 96, 96]."""
    return [int(size) for part in text.split(",") for size, epochs in [part.split("x")] for _ in range(int(epochs))]


def clean(beliefs: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Targets with label noise taken out: -1 where a picture shows nothing its label explains.

    `beliefs` holds each training picture's running mean of the member's own probabilities under augmentation.
    Early in training networks fit what pictures agree on, not the exceptions, so a firm belief in another
    character is evidence of a wrong label (Arpit et al. 2017, arXiv:1706.05394).
    """
    rows = torch.arange(len(labels))
    given = beliefs[rows, labels].float()
    best, answer = beliefs.float().max(1)
    targets = labels.clone()
    doubted = (answer != labels) & (best > 0.5) & (given < 0.02)
    targets[doubted] = -1
    certain = doubted & (best > 0.75)
    targets[certain] = answer[certain]
    return targets


class Sampler:
    """InfoBatch (Qin et al. 2023, arXiv:2303.04947): skips half of the easy pictures, weighs the rest double."""

    def __init__(self, count: int):
        self.losses = torch.full((count,), float("inf"))

    def epoch(self, rows: torch.Tensor, prune: bool) -> tuple[torch.Tensor, torch.Tensor]:
        weights = torch.ones(len(rows))
        if prune:
            losses = self.losses[rows]
            easy = losses < losses[losses.isfinite()].mean()
            skipped = easy & (torch.rand(len(rows)) < 0.5)
            weights[easy] = 2
            rows, weights = rows[~skipped], weights[~skipped]
        order = torch.randperm(len(rows))
        return rows[order], weights[order]


@torch.no_grad()
def accuracy(model, pixels, labels, size: int) -> float:
    model.eval()
    right = 0
    for start in range(0, len(labels), 128):
        right += (model(resize(pixels[start:start + 128], size)).argmax(1) == labels[start:start + 128]).sum().item()
    return right / len(labels)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--member", choices=MEMBERS, required=True)
    parser.add_argument("--data", type=Path, required=True, help="the .npz that prepare wrote")
    parser.add_argument("--outliers", type=Path, help="an .npz of further pictures for the last stage; label -1 is outside the list")
    parser.add_argument("--out", type=Path, required=True, help="folder for checkpoints")
    parser.add_argument("--init", type=Path, help="start from another checkpoint's weights and beliefs")
    parser.add_argument("--stages", default="96x20", help="picture sizes and epochs, in order")
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--rate", type=float, default=2e-3, help="peak learning rate of the one-cycle schedule")
    parser.add_argument("--decay", type=float, default=0.05)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)

    data = np.load(options.data)
    pixels, labels = torch.from_numpy(data["pixels"]), torch.from_numpy(data["labels"])
    held = torch.from_numpy(data["validation"])
    training, validation = (~held).nonzero().flatten(), held.nonzero().flatten()
    held_pixels, held_labels = pixels[validation], labels[validation]
    classes = int(labels.max()) + 1
    sizes = stages(options.stages)

    device = "cuda" if torch.cuda.is_available() else "cpu"
    model = build(options.member, classes).to(device, memory_format=torch.channels_last)
    if device == "cpu":
        from kernels import accelerate
        accelerate(model)
    plain = [p for p in model.parameters() if p.ndim < 2]
    matrices = [p for p in model.parameters() if p.ndim >= 2]
    optimizer = torch.optim.AdamW([{"params": matrices, "weight_decay": options.decay},
                                   {"params": plain, "weight_decay": 0}], lr=options.rate, fused=True)
    sampler = Sampler(len(labels))
    beliefs = torch.zeros(len(labels), classes, dtype=torch.float16)
    checkpoint = options.out / f"{options.member}.pt"
    options.out.mkdir(parents=True, exist_ok=True)
    first = 0
    if checkpoint.exists():
        state = torch.load(checkpoint, weights_only=True)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        sampler.losses, beliefs, first = state["losses"], state["beliefs"], state["epoch"]
        torch.set_rng_state(state["random"])
        print(f"resumed after epoch {first} of {len(sizes)}")
    elif options.init:
        state = torch.load(options.init, weights_only=True)
        model.load_state_dict(state["model"])
        sampler.losses, beliefs = state["losses"], state["beliefs"]

    outliers = None
    if options.outliers and options.outliers.exists():
        loaded = np.load(options.outliers)
        outliers = torch.from_numpy(loaded["pixels"]), torch.from_numpy(loaded["labels"])

    for epoch in range(first, len(sizes)):
        size, targets = sizes[epoch], labels
        extra = outliers if size == sizes[-1] else None
        if epoch >= len(sizes) * 0.65:
            targets = clean(beliefs, labels)
        usable = training[targets[training] >= 0]
        rows, weights = sampler.epoch(usable, prune=0.4 * len(sizes) < epoch < len(sizes) - 2)
        # A short schedule wants easy pictures first (Tan & Le 2021, arXiv:2104.00298).
        strength = 0.25 + 0.25 * epoch / len(sizes)
        model.train()
        started, total, steps = time.time(), 0.0, len(rows) // options.batch
        progress = tqdm(range(steps), desc=f"{options.member} epoch {epoch + 1}/{len(sizes)} at {size} px", mininterval=10)
        for step in progress:
            part = (epoch + step / steps) / len(sizes)
            for group in optimizer.param_groups:
                group["lr"] = options.rate * min(1, part * len(sizes), 0.5 * (1 + math.cos(math.pi * part)) + 0.002)
            part_of_epoch = slice(step * options.batch, (step + 1) * options.batch)
            chosen, weight = rows[part_of_epoch], weights[part_of_epoch]
            inputs, target = pixels[chosen], targets[chosen]
            if extra:
                some = torch.randint(len(extra[1]), (options.batch // 6,))
                inputs, target = torch.cat([inputs, extra[0][some]]), torch.cat([target, extra[1][some]])
                weight = torch.cat([weight, torch.ones(len(some))])
            logits = model(augment(inputs, size, strength).to(device)).float()
            log_probabilities = F.log_softmax(logits, 1)
            uniform = -log_probabilities.mean(1)
            inside = target >= 0
            named = -log_probabilities.gather(1, target.clamp(min=0).to(device)[:, None])[:, 0]
            # Outside the list no character is right: the target is uniform (Hendrycks et al. 2019, arXiv:1812.04606).
            losses = torch.where(inside.to(device), (1 - SMOOTHING) * named + SMOOTHING * uniform, uniform)
            loss = (losses * weight.to(device)).mean()
            if not loss.isfinite():
                raise SystemExit(f"train: the loss is {loss.item()} in epoch {epoch + 1}; lower --rate")
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
            with torch.no_grad():
                sampler.losses[chosen] = losses[:len(chosen)].detach().cpu()
                probabilities = log_probabilities[:len(chosen)].exp().cpu()
                known = beliefs[chosen].float()
                fresh = known.sum(1, keepdim=True) == 0
                beliefs[chosen] = torch.where(fresh, probabilities, 0.6 * known + 0.4 * probabilities).half()
            total += loss.item()
            if step % 20 == 0:
                progress.set_postfix(loss=f"{total / (step + 1):.3f}", refresh=False)
        figure = {"member": options.member, "epoch": epoch + 1, "size": size, "loss": round(total / steps, 4),
                  "images": len(rows), "relabelled": int(((targets != labels) & (targets >= 0)).sum()),
                  "dropped": int((targets < 0).sum()), "seconds": round(time.time() - started),
                  "validation": round(accuracy(model, held_pixels, held_labels, size), 4)}
        with open(options.out / f"{options.member}.jsonl", "a") as log:
            log.write(json.dumps(figure) + "\n")
        print(json.dumps(figure), flush=True)
        partial = checkpoint.with_suffix(".partial")
        torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "losses": sampler.losses,
                    "beliefs": beliefs, "epoch": epoch + 1, "random": torch.get_rng_state()}, partial)
        partial.rename(checkpoint)


if __name__ == "__main__":
    main()
