"""train: trains one member. The training can be resumed after every epoch."""
import argparse
import json
import math
import time
from pathlib import Path

import numpy as np
import torch
from tqdm import tqdm

from augment import augment, resize
from members import MEMBERS, build, read_checkpoint
from targets import clean, losses_of


@torch.no_grad()
def accuracy(model, pixels, labels, size: int, device: str) -> float:
    model.eval()
    right = 0
    for start in range(0, len(labels), 128):
        predictions = model(resize(pixels[start:start + 128], size).to(device)).argmax(1).cpu()
        right += (predictions == labels[start:start + 128]).sum().item()
    return right / len(labels)


class Run:
    """One member's training: data, model, optimiser, and what is kept between epochs."""

    def __init__(self, options: argparse.Namespace):
        self.options = options
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self._read()
        self.model = build(options.member, self.classes).to(self.device, memory_format=torch.channels_last)
        plain = [p for p in self.model.parameters() if p.ndim < 2]
        matrices = [p for p in self.model.parameters() if p.ndim >= 2]
        self.optimizer = torch.optim.AdamW([{"params": matrices, "weight_decay": options.decay},
                                            {"params": plain, "weight_decay": 0}], lr=options.rate, fused=True)
        self.beliefs = torch.zeros(len(self.labels), self.classes, dtype=torch.float16)
        self.known = False  # Whether the beliefs come from a trained ensemble. If so, training does not change them.
        self.epoch = 0
        self.checkpoint = options.out / f"{options.member}.pt"
        options.out.mkdir(parents=True, exist_ok=True)
        if self.checkpoint.exists():
            self._resume()
        elif options.init:
            state = read_checkpoint(options.init)
            self.model.load_state_dict(state["model"])
            if "beliefs" in state:
                self.beliefs, self.known = state["beliefs"], state["known"]

    def _read(self):
        data = np.load(self.options.data)
        self.pixels, self.labels = torch.from_numpy(data["pixels"]), torch.from_numpy(data["labels"])
        held = torch.from_numpy(data["validation"])
        if self.options.classes:
            some = self.labels < self.options.classes
            self.pixels, self.labels, held = self.pixels[some], self.labels[some], held[some]
        self.size, self.classes = self.pixels.shape[1], self.options.classes or int(data["classes"])
        self.training, validation = (~held).nonzero().flatten(), held.nonzero().flatten()
        self.held_pixels, self.held_labels = self.pixels[validation], self.labels[validation]
        self.outliers = None
        if self.options.outliers:
            with np.load(self.options.outliers) as loaded:
                some = loaded["labels"] < self.classes
                self.outliers = torch.from_numpy(loaded["pixels"][some]), torch.from_numpy(loaded["labels"][some])

    def _resume(self):
        state = read_checkpoint(self.checkpoint)
        self.model.load_state_dict(state["model"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.beliefs, self.known, self.epoch = state["beliefs"], state["known"], state["epoch"]
        torch.set_rng_state(state["random"])
        print(f"resumed after epoch {self.epoch} of {self.options.epochs}")

    def _save(self):
        partial = self.checkpoint.with_suffix(".partial")
        torch.save({"model": self.model.state_dict(), "optimizer": self.optimizer.state_dict(), "beliefs": self.beliefs,
                    "known": self.known, "epoch": self.epoch, "random": torch.get_rng_state()}, partial)
        partial.rename(self.checkpoint)

    def _rate(self, part: float):
        """Sets the learning rate at `part` (0..1) of the training. It rises for one epoch, then falls along half a cosine."""
        warm = part * self.options.epochs
        for group in self.optimizer.param_groups:
            group["lr"] = self.options.rate * min(1, warm, 0.5 * (1 + math.cos(math.pi * part)) + 0.002)

    def _batch(self, chosen: torch.Tensor, targets: torch.Tensor, late: bool):
        inputs, target = self.pixels[chosen], targets[chosen]
        if self.outliers and late:
            some = torch.randint(len(self.outliers[1]), (len(chosen) // 6,))
            inputs, target = torch.cat([inputs, self.outliers[0][some]]), torch.cat([target, self.outliers[1][some]])
        # Distortions grow from half to full strength, because a short training learns better from easy pictures first
        # (Tan & Le 2021, arXiv:2104.00298).
        strength = self.options.strength * (0.5 + 0.5 * self.epoch / self.options.epochs)
        return augment(inputs, self.size, strength).to(self.device), target.to(self.device)

    def _believe(self, chosen: torch.Tensor, log_probabilities: torch.Tensor):
        probabilities, known = log_probabilities[:len(chosen)].detach().exp().cpu(), self.beliefs[chosen].float()
        fresh = known.sum(1, keepdim=True) == 0
        self.beliefs[chosen] = torch.where(fresh, probabilities, 0.6 * known + 0.4 * probabilities).half()

    def run_epoch(self) -> dict:
        options, started, total = self.options, time.time(), 0.0
        targets = clean(self.beliefs, self.labels) if self.known or self.epoch >= 0.6 * options.epochs else self.labels
        usable = self.training[targets[self.training] >= 0]
        batches = usable[torch.randperm(len(usable))].split(options.batch)[:-1]
        self.model.train()
        progress = tqdm(batches, desc=f"{options.member} epoch {self.epoch + 1}/{options.epochs}", mininterval=10)
        for step, chosen in enumerate(progress):
            self._rate((self.epoch + step / len(batches)) / options.epochs)
            inputs, target = self._batch(chosen, targets, late=self.epoch >= 0.5 * options.epochs)
            taught = self.beliefs[chosen].to(self.device) if self.known else None
            losses, log_probabilities = losses_of(self.model(inputs), target, taught, options.distil)
            loss = losses.mean()
            if not loss.isfinite():
                raise SystemExit(f"train: the loss is {loss.item()} in epoch {self.epoch + 1}; lower --rate")
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), 5.0)
            self.optimizer.step()
            self.optimizer.zero_grad(set_to_none=True)
            if not self.known:
                self._believe(chosen, log_probabilities)
            total += loss.item()
            if step % 20 == 0:
                progress.set_postfix(loss=f"{total / (step + 1):.3f}", refresh=False)
        self.epoch += 1
        return {"member": options.member, "epoch": self.epoch, "loss": round(total / len(batches), 4),
                "relabelled": int((targets[usable] != self.labels[usable]).sum()), "dropped": len(self.training) - len(usable),
                "believed": round((self.beliefs[self.training].max(1).indices == self.labels[self.training]).float().mean().item(), 4),
                "seconds": round(time.time() - started),
                "validation": round(accuracy(self.model, self.held_pixels, self.held_labels, self.size, self.device), 4)}

    def train(self):
        while self.epoch < self.options.epochs:
            figure = json.dumps(self.run_epoch())
            with open(self.options.out / f"{self.options.member}.jsonl", "a") as log:
                log.write(figure + "\n")
            print(figure, flush=True)
            self._save()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--member", choices=MEMBERS, required=True)
    parser.add_argument("--data", type=Path, required=True, help="the .npz that prepare wrote, with pictures of the size to train with")
    parser.add_argument("--outliers", type=Path, help="an .npz of further pictures for the second half of the training; the label -1 is a character outside the list")
    parser.add_argument("--out", type=Path, required=True, help="folder for checkpoints")
    parser.add_argument("--init", type=Path, help="start from another checkpoint's weights")
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--rate", type=float, default=2e-3, help="peak learning rate of the one-cycle schedule")
    parser.add_argument("--decay", type=float, default=0.05)
    parser.add_argument("--strength", type=float, default=0.5, help="of the distortions at the end of the training, which starts with half of it")
    parser.add_argument("--distil", type=float, default=0.5, help="share of the loss that comes from the ensemble's probabilities, if --init has them")
    parser.add_argument("--classes", type=int, help="train with this number of labels only, the first of the list, to compare recipes quickly")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for path in (options.data, options.outliers, options.init):
        if path and not path.exists():
            parser.error(f"there is no {path}")
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    Run(options).train()


if __name__ == "__main__":
    main()
