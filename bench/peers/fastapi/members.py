"""The members of a model, as sessions of ONNX Runtime, and their weights."""
from pathlib import Path

import numpy as np
import onnxruntime


class Members:
    """The members of a model, each of which runs for every request.

    They run one after the other on the thread of the request. There are as many workers as cores, so more threads for one
    request would only take cores from another request.
    """

    def __init__(self, folder: Path, manifest: dict):
        members = manifest["members"]
        self.sessions = [open_session(folder / member["file"]) for member in members]
        weights = [member["weight"] for member in members]
        self.weights = [weight / sum(weights) for weight in weights]

    def mean(self, feeds: dict[str, np.ndarray]) -> np.ndarray:
        """The weighted mean of the members' first outputs."""
        return sum(weight * session.run(None, feeds)[0] for weight, session in zip(self.weights, self.sessions))


def open_session(file: Path) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])
