"""train: trains one member for a number of epochs that is fixed beforehand. It does not use the validation part."""
import argparse
import math
import time
from pathlib import Path

import torch
import torch.nn.functional as F
from tqdm import tqdm

from augment import augment
from members import MEMBERS, Member
from prepare import read_part


def schedule(part: float, epochs: int) -> float:
    """The share of the highest learning rate at `part` (0..1) of the training. It rises for one epoch, then falls along half
    a cosine."""
    return min(part * epochs + 0.02, 0.5 * (1 + math.cos(math.pi * part)))


def strength(part: float) -> float:
    """The strength of distortions: full for 60 % of the training, then falling to half, because requests have plain pictures."""
    return 1 - 0.5 * max(0.0, (part - 0.6) / 0.4)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--member", choices=list(MEMBERS), required=True)
    parser.add_argument("--data", type=Path, required=True, help="the .npz that prepare wrote")
    parser.add_argument("--out", type=Path, required=True, help="folder for <member>.pt")
    parser.add_argument("--epochs", type=int, default=30, help="default: %(default)s")
    parser.add_argument("--batch", type=int, default=128, help="default: %(default)s")
    parser.add_argument("--rate", type=float, default=4e-3, help="highest learning rate (default: %(default)s)")
    parser.add_argument("--decay", type=float, default=0.05, help="weight decay (default: %(default)s)")
    parser.add_argument("--threads", type=int, default=2, help="default: %(default)s")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    pixels, labels, _ = read_part(options.data, "training")
    pixels, labels = torch.from_numpy(pixels), torch.from_numpy(labels)
    member = Member(options.member).to(memory_format=torch.channels_last).train()
    optimiser = torch.optim.AdamW(member.parameters(), lr=options.rate, weight_decay=options.decay, fused=True)
    steps = len(labels) // options.batch
    started = time.time()
    with tqdm(total=options.epochs * steps, desc=options.member, unit="batch", mininterval=5) as progress:
        for epoch in range(options.epochs):
            total = 0.0
            for step, rows in enumerate(torch.randperm(len(labels)).split(options.batch)[:steps]):
                part = (epoch + step / steps) / options.epochs
                for group in optimiser.param_groups:
                    group["lr"] = options.rate * schedule(part, options.epochs)
                loss = F.cross_entropy(member(augment(pixels[rows], strength(part))), labels[rows])
                optimiser.zero_grad()
                loss.backward()
                optimiser.step()
                total += loss.item()
                progress.update()
            if not math.isfinite(total):
                raise SystemExit(f"train: the loss is {total} in epoch {epoch + 1}; lower --rate")
            progress.set_postfix(epoch=epoch + 1, loss=f"{total / steps:.4f}")
    options.out.mkdir(parents=True, exist_ok=True)
    torch.save(member.state_dict(), options.out / f"{options.member}.pt")
    print(f"{options.out / options.member}.pt: {options.epochs} epochs in {time.time() - started:.0f} s, loss {total / steps:.4f}")


if __name__ == "__main__":
    main()
