"""export: heads trained on all photographs -> ONNX members that take bytes and give probabilities, each checked.

Both forms are measured on the photographs: INT8 is kept unless --float says otherwise for a member.
"""
import argparse
from pathlib import Path

import numpy as np
import onnx
import torch

from backbones import Backbone
from graph import member_graph, quantisation_of
from heads import Head
from members import MEMBERS, Member, read_task
from pictures import cover, read_photographs
from runtime import milliseconds, outputs

TOLERANCE = 1e-4  # Of a probability: float sums in another order.


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the .npz that prepare wrote")
    parser.add_argument("--features", type=Path, required=True, help="folder that features wrote to")
    parser.add_argument("--images", type=Path, required=True, help="zip of the photographs, to compare the forms on")
    parser.add_argument("--backbones", type=Path, required=True, help="folder with the .tflite files")
    parser.add_argument("--members", nargs="+", default=list(MEMBERS), choices=list(MEMBERS))
    parser.add_argument("--float", nargs="*", default=[], choices=list(MEMBERS), help="members that are served in floats")
    parser.add_argument("--out", type=Path, required=True, help="folder for <member>.onnx")
    options = parser.parse_args()
    torch.set_num_threads(1)
    task = read_task(options.data)
    photographs = read_photographs(options.images)
    pixels = np.stack([cover(row.picture) for row in photographs])
    labels = np.array([row.label for row in photographs])
    options.out.mkdir(parents=True, exist_ok=True)
    for name in options.members:
        member, everything = Member(name, options.features, task), (np.arange(len(task.labels)), np.arange(len(task.sources)))
        head = member.train(*everything)
        backbones = {view: Backbone(view, options.backbones).eval() for view in MEMBERS[name]}
        ranges = {view: quantisation_of(view, options.backbones) for view in backbones}
        votes, files = {}, {}
        for form, served, quantisations in (("float", head, {}), ("int8", member.for_int8(head, *everything), ranges)):
            files[form] = member_graph(name, backbones, served, quantisations).SerializeToString()
            votes[form] = outputs(files[form], pixels)
        onnx.checker.check_model(onnx.load_from_string(files["float"]), full_check=True)
        check(votes["float"], backbones, head, pixels, name)
        for form in files:
            path = options.out / f"{name}.onnx"
            path.write_bytes(files[form])
            print(f"{name} {form:5} {len(files[form]) / 1e6:.1f} MB, {milliseconds(path, pixels):.1f} ms, "
                  f"{(votes[form].argmax(1) == labels).mean():.2%} of its own training photographs")
        apart = np.abs(votes["float"] - votes["int8"]).max(1)
        print(f"{name}: INT8 gives {(votes['float'].argmax(1) != votes['int8'].argmax(1)).sum()} other answers, "
              f"a probability is {apart.mean():.3f} off on average")
        (options.out / f"{name}.onnx").write_bytes(files["float" if name in options.float else "int8"])


def check(votes: np.ndarray, backbones: dict[str, Backbone], head: Head, pixels: np.ndarray, name: str):
    """Ends the program where the graph in floats answers unlike torch."""
    with torch.no_grad():
        features = [backbone(torch.from_numpy(pixels[:16])).numpy() for backbone in backbones.values()]
    expected = head(np.concatenate(features, 1))
    if (difference := np.abs(votes[:16] - expected).max()) > TOLERANCE:
        raise SystemExit(f"{name}: a probability is {difference:.1e} off torch's")


if __name__ == "__main__":
    main()
