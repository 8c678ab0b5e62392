"""homophones: writes held-back text, in which characters are replaced by others of the same sound, as a table for evaluation."""
import argparse
import csv
from pathlib import Path

import numpy as np

from vocabulary import FIRST, Vocabulary

ERRORS = 0.07
"""Share of replaced characters, among those that have a sound."""


def with_homophones(sentences: list[list[int]], arrays, seed: int = 7) -> list[list[int]]:
    """Replaces the share ERRORS of the characters that have a sound by others with the same sound (the tone may differ). Common
    characters are drawn more often."""
    random, readings, frequency = np.random.default_rng(seed), arrays["readings"], arrays["frequency"]
    by_sound = {s: np.flatnonzero((readings == s).any(1)) for s in range(1, int(arrays["syllables"]))}
    heard = []
    for sentence in sentences:
        row = list(sentence)
        for place, character in enumerate(sentence):
            sounds = readings[character][readings[character] > 0]
            if len(sounds) == 0 or random.random() >= ERRORS:
                continue
            others = by_sound[int(sounds[0])]
            others = others[others != character]
            if len(others):
                weights = frequency[others]
                row[place] = int(random.choice(others, p=weights / weights.sum()))
        heard.append(row)
    return heard


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder that prepare wrote")
    parser.add_argument("--out", type=Path, required=True, help="file, .csv, for npm run eval -- asr-correction --csv")
    options = parser.parse_args()
    vocabulary, arrays = Vocabulary.read(options.data / "vocabulary.txt"), dict(np.load(options.data / "text.npz"))
    lines = (options.data / "held-back.txt").read_text(encoding="utf8").splitlines()
    said = [vocabulary.encode(line) for line in lines]
    with options.out.open("w", encoding="utf8", newline="") as out:
        table = csv.writer(out)
        table.writerow(["text", "label"])
        for line, heard, row in zip(lines, with_homophones(said, arrays), said):
            # Characters that are not in the vocabulary stay as they are.
            recognised = "".join(c if h == s else vocabulary.characters[h - FIRST] for c, h, s in zip(line, heard, row))
            table.writerow([recognised, line])
    print(f"{options.out}: {len(lines)} sentences")


if __name__ == "__main__":
    main()
