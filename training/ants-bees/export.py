"""export: trains the head on all photographs and writes it, with its backbone, as the ONNX member; also writes ensemble.json."""
import argparse
import hashlib
import json
from pathlib import Path

import numpy as np
import onnx

from backbone import SIZE, Backbone
from features import read_features
from graph import member_graph
from heads import train
from judging import THRESHOLD
from pictures import LABELS, NEITHER, cover, read_photographs
from runtime import milliseconds, outputs

NAME = "efficientnet_lite2"
TOLERANCE = 1e-4  # Probabilities differ from the head's, because ONNX Runtime sums floats in another order.


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--features", type=Path, required=True, help="the .npz that features wrote")
    parser.add_argument("--images", type=Path, required=True, help="zip of the photographs, to check the member on")
    parser.add_argument("--version", required=True, help="of the ensemble, such as 2026-11-22.1")
    parser.add_argument("--out", type=Path, required=True, help="folder for the member, labels.txt and ensemble.json")
    options = parser.parse_args()
    examples, ranges = read_features(options.features)
    head = train(examples)
    model = member_graph(NAME, Backbone().eval(), ranges, head)
    onnx.checker.check_model(model, full_check=True)
    options.out.mkdir(parents=True, exist_ok=True)
    path = options.out / f"{NAME}.onnx"
    path.write_bytes(model.SerializeToString())
    pixels = np.stack([cover(row.picture) for row in read_photographs(options.images)])
    votes = outputs(path, pixels)
    if (difference := np.abs(votes - head(examples.photographs[:, 0])).max()) > TOLERANCE:
        raise SystemExit(f"{NAME}: a probability differs by {difference:.1e} from the head's for --features; make these features from the photographs of --images")
    print(f"{path.stat().st_size / 1e6:.1f} MB, {milliseconds(path, pixels):.1f} ms, "
          f"{(votes.argmax(1) == examples.labels).mean():.2%} of its own training photographs right")
    write(options.out, path, options.version)


def write(folder: Path, member: Path, version: str):
    labels = folder / "labels.txt"
    labels.write_text("".join(f"{label}\n" for label in LABELS))
    manifest = {
        "model": "ants-bees", "pipeline": "image-classification", "version": version, "title": "Ants and bees",
        "hint": "Give it a photograph of an ant or a bee.", "page": {"language": "en"}, "contracts": ["predictions"],
        "input": {"width": SIZE, "height": SIZE, "colour": "rgb", "fit": "cover", "maxPixels": 50_000_000},
        "labels": {"file": labels.name, "count": len(LABELS), "sha256": sha256(labels)},
        "reject": {"label": LABELS[NEITHER], "threshold": THRESHOLD},
        "members": [{"name": NAME, "file": member.name, "sha256": sha256(member), "weight": 1.0}],
    }
    (folder / "ensemble.json").write_text(json.dumps(manifest, indent=2) + "\n")


if __name__ == "__main__":
    main()
