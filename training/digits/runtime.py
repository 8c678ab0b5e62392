"""Runs the exported members in ONNX Runtime on one thread, as the service does."""
import time
from pathlib import Path

import numpy as np
import onnxruntime
from tqdm import tqdm


def session(path: Path) -> onnxruntime.InferenceSession:
    if not path.exists():
        raise SystemExit(f"{path} is missing: python training/digits/export.py writes it")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def probabilities(path: Path, pixels: np.ndarray) -> np.ndarray:
    """float32 [n, 10] of one member for uint8 pixels [n, 28, 28, 1], one picture at a time."""
    run = session(path).run
    return np.concatenate([run(None, {"pixels": picture[None]})[0] for picture in tqdm(pixels, desc=path.stem, mininterval=2)])


def milliseconds(path: Path, pixels: np.ndarray, rounds: int = 3000) -> float:
    """Median time of one picture on one core."""
    run, times = session(path).run, []
    for number in range(rounds):
        picture = pixels[number % len(pixels)][None]
        started = time.perf_counter()
        run(None, {"pixels": picture})
        times.append(time.perf_counter() - started)
    return float(np.median(times[200:]) * 1000)
