"""evaluate: counts the errors that members correct and make, alone and together: in held-back text with homophones, and in
pairs of a recognised and a true sentence."""
import argparse
import json
from pathlib import Path

import numpy as np
import torch

from batches import padded
from counts import Counts
from homophones import with_homophones
from model import Corrector
from served import Served
from vocabulary import Vocabulary

def read_member(path: Path, arrays, vocabulary: Vocabulary, counts: Counts) -> Served:
    kept = torch.load(path, weights_only=True)
    member = Corrector(len(vocabulary), torch.from_numpy(arrays["readings"]), int(arrays["syllables"]), **kept["settings"])
    member.load_state_dict(kept["weights"])
    return Served(member, counts).eval()


def in_batches(run, sentences: list[list[int]], candidates: np.ndarray, batch: int = 64) -> list[np.ndarray]:
    """The output [L, K] of `run` for each sentence. `run` gets tokens [N, L] and candidates [N, L, K], in batches of similar
    lengths."""
    out: list = [None] * len(sentences)
    order = sorted(range(len(sentences)), key=lambda i: len(sentences[i]))
    for begin in range(0, len(order), batch):
        rows = order[begin : begin + batch]
        tokens = padded([np.array(sentences[i]) for i in rows])
        given = run(tokens, candidates[tokens])
        for row, i in enumerate(rows):
            out[i] = given[row, : len(sentences[i])]
    return out


@torch.inference_mode()
def probabilities(member: Served, sentences: list[list[int]], candidates: np.ndarray) -> list[np.ndarray]:
    return in_batches(lambda *given: member(*map(torch.from_numpy, given)).numpy(), sentences, candidates)


def corrected(sentence: list[int], given: np.ndarray, candidates: np.ndarray, threshold: float) -> list[int]:
    """Changes each character to its best other candidate if the probability of that candidate reaches the threshold."""
    others = given[:, 1:]
    best = others.argmax(1)
    sure = others[np.arange(len(best)), best] >= threshold
    return [int(candidates[c, 1 + b]) if s else c for c, b, s in zip(sentence, best, sure)]


def distance(one: list, other: list) -> int:
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        diagonal, row[0] = row[0], i
        for j, b in enumerate(other, 1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (a != b))
    return row[-1]


def judge(heard, said, given, candidates, threshold) -> dict[str, float]:
    before = after = characters = changes = right = sentences = 0
    for h, s, g in zip(heard, said, given):
        prediction = corrected(h, g, candidates, threshold)
        before, after, characters = before + distance(h, s), after + distance(prediction, s), characters + len(s)
        sentences += prediction == s
        if len(h) == len(s):
            changes += sum(a != b for a, b in zip(prediction, h))
            right += sum(a != b and a == c for a, b, c in zip(prediction, h, s))
    return dict(before=before / characters, after=after / characters, lower=1 - after / before, changes=changes,
                right=right / max(1, changes), sentences=sentences / len(said))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder that prepare wrote")
    parser.add_argument("--pairs", default="choice", choices=["choice", "validation", "training"])
    parser.add_argument("--sentences", type=int, default=2000, help="number of sentences of held-back text (default: %(default)s)")
    parser.add_argument("--thresholds", type=float, nargs="+", default=[0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98])
    parser.add_argument("checkpoints", type=Path, nargs="+")
    options = parser.parse_args()
    torch.set_num_threads(1)
    vocabulary = Vocabulary.read(options.data / "vocabulary.txt")
    arrays = dict(np.load(options.data / "text.npz"))
    candidates = np.array(vocabulary.candidates)
    lines = (options.data / "held-back.txt").read_text(encoding="utf8").splitlines()[: options.sentences]
    text = [vocabulary.encode(line)[:128] for line in lines]
    rows = [json.loads(line) for line in (options.data / f"pairs-{options.pairs}.jsonl").read_text(encoding="utf8").splitlines()]
    sets = {"homophones": (with_homophones(text, arrays), text),
            f"pairs {options.pairs}": ([vocabulary.encode(r["recognised"]) for r in rows], [vocabulary.encode(r["true"]) for r in rows])}
    members = {path.stem: read_member(path, arrays, vocabulary, Counts.read(options.data / "counts.npz")) for path in options.checkpoints}
    for name, (heard, said) in sets.items():
        votes = {m: probabilities(member, heard, candidates) for m, member in members.items()}
        if len(votes) > 1:
            votes["ensemble"] = [np.mean(v, 0) for v in zip(*votes.values())]
        for judged, given in votes.items():
            for threshold in options.thresholds:
                result = judge(heard, said, given, candidates, threshold)
                print(f"{name:18} {judged:12} {threshold:.2f}  " + "  ".join(f"{k} {v:.4f}" if k != "changes" else f"{k} {v}" for k, v in result.items()))


if __name__ == "__main__":
    main()
