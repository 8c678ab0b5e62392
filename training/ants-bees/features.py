"""features: writes the output of the INT8 backbone for the middle of every crop to a file, because many heads are fitted
on it."""
import argparse
from pathlib import Path

import numpy as np
from tqdm import tqdm

from backbone import MIDDLE, Backbone
from graph import feature_graph
from heads import Examples
from quantise import PICTURES, Range, ranges_of
from runtime import session


def read_features(path: Path) -> tuple[Examples, list[Range]]:
    """The examples, and the INT8 ranges of the backbone that computed their features."""
    if not path.exists():
        raise SystemExit(f"{path} is missing: python training/ants-bees/features.py writes it")
    data = np.load(path)
    examples = Examples(*(data[part] for part in ("photographs", "labels", "groups", "others", "sources")))
    return examples, [Range(*values) for values in zip(data["scales"].tolist(), data["zeros"].tolist())]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the .npz that prepare wrote")
    parser.add_argument("--out", type=Path, required=True, help="the .npz to write")
    options = parser.parse_args()
    data = np.load(options.data)
    photographs, others = data["pixels"], data["other_pixels"]
    backbone = Backbone().eval()
    shown = others[np.random.default_rng(0).permutation(len(others))[:PICTURES], -1]
    ranges = ranges_of(backbone, shown[:, MIDDLE, MIDDLE])
    run = session(feature_graph(backbone, ranges).SerializeToString()).run
    found = [np.stack([run(None, {"pixels": row})[0] for row in tqdm(pixels, mininterval=5)]) for pixels in (photographs, others)]
    options.out.parent.mkdir(parents=True, exist_ok=True)
    np.savez(options.out, photographs=found[0], others=found[1], labels=data["labels"], groups=data["groups"],
             sources=data["sources"], scales=[row.scale for row in ranges], zeros=[row.zero for row in ranges])


if __name__ == "__main__":
    main()
