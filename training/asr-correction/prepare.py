"""prepare: writes vocabulary, text, words and pairs to one folder, and keeps text and speakers of validation out of training."""
import argparse
import csv
import json
import random
from collections import Counter
from pathlib import Path

import numpy as np

from vocabulary import FIRST, Vocabulary, make, normal, read_phrases, read_sounds

LONGEST = 72
"""Longer sentences are divided into parts of this length, because the cost of attention grows with the square of the length, and
because no recogniser hears so much at once."""
READINGS = 3


def flat(sentences: list[list[int]]) -> dict[str, np.ndarray]:
    """One array of all sentences, and the position where each begins. The last position is the end of the array."""
    starts = np.cumsum([0, *map(len, sentences)])
    return {"ids": np.array([i for s in sentences for i in s], np.int16), "starts": starts.astype(np.int64)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of text.tsv, pairs.jsonl, BPMFBase.txt, phrase.occ")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--held-back", type=int, default=2000, help="number of sentences of text that are kept out of training (default: %(default)s)")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    lines = [line.split("\t", 1) for line in (options.data / "text.tsv").read_text(encoding="utf8").splitlines()]
    text = [(source, normal(sentence)) for source, sentence in lines]
    random.Random(1).shuffle(text)
    longer = [row for row in text if len(row[1]) >= 8]
    held_back = set(longer[: options.held_back])
    learnt = [sentence for source, sentence in text if (source, sentence) not in held_back]

    sounds, phrases = read_sounds(options.data / "BPMFBase.txt"), read_phrases(options.data / "phrase.occ")
    counts = Counter(c for sentence in learnt for c in sentence)
    table = make(sounds, counts, phrases)
    (options.out / "vocabulary.txt").write_text("".join(f"{c}\t{others}\n" for c, others in table), encoding="utf8")
    vocabulary = Vocabulary.read(options.out / "vocabulary.txt")

    syllables = {s: place + 1 for place, s in enumerate(sorted({s for c in sounds for s in sounds[c]}))}
    readings = np.zeros((len(vocabulary), READINGS), np.int16)
    for c, id in vocabulary.ids.items():
        own = [syllables[s] for s in sounds.get(c, ())][:READINGS]
        readings[id, : len(own)] = own
    frequency = np.array([0.0] * FIRST + [counts[c] + 0.5 for c in vocabulary.characters])
    pieces = [s[i : i + LONGEST] for s in map(vocabulary.encode, learnt) for i in range(0, len(s), LONGEST)]
    words = [(vocabulary.encode(p), n) for p, n in phrases.items() if all(c in vocabulary.ids for c in p)]
    np.savez(options.out / "text.npz", readings=readings, frequency=frequency, syllables=len(syllables) + 1,
             candidates=np.array(vocabulary.candidates, np.int16), **flat([p for p in pieces if len(p) > 2]))
    np.savez(options.out / "words.npz", counts=np.array([n for _, n in words]), **flat([w for w, _ in words]))
    (options.out / "held-back.txt").write_text("".join(s + "\n" for _, s in sorted(held_back)), encoding="utf8")

    pairs = [json.loads(line) for line in (options.data / "pairs.jsonl").read_text(encoding="utf8").splitlines()]
    speakers = sorted({p["id"][:7] for p in pairs})
    random.Random(1).shuffle(speakers)
    part = {s: ("training", "training", "training", "choice", "validation")[n % 5] for n, s in enumerate(speakers)}
    for name in ("training", "choice", "validation"):
        rows = [p for p in pairs if part[p["id"][:7]] == name]
        (options.out / f"pairs-{name}.jsonl").write_text("".join(json.dumps(p, ensure_ascii=False) + "\n" for p in rows), encoding="utf8")
        with (options.out / f"pairs-{name}.csv").open("w", encoding="utf8", newline="") as out:
            csv.writer(out).writerows([["text", "label"], *([p["recognised"], p["true"]] for p in rows)])
        print(f"pairs {name}: {len(rows)} sentences of {len({p['id'][:7] for p in rows})} speakers")
    print(f"{len(vocabulary)} ids, {len(pieces)} sentences of {sum(map(len, pieces))} characters, {len(words)} words, {len(held_back)} sentences held back")


if __name__ == "__main__":
    main()
