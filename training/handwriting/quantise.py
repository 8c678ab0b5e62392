"""quantise: checkpoints -> ONNX members in INT8, with ranges that are calibrated on training pictures."""
import argparse
import tempfile
from pathlib import Path

import numpy as np
import onnx
from onnxruntime.quantization import CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from export import optimise, plain_graph
from members import MEMBERS, RECOGNISER, SERVED, SIZE, read_checkpoint
from prepare import training_sample


class Calibration(CalibrationDataReader):
    def __init__(self, pixels: np.ndarray, batch: int = 16):
        self.batches = iter([{"pixels": pixels[start:start + batch]} for start in range(0, len(pixels), batch)])

    def get_next(self):
        return next(self.batches, None)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checkpoints", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True, help="the .npz that prepare wrote")
    parser.add_argument("--out", type=Path, required=True, help="folder for <member>.onnx")
    parser.add_argument("--members", nargs="+", default=list(SERVED), choices=MEMBERS)
    parser.add_argument("--pictures", type=int, default=256, help="number of training pictures to calibrate on")
    parser.add_argument("--size", type=int, nargs=2, default=SIZE, metavar=("WIDTH", "HEIGHT"))
    options = parser.parse_args()
    data = np.load(options.data)
    pixels = data["pixels"][training_sample(data, options.pictures)]
    options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        plain, prepared, quantised = (Path(folder) / f"{name}.onnx" for name in ("plain", "prepared", "quantised"))
        for member in options.members:
            state = read_checkpoint(options.checkpoints / f"{member}.pt")["model"]
            plain_graph(member, state, *options.size, plain)
            quant_pre_process(plain, prepared, skip_symbolic_shape=True)
            # All operators before the softmax are quantised, because a float operator between two quantised ones costs two
            # conversions. In the recogniser, only the convolutions are quantised, because they are nearly all of its work.
            nodes = list(onnx.load(prepared).graph.node)
            last = [node.name for node in nodes[[node.op_type for node in nodes].index("Softmax"):]]
            kinds, kept = (["Conv"], []) if member == RECOGNISER else (None, last)
            quantize_static(prepared, quantised, Calibration(pixels), quant_format=QuantFormat.QDQ,
                            activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8, per_channel=True,
                            calibrate_method=CalibrationMethod.MinMax, op_types_to_quantize=kinds, nodes_to_exclude=kept,
                            reduce_range=True)  # 7-bit weights, because processors without VNNI add two products in 16 bits.
            optimise(quantised, options.out / f"{member}.onnx")
            print(f"{member}: {(options.out / f'{member}.onnx').stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
