"""The peer: a FastAPI service with ONNX Runtime, as teams build one for such a task.

Every member is asked for every picture, one after the other on one thread, and their weighted mean is the answer. No
answer is remembered. It speaks the contracts `esun-2021` and `predictions`, so that the same client asks both services.
"""
import base64
import hashlib
import io
import json
import os
import time
from contextlib import asynccontextmanager
from pathlib import Path

import numpy as np
import onnxruntime
from fastapi import FastAPI, HTTPException, Request
from fastapi.concurrency import run_in_threadpool
from PIL import Image, ImageOps, UnidentifiedImageError
from pydantic import BaseModel

CAPTAIN, SALT = "captain@example.com", "subsecond"
LABELS_TOLD = 5
WARM_UP_RUNS = 10


class Question(BaseModel):
    esun_uuid: str
    esun_timestamp: int
    image: str
    retry: int = 0


class Ensemble:
    """A task's members and labels.

    Raises ValueError where the members do not take pictures as bytes.
    """

    def __init__(self, folder: Path):
        manifest = json.loads((folder / "ensemble.json").read_text("utf8"))
        if manifest["kind"] != "image-labels":
            raise ValueError(f"{manifest['task']} is no task of pictures, and the FastAPI service knows no others")
        self.labels = (folder / manifest["labels"]["file"]).read_text("utf8").split("\n")[: manifest["labels"].get("count")]
        self.reject = manifest.get("reject")
        members = manifest["members"]
        self.sessions = [open_session(folder / member["file"]) for member in members]
        weights = np.array([member.get("weight", 1) for member in members], np.float32)
        self.weights = weights / weights.sum()
        self.fit = manifest["input"].get("fit", "fill")
        self.input = self.sessions[0].get_inputs()[0]
        for session in self.sessions:
            taken = session.get_inputs()[0]
            if taken.type != "tensor(uint8)" or taken.shape[1:] != self.input.shape[1:] or taken.shape[-1] not in (1, 3):
                raise ValueError(f"{manifest['task']} has members that do not all take the same UINT8 pictures, channels last")

    def decode(self, data: bytes) -> np.ndarray:
        _, height, width, channels = self.input.shape
        picture = Image.open(io.BytesIO(data)).convert("L" if channels == 1 else "RGB")
        if self.fit == "cover":
            picture = ImageOps.fit(picture, (width, height))
        elif self.fit == "contain":
            picture = ImageOps.pad(picture, (width, height), color="white")
        else:
            picture = picture.resize((width, height))
        return np.asarray(picture).reshape(1, height, width, channels)

    def probabilities(self, data: bytes) -> np.ndarray:
        try:
            pixels = self.decode(data)
        except UnidentifiedImageError as error:
            raise HTTPException(415, "no picture") from error
        votes = [session.run(None, {self.input.name: pixels})[0][0] for session in self.sessions]
        return self.weights @ np.stack(votes)

    def answer(self, data: bytes) -> str:
        probabilities = self.probabilities(data)
        best = int(probabilities.argmax())
        if self.reject and probabilities[best] < self.reject["threshold"]:
            return self.reject["answer"]
        return self.labels[best]


def open_session(file: Path) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])


@asynccontextmanager
async def lifespan(app: FastAPI):
    """Says on standard output, in a line of JSON, that a worker is warm, or why it cannot serve."""
    try:
        app.state.ensemble = ensemble = Ensemble(Path(os.environ["PEER_TASK"]))
    except ValueError as error:
        print(json.dumps({"error": str(error)}), flush=True)
        raise
    _, height, width, _ = ensemble.input.shape
    blank = io.BytesIO()
    Image.new("RGB", (width, height), "white").save(blank, "JPEG")
    for _ in range(WARM_UP_RUNS):
        ensemble.answer(blank.getvalue())
    print(json.dumps({"ready": os.getpid()}), flush=True)
    yield


app = FastAPI(lifespan=lifespan)


# No `async`: FastAPI calls it in a thread then, so that a worker reads questions while members are busy.
@app.post("/inference")
def inference(question: Question) -> dict:
    now = int(time.time())
    answer = app.state.ensemble.answer(base64.b64decode(question.image))
    return {
        "esun_uuid": question.esun_uuid,
        "server_uuid": hashlib.sha256(f"{CAPTAIN}{now}{SALT}".encode()).hexdigest(),
        "answer": answer,
        "server_timestamp": now,
    }


@app.post("/predictions/{task}")
async def predictions(task: str, request: Request) -> dict:
    """The best labels, before any threshold."""
    ensemble = app.state.ensemble
    probabilities = await run_in_threadpool(ensemble.probabilities, await request.body())
    best = np.argsort(-probabilities)[:LABELS_TOLD]
    return {ensemble.labels[label]: float(probabilities[label]) for label in best}
