"""export: checkpoints -> ONNX members that take ids and give probabilities, checked against torch; optionally in INT8."""
import argparse
import json
import shutil
import tempfile
import warnings
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx.external_data_helper import set_external_data
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic

from batches import padded
from counts import Counts
from evaluate import read_member
from served import Served
from vocabulary import CANDIDATES, Vocabulary

OPSET = 23
SHARED = {"counts": "counts.data"}
"""Names of the tables that all members share, and of the file that holds each table once. ONNX Runtime maps these files into
memory instead of copying them."""
TOLERANCE = 1e-4  # Probabilities differ from torch's, because ONNX Runtime sums floats in another order.
INT8_TOLERANCE = 0.2
"""Largest allowed difference of a probability in INT8. It is large, because it only has to find broken files; `evaluate` measures
the loss of accuracy."""


def write(served: Served, path: Path):
    """Writes the graph, for up to 64 sentences of up to 4,096 characters, without the exporter's metadata."""
    dimension = {name: torch.export.Dim(name, min=1, max=limit) for name, limit in (("sentences", 64), ("places", 4096))}
    example = (torch.ones(2, 9, dtype=torch.long), torch.ones(2, 9, CANDIDATES, dtype=torch.long))
    shape = {0: dimension["sentences"], 1: dimension["places"]}
    candidates = torch.export.Dim("candidates", min=2, max=CANDIDATES)
    program = torch.onnx.export(served, example, opset_version=OPSET, dynamo=True, verbose=False,
                                input_names=["tokens", "candidates"], output_names=["probabilities"],
                                dynamic_shapes={"tokens": shape, "candidates": {**shape, 2: candidates}})
    model = program.model_proto
    del model.metadata_props[:]
    for part in [model.graph, *model.graph.node, *model.graph.input, *model.graph.output, *model.graph.initializer]:
        del part.metadata_props[:]
        part.doc_string = ""
    del model.graph.value_info[:]
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, path)


def in_int8(path: Path):
    """Quantises dense layers to INT8, with a scale per output channel. Tables and integer arithmetic on ids stay as they are."""
    with tempfile.TemporaryDirectory() as folder:
        quantize_dynamic(path, Path(folder) / path.name, op_types_to_quantize=["MatMul", "Gemm"], per_channel=True,
                         weight_type=QuantType.QInt8, extra_options={"MatMulConstBOnly": True})
        shutil.move(Path(folder) / path.name, path)


def put_beside(path: Path):
    """Moves the tensors of SHARED out of the ONNX file, into external data that all members use."""
    model = onnx.load(path)
    for weight in model.graph.initializer:
        if name := SHARED.get(weight.name):
            path.with_name(name).write_bytes(weight.raw_data)
            set_external_data(weight, location=name, offset=0, length=len(weight.raw_data))
            weight.ClearField("raw_data")
    path.write_bytes(model.SerializeToString(deterministic=True))


def check(served: Served, path: Path, sentences: list[list[int]], candidates: np.ndarray, tolerance: float):
    """Ends the program if a probability differs from torch's by more than `tolerance`, for single sentences or padded batches."""
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    for size in (1, 7):
        for begin in range(0, len(sentences), size):
            rows = sentences[begin : begin + size]
            tokens = padded([np.array(row) for row in rows])
            given = session.run(None, {"tokens": tokens, "candidates": candidates[tokens]})[0]
            for row, prediction in zip(rows, given):
                alone = torch.tensor([row])
                with torch.inference_mode():
                    expected = served(alone, torch.from_numpy(candidates[alone.numpy()])).numpy()[0]
                if (difference := np.abs(prediction[: len(row)] - expected).max()) > tolerance:
                    raise SystemExit(f"{path}: in batches of {size}, a probability differs by {difference:.1e} from torch's")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder that prepare and counts wrote")
    parser.add_argument("--out", type=Path, required=True, help="folder for <member>.onnx")
    parser.add_argument("--int8", action="store_true", help="quantise the dense layers to INT8")
    parser.add_argument("checkpoints", type=Path, nargs="+")
    options = parser.parse_args()
    for category in (FutureWarning, UserWarning):
        warnings.filterwarnings("ignore", category=category)  # The exporter warns about itself.
    vocabulary = Vocabulary.read(options.data / "vocabulary.txt")
    arrays, counts = dict(np.load(options.data / "text.npz")), Counts.read(options.data / "counts.npz")
    rows = (options.data / "pairs-choice.jsonl").read_text(encoding="utf8").splitlines()[:21]
    sentences = [vocabulary.encode(json.loads(row)["recognised"]) for row in rows]
    options.out.mkdir(parents=True, exist_ok=True)
    for checkpoint in options.checkpoints:
        served = read_member(checkpoint, arrays, vocabulary, counts)
        path = options.out / f"{checkpoint.stem}.onnx"
        write(served, path)
        if options.int8:
            in_int8(path)
        put_beside(path)
        check(served, path, sentences, np.array(vocabulary.candidates), INT8_TOLERANCE if options.int8 else TOLERANCE)
        weights = sum(p.numel() for p in served.parameters())
        print(f"{path}: {weights:,} weights, {path.stat().st_size / 1e6:.2f} MB beside {', '.join(SHARED.values())}")


if __name__ == "__main__":
    main()
