"""export: checkpoints -> ONNX members that take uint8 pixels and give probabilities."""
import argparse
import hashlib
from pathlib import Path

import onnx
import onnxruntime
import torch
from torch import nn

from members import MEMBERS, SERVED, SIZE, build, read_checkpoint
from recogniser import Recogniser

OPSET = 20  # The first opset that has GELU as one operator.

# Members that were trained on smoothed targets are right more often than their probabilities say. A temperature below one
# sharpens these probabilities. But it also sharpens those of characters outside the list, which then pass the reject threshold.
# So `sure` does most of the sharpening, because it hardly changes small probabilities.
TEMPERATURE = 0.85
RECOGNISER_TEMPERATURE = 0.8
# All labels share this much of the probability equally, however sure the prediction is, because the labels of some pictures
# are wrong.
DOUBT = 0.025


def sure(probabilities: torch.Tensor) -> torch.Tensor:
    """Sharpens probabilities: p (1 + p - sum of p squared), one step of replicator dynamics. Then mixes in DOUBT. With this value
    of DOUBT, the ensemble's calibration error on validation is below two points (evaluate, "calibration")."""
    agreement = (probabilities * probabilities).sum(1, keepdim=True)
    return probabilities * ((1 - DOUBT) * (1 + probabilities - agreement)) + DOUBT / probabilities.shape[1]


class Member(nn.Module):
    """uint8 pixels [n, height, width, 3] -> probabilities [n, classes], with scaling and softmax inside."""

    def __init__(self, model: nn.Module):
        super().__init__()
        self.model = model
        # Scaling to 0..1 costs nothing inside the first layer, which has no bias, or inside the matrix `rows` of a recogniser.
        # Sharpening costs nothing inside the last layer, except in a recogniser, whose last layer scores several positions.
        self.sharper = 1 / RECOGNISER_TEMPERATURE if isinstance(model, Recogniser) else None
        with torch.no_grad():
            if self.sharper:
                model.rows.div_(255)
            else:
                model.conv_stem.weight.div_(255)
                model.classifier.weight.div_(TEMPERATURE)
                model.classifier.bias.div_(TEMPERATURE)

    def forward(self, pixels):
        logits = self.model(pixels.permute(0, 3, 1, 2).float())
        return sure(torch.softmax(logits * self.sharper if self.sharper else logits, 1))


def classes_of(state: dict) -> int:
    """Number of labels that a checkpoint's weights distinguish; a recogniser's head also has the blank."""
    return len(state["head.bias"]) - 1 if "head.bias" in state else len(state["classifier.bias"])


def plain_graph(member: str, state: dict, width: int, height: int, path: Path):
    """Writes one member as torch exports it, for batches of up to 1,024 pictures and without external data."""
    model = build(member, classes_of(state))
    model.load_state_dict(state)
    example = torch.zeros(2, height, width, 3, dtype=torch.uint8)
    torch.onnx.export(Member(model).eval(), (example,), path, opset_version=OPSET, dynamo=True, external_data=False,
                      input_names=["pixels"], output_names=["probabilities"],
                      dynamic_shapes={"pixels": {0: torch.export.Dim("n", min=1, max=1024)}}, verbose=False)


def optimise(plain: Path, path: Path):
    """Writes a graph with all fusions that work on every processor, and without metadata about its export."""
    options = onnxruntime.SessionOptions()
    # ORT_ENABLE_ALL would fit the file to the instruction set of this machine.
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
    options.optimized_model_filepath = str(path)
    options.log_severity_level = 3
    onnxruntime.InferenceSession(str(plain), options, providers=["CPUExecutionProvider"])
    graph = onnx.load(path)
    del graph.metadata_props[:]
    for part in [graph.graph, *graph.graph.node]:
        del part.metadata_props[:]
        part.doc_string = ""
    onnx.save(graph, path)


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checkpoints", type=Path, required=True, help="folder that train wrote its .pt files to")
    parser.add_argument("--out", type=Path, required=True, help="folder for <member>.onnx")
    parser.add_argument("--size", type=int, nargs=2, default=SIZE, metavar=("WIDTH", "HEIGHT"))
    parser.add_argument("--members", nargs="+", default=list(SERVED), choices=MEMBERS)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for member in options.members:
        state = read_checkpoint(options.checkpoints / f"{member}.pt")["model"]
        path = options.out / f"{member}.onnx"
        plain = path.with_suffix(".plain.onnx")
        plain_graph(member, state, *options.size, plain)
        optimise(plain, path)
        plain.unlink()
        print(f"{path}  {path.stat().st_size / 1e6:.1f} MB  {sha256(path)}")


if __name__ == "__main__":
    main()
