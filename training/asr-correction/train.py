"""train: trains one member for a number of steps fixed beforehand. It uses neither the validation part nor the choice part."""
import argparse
import json
import math
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from tqdm import tqdm

from batches import Text, pairs_of
from counts import Counts
from model import Corrector
from muon import Muon
from noise import Noise
from vocabulary import CANDIDATES, Vocabulary


FEWER = 16
"""Number of a character's candidates that are scored until the last part of the training (`--real`): the first ones of its line in
the vocabulary. They suffice nearly everywhere, and halve the work."""


def schedule(step: int, steps: int) -> float:
    """The share of the highest learning rate. It rises for 400 steps, then falls along half a cosine."""
    return min((step + 1) / 400, 0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * step / steps)))


def optimisers_of(member: Corrector, rate: float) -> list[torch.optim.Optimizer]:
    """Muon for the weight matrices of the layers and of the output, because it needs fewer steps than AdamW. AdamW for all other
    parameters."""
    matrices = [p for name, p in member.named_parameters() if p.ndim == 2 and name.startswith(("layers", "output")) and "distance" not in name]
    chosen = {id(p) for p in matrices}
    others = [p for p in member.parameters() if id(p) not in chosen]
    return [Muon(matrices, lr=rate),
            torch.optim.AdamW(others, lr=rate, betas=(0.9, 0.98), weight_decay=0.0, fused=True)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder that prepare wrote")
    parser.add_argument("--out", type=Path, required=True, help="file of the checkpoint, .pt")
    parser.add_argument("--width", type=int, default=192)
    parser.add_argument("--layers", type=int, default=4)
    parser.add_argument("--heads", type=int, default=4)
    parser.add_argument("--neighbours", type=int, default=5, help="width of the first convolution, in characters (default: %(default)s)")
    parser.add_argument("--steps", type=int, default=8000)
    parser.add_argument("--batch", type=int, default=4096, help="characters in a step (default: %(default)s)")
    parser.add_argument("--rate", type=float, default=2e-3, help="highest learning rate (default: %(default)s)")
    parser.add_argument("--text", type=float, default=1.0, help="share of the text to learn from (default: %(default)s)")
    parser.add_argument("--real", type=float, default=0.15, help="share of the steps, at the end, of which every second also sees real pairs (default: %(default)s)")
    parser.add_argument("--real-batch", type=int, default=1024, help="approximate number of characters of real pairs in a step with real pairs (default: %(default)s)")
    parser.add_argument("--resume", type=Path, help="checkpoint to go on from")
    parser.add_argument("--first-step", type=int, default=0, help="step at which a resumed training goes on (default: %(default)s)")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    vocabulary = Vocabulary.read(options.data / "vocabulary.txt")
    arrays = np.load(options.data / "text.npz")
    noise = Noise(arrays["candidates"], arrays["frequency"], options.seed)
    text = iter(Text(arrays, vocabulary, options.batch, options.text, options.seed))
    real = pairs_of(options.data / "pairs-training.jsonl", vocabulary, options.real_batch, options.seed)
    counts = Counts.read(options.data / "counts.npz")
    member = Corrector(len(vocabulary), torch.from_numpy(arrays["readings"]), int(arrays["syllables"]),
                       options.width, options.layers, options.heads, options.neighbours).train()
    if options.resume:
        member.load_state_dict(torch.load(options.resume, weights_only=True)["weights"], strict=False)
    print(f"{sum(p.numel() for p in member.parameters()):,} parameters", json.dumps(member.settings))
    optimisers = optimisers_of(member, options.rate)
    recent, right, changed_places, started = 0.0, 0, 0, time.time()

    def loss_of(tokens, sounding, places, sentences, offers, known_text):
        nonlocal right, changed_places
        offered = noise.candidates[sounding.ravel()[places], :offers]
        features = counts.features(tokens, places, offered, sentences if known_text else None)
        encoded = member.encode(torch.from_numpy(tokens), torch.from_numpy(sounding)).flatten(0, 1)[torch.from_numpy(places)]
        offered = torch.from_numpy(offered)
        scores = member.score(encoded, offered, torch.from_numpy(features))
        target = torch.from_numpy(sentences.ravel()[places])
        match = (offered == target[:, None]).int()
        known = match.sum(1) > 0
        place = torch.where(known, match.argmax(1), -100)
        changed = known & (place != 0)
        right += (scores.argmax(1) == place)[changed].sum().item()
        changed_places += changed.sum().item()
        return F.cross_entropy(scores, place, reduction="sum"), known.sum().item()

    with tqdm(total=options.steps - options.first_step, unit="step", mininterval=20) as progress:
        for step in range(options.first_step, options.steps):
            part = step / options.steps
            for optimiser in optimisers:
                for group in optimiser.param_groups:
                    group["lr"] = options.rate * schedule(step, options.steps)
            sentences = next(text)
            late = part > 1 - options.real
            shares = (0.1, 0.0, 0.5) if late else (0.12, 0.3, 0.08)
            tokens, sounding, places = noise(sentences, *shares)
            loss, seen = loss_of(tokens, sounding, places, sentences, CANDIDATES if late else FEWER, True)
            if late and step % 2:
                heard, said = next(real)
                more, also = loss_of(heard, heard, np.flatnonzero(heard > 2), said, CANDIDATES, False)
                loss, seen = loss + more, seen + also
            loss = loss / seen
            member.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(member.parameters(), 1.0)
            for optimiser in optimisers:
                optimiser.step()
            recent = 0.99 * recent + 0.01 * loss.item() if step else loss.item()
            progress.update()
            if step % 200 == 199:
                if not math.isfinite(recent):
                    raise SystemExit(f"train: the loss is {recent} at step {step + 1}; lower --rate")
                print(f"\n{step + 1} {time.time() - started:.0f}s loss {recent:.4f} changed places right {right / max(1, changed_places):.4f}", flush=True)
                right = changed_places = 0
            if step % 500 == 499 or step + 1 == options.steps:
                options.out.parent.mkdir(parents=True, exist_ok=True)
                torch.save({"settings": member.settings, "weights": member.state_dict()}, options.out)


if __name__ == "__main__":
    main()
