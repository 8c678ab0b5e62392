"""counts: counts rows of two, three and four characters (n-grams) in the text, in hash tables that a graph can read.

A row of characters is read as the digits of a number in a large base. This number modulo the number of slots, a prime, is the
slot of the row's count. Another remainder, the tag, says whether the count in that slot belongs to this row. So a look-up takes
a few ONNX operators, and a slot takes two bytes.
"""
import argparse
from pathlib import Path

import numpy as np

EXACT = 8192
"""Base of the exact keys while counting. It exceeds the number of characters."""
SPREAD, TAG_SPREAD = 1299709, 523
"""Bases of the remainders for slot and tag. They are large, so that few rows of common characters share a remainder."""
TAGS = 1021
CODES = 64
"""An entry is tag * CODES + code; the code of a count n is round(4 log2(1 + n)), at most 63. The code 0 says that there is
no count."""
ROWS = {"before": (-1, 0), "after": (0, 1), "two before": (-2, -1, 0), "between": (-1, 0, 1), "two after": (0, 1, 2),
        "most before": (-2, -1, 0, 1), "most after": (-1, 0, 1, 2)}
"""The positions of the characters of each row, relative to the predicted position (0), by the name of the row."""
SLOTS = {2: 2097143, 3: 4194301, 4: 4194301}


def keys_of(rows: list[np.ndarray]) -> np.ndarray:
    key = rows[0].astype(np.int64)
    for row in rows[1:]:
        key = key * EXACT + row
    return key


def remainder(rows: list, base: int, divisor: int):
    """Slot or tag of each row of characters. `rows` has one array for each position in a row, with the characters there."""
    key = rows[0]
    for row in rows[1:]:
        key = (key * base + row) % divisor
    return key


def table_of(keys: np.ndarray, counts: np.ndarray, size: int) -> np.ndarray:
    """The table of rows of `size` characters. If several rows have the same slot, the most frequent row gets it."""
    order = np.argsort(counts, kind="stable")
    rows = [keys[order] // EXACT ** (size - 1 - i) % EXACT for i in range(size)]
    codes = np.minimum(np.round(4 * np.log2(1 + counts[order])), CODES - 1)
    table = np.zeros(SLOTS[size], np.uint16)
    table[remainder(rows, SPREAD, SLOTS[size])] = remainder(rows, TAG_SPREAD, TAGS) * CODES + codes
    return table


def count(ids: np.ndarray, starts: np.ndarray, words, size: int, least: int) -> tuple[np.ndarray, np.ndarray]:
    """Keys and counts of the rows of `size` characters. Character 0 stands at the ends of sentences, but not of words.
    Rows that occur fewer than `least` times are left out."""
    gaps = np.zeros(len(ids) + 2 * len(starts), np.int64)
    sentence = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    gaps[np.arange(len(ids)) + 2 * (sentence + 1)] = ids
    keys = keys_of([gaps[i : len(gaps) - size + 1 + i] for i in range(size)])
    keys, counts = np.unique(keys[keys >= EXACT], return_counts=True)
    in_words = [(keys_of([np.array(w[i + j]) for j in range(size)]), 1 + int(np.log2(1 + n)))
                for w, n in words for i in range(len(w) - size + 1)]
    more, place = np.unique([k for k, _ in in_words], return_inverse=True)
    extra = np.bincount(place, [n for _, n in in_words]).astype(np.int64)
    both, place = np.unique(np.concatenate([keys, more]), return_inverse=True)
    total = np.bincount(place, np.concatenate([counts, extra])).astype(np.int64)
    return both[total >= least], total[total >= least]


class Counts:
    def __init__(self, tables: dict[int, np.ndarray]):
        self.tables = tables

    @staticmethod
    def read(path: Path) -> "Counts":
        with np.load(path) as tables:
            return Counts({int(size): tables[size] for size in tables})

    def look_up(self, rows: list[np.ndarray]) -> np.ndarray:
        """log2(1 + count) of each row."""
        entry = self.tables[len(rows)][remainder(rows, SPREAD, SLOTS[len(rows)])]
        return np.where(entry // CODES == remainder(rows, TAG_SPREAD, TAGS), entry % CODES, 0).astype(np.float32) / 4

    def features(self, tokens: np.ndarray, places: np.ndarray, candidates: np.ndarray, said: np.ndarray | None = None) -> np.ndarray:
        """[M, K, 7]: log2(1 + count) of each of ROWS, for each of `places` (flat positions in `tokens` [N, L]) and each
        candidate there.

        `said` [N, L] has the true characters of sentences that are part of the counted text. Their own occurrence is
        subtracted from the counts.
        """
        length = tokens.shape[1] + 4
        wide = np.pad(tokens, ((0, 0), (2, 2)))
        at = (places // tokens.shape[1]) * length + places % tokens.shape[1] + 2
        around = {d: wide.ravel()[at + d][:, None] for d in (-2, -1, 1, 2)}
        out = np.empty((*candidates.shape, len(ROWS)), np.float32)
        if said is not None:
            true = np.pad(said, ((0, 0), (2, 2))).ravel()
            own = candidates == true[at][:, None]
            same = {d: around[d] == true[at + d][:, None] for d in around}
        for place, row in enumerate(ROWS.values()):
            found = self.look_up([candidates if d == 0 else around[d] for d in row])
            if said is not None:
                counted = own & np.logical_and.reduce([same[d] for d in row if d != 0])
                found = np.where(counted, np.log2(np.maximum(2.0**found - 1, 1)), found)
            out[..., place] = found
        return out


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--text", type=float, default=1.0, help="share of the text to count (default: %(default)s)")
    parser.add_argument("--out", type=Path, required=True, help="file, .npz")
    options = parser.parse_args()
    text, words = np.load(options.data / "text.npz"), np.load(options.data / "words.npz")
    sentences = int(options.text * (len(text["starts"]) - 1))
    starts = text["starts"][: sentences + 1]
    bounds = words["starts"]
    list_of_words = [(words["ids"][a:b].astype(np.int64), n) for a, b, n in zip(bounds, bounds[1:], words["counts"])]
    tables = {}
    for size, least in ((2, 1), (3, 1), (4, 2)):
        keys, counts = count(text["ids"][: starts[-1]].astype(np.int64), starts, list_of_words, size, least)
        tables[size] = table_of(keys, counts, size)
        print(f"{size} in a row: {len(keys):,} different, {np.count_nonzero(tables[size]):,} kept in {SLOTS[size]:,} slots")
    np.savez_compressed(options.out, **{str(size): table for size, table in tables.items()})
    print(f"{options.out}: {options.out.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
