"""prepare: pictures with names `<label>/<name>` in folders or zips -> pixels at the members' input size, and the split.

The pixels come from the service's own decoder (decode-stream.ts), so training sees exactly what serving sees.
"""
import argparse
import io
import json
import struct
import subprocess
import threading
import zipfile
from pathlib import Path

import numpy as np
from tqdm import tqdm

from members import SIZE

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def pictures(source: Path):
    """(label, name, bytes) of every picture in a folder or zip, sorted by name."""
    suffixes = {".jpg", ".jpeg", ".png"}
    if source.is_dir():
        for path in sorted(source.rglob("*")):
            if path.suffix.lower() in suffixes:
                yield path.parent.name, f"{path.parent.name}/{path.name}", path.read_bytes()
    else:
        with zipfile.ZipFile(source) as archive:
            for name in sorted(archive.namelist()):
                if Path(name).suffix.lower() in suffixes:
                    label = Path(name).parent.name
                    yield label, f"{label}/{Path(name).name}", archive.read(name)


def decode(items: list, width: int, height: int) -> np.ndarray:
    """uint8 array [n, height, width, 3], through the service's decoder."""
    node = ROOT / "node_modules/.bin/node"
    child = subprocess.Popen([node, HERE / "decode-stream.ts", str(width), str(height)],
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def feed():
        for item in items:
            child.stdin.write(struct.pack("<I", len(item)) + item)
        child.stdin.close()

    threading.Thread(target=feed, daemon=True).start()
    pixels = np.empty((len(items), height, width, 3), np.uint8)
    for row in tqdm(pixels, desc="decode", unit="image"):
        data = child.stdout.read(row.nbytes)
        if len(data) != row.nbytes:
            raise SystemExit("prepare: the decoder stopped early; its message is above")
        row[:] = np.frombuffer(data, np.uint8).reshape(row.shape)
    child.wait()
    return pixels


def split(labels: np.ndarray, share: float, seed: int) -> np.ndarray:
    """True for the pictures of validation: `share` of every class, but at least two pictures of each class."""
    generator = np.random.default_rng(seed)
    chosen = np.zeros(len(labels), bool)
    for label in np.unique(labels):
        rows = np.flatnonzero(labels == label)
        chosen[generator.permutation(rows)[:max(2, round(share * len(rows)))]] = True
    return chosen


def training_sample(data, count: int) -> np.ndarray:
    """The rows of `count` training pictures of an opened .npz, without validation pictures. They are the same each time."""
    return np.random.default_rng(1).permutation(np.flatnonzero(~data["validation"]))[:count]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--images", type=Path, required=True, help="folder or zip of <label>/<name>.jpg")
    parser.add_argument("--labels", type=Path, help="the labels, one a line, in the order of the members' output; "
                        "without it, labels are the folders' names and there is no validation part, as for characters outside the list")
    parser.add_argument("--out", type=Path, required=True, help="the .npz to write; the list of the validation pictures goes to *.validation.json, for npm run eval -- handwriting")
    parser.add_argument("--size", type=int, nargs=2, default=SIZE, metavar=("WIDTH", "HEIGHT"))
    parser.add_argument("--validation", type=float, default=0.1, help="share of each class kept for validation")
    parser.add_argument("--seed", type=int, default=2021)
    options = parser.parse_args()

    found = list(pictures(options.images))
    if not found:
        parser.error(f"no pictures under {options.images}; expected <label>/<name>.jpg or .png")
    names = np.array([name for _, name, _ in found])
    if options.labels:
        listed = options.labels.read_text(encoding="utf-8").split()
        number = {label: index for index, label in enumerate(listed)}
        unknown = sorted({label for label, _, _ in found} - number.keys())
        if unknown:
            parser.error(f"folders that are not in {options.labels}: {' '.join(unknown[:10])}")
        labels = np.array([number[label] for label, _, _ in found])
        validation = split(labels, options.validation, options.seed)
    else:
        labels = np.array([label for label, _, _ in found])
        validation = np.zeros(len(found), bool)
    pixels = decode([data for _, _, data in found], *options.size)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    if options.labels:
        kept = [{"file": name, "label": label} for (label, name, _), chosen in zip(found, validation) if chosen]
        options.out.with_suffix(".validation.json").write_text(json.dumps(kept, ensure_ascii=False), encoding="utf-8")
    classes = len(listed) if options.labels else len(np.unique(labels))
    np.savez(options.out, pixels=pixels, labels=labels, names=names, validation=validation, classes=classes)
    print(json.dumps({"images": len(found), "classes": classes, "validation": int(validation.sum())}))


if __name__ == "__main__":
    main()
