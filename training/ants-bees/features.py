"""features: what each backbone makes of its view of every crop, kept in a file, for heads are fitted many times on it."""
import argparse
from pathlib import Path

import numpy as np
from tqdm import tqdm

from backbones import VIEWS, Backbone
from graph import feature_graph, quantisation_of
from runtime import session


PARTS = ("photographs", "others", "photographs_int8", "others_int8")


def read_features(folder: Path, name: str) -> tuple[np.ndarray, ...]:
    """Of the photographs [n, crops, width] and of the other pictures [n, 2, width], and in INT8 of the first crop of each."""
    path = folder / f"{name}.npz"
    if not path.exists():
        raise SystemExit(f"{path} is missing: python training/ants-bees/features.py writes it")
    data = np.load(path)
    return tuple(data[part] for part in PARTS)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the .npz that prepare wrote")
    parser.add_argument("--backbones", type=Path, required=True, help="folder with the .tflite files")
    parser.add_argument("--views", nargs="+", default=list(VIEWS), choices=list(VIEWS))
    parser.add_argument("--out", type=Path, required=True, help="folder for <view>.npz")
    options = parser.parse_args()
    data = np.load(options.data)
    crops = {"photographs": data["pixels"], "others": data["other_pixels"]}
    options.out.mkdir(parents=True, exist_ok=True)
    for name in options.views:
        backbone = Backbone(name, options.backbones)
        # In ONNX Runtime: twice as quick as torch where nothing is trained.
        plain = session(feature_graph(name, backbone).SerializeToString()).run
        int8 = session(feature_graph(name, backbone, quantisation_of(name, options.backbones)).SerializeToString()).run
        found = {}
        for part, pixels in crops.items():
            rows = tqdm(pixels, desc=f"{name}, {part}", mininterval=5)
            found[part], found[f"{part}_int8"] = (np.stack(made) for made in zip(*(
                (plain(None, {"pixels": row})[0], int8(None, {"pixels": row[:1]})[0]) for row in rows)))
        np.savez(options.out / f"{name}.npz", **found)


if __name__ == "__main__":
    main()
