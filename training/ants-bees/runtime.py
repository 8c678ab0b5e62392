"""Graphs in ONNX Runtime, on one thread as they are served."""
import time
from pathlib import Path

import numpy as np
import onnxruntime


def session(model: Path | bytes) -> onnxruntime.InferenceSession:
    if isinstance(model, Path) and not model.exists():
        raise SystemExit(f"{model} is missing: python training/ants-bees/export.py writes it")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(model if isinstance(model, bytes) else str(model), options, providers=["CPUExecutionProvider"])


def outputs(model: Path | bytes, pixels: np.ndarray, batch: int = 16) -> np.ndarray:
    """The output of a graph for uint8 pixels [n, height, width, 3]."""
    run = session(model).run
    return np.concatenate([run(None, {"pixels": np.ascontiguousarray(pixels[start:start + batch])})[0]
                           for start in range(0, len(pixels), batch)])


def milliseconds(model: Path, pixels: np.ndarray, rounds: int = 60) -> float:
    """Time of one picture on one core: the shortest of many, because the machine has other work to do."""
    run, times = session(model).run, []
    for number in range(rounds):
        picture = np.ascontiguousarray(pixels[number % len(pixels)][None])
        started = time.perf_counter()
        run(None, {"pixels": picture})
        times.append(time.perf_counter() - started)
    return min(times) * 1000
