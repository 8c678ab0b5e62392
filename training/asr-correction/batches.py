"""Batches with about the same number of characters. Sentences in a batch have similar lengths, so that little is padding."""
import json
from pathlib import Path

import numpy as np

from vocabulary import FIRST, Vocabulary


def padded(sentences: list[np.ndarray]) -> np.ndarray:
    out = np.zeros((len(sentences), max(map(len, sentences))), np.int64)
    for row, sentence in enumerate(sentences):
        out[row, : len(sentence)] = sentence
    return out


def by_length(sentences: list[np.ndarray], batch: int, random: np.random.Generator):
    """Batches in random order. A little noise on the lengths puts sentences into other batches each time."""
    order = sorted(range(len(sentences)), key=lambda i: len(sentences[i]) + random.random() * 2)
    batches, rows, widest = [], [], 0
    for i in order:
        widest = max(widest, len(sentences[i]))
        if rows and widest * (len(rows) + 1) > batch:
            batches.append(rows)
            rows, widest = [], len(sentences[i])
        rows.append(i)
    random.shuffle(batches)
    for rows in batches:
        yield padded([sentences[i] for i in rows])


class Text:
    """Repeats the text for ever. Each time, half of the sentences lose their punctuation, because recognisers give none."""

    def __init__(self, arrays, vocabulary: Vocabulary, batch: int, share: float, seed: int):
        ids, starts = arrays["ids"].astype(np.int64), arrays["starts"]
        self.random, self.batch = np.random.default_rng(seed), batch
        count = int(share * (len(starts) - 1))
        self.sentences = [ids[starts[i] : starts[i + 1]] for i in range(count)]
        self.spoken = np.array([False] * FIRST + [c.isalnum() for c in vocabulary.characters])
        self.spoken[1] = True

    def __iter__(self):
        while True:
            bare = self.random.random(len(self.sentences)) < 0.5
            now = [s[self.spoken[s]] if b else s for s, b in zip(self.sentences, bare)]
            yield from by_length([s for s in now if len(s) > 2], self.batch, self.random)


def pairs_of(path: Path, vocabulary: Vocabulary, batch: int, seed: int):
    """Repeats the pairs of equally long sentences for ever. A batch is two arrays [N, L]: recognised and true sentences."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf8").splitlines()]
    rows = [r for r in rows if len(r["recognised"]) == len(r["true"])]
    random = np.random.default_rng(seed)
    while True:
        random.shuffle(rows)
        both = [np.array([vocabulary.encode(r["recognised"]), vocabulary.encode(r["true"])]).T for r in rows]
        taken = 0
        while taken < len(both):
            some = both[taken : taken + batch // 20]
            taken += len(some)
            yield tuple(padded([s[:, side] for s in some]) for side in (0, 1))
