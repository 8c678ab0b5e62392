"""Picture models (pipeline `image-classification`) with the contracts `esun-2021` and `predictions`."""
import base64
import io
from pathlib import Path

import numpy as np
from fastapi import APIRouter, HTTPException, Request
from PIL import Image, ImageOps, UnidentifiedImageError

from esun import Envelope, signed
from members import Members

LABELS_RETURNED = 5

router = APIRouter()


class InferenceRequest(Envelope):
    image: str


class Ensemble:
    """A model's members and labels.

    Raises ValueError if the members do not all take UINT8 pictures of the same size, channels last.
    """

    def __init__(self, folder: Path, manifest: dict):
        self.labels = (folder / manifest["labels"]["file"]).read_text("utf8").split("\n")[: manifest["labels"].get("count")]
        self.reject = manifest.get("reject")
        self.members = Members(folder, manifest)
        fitted = manifest.get("input", {})
        self.fit, self.background = fitted.get("fit", "fill"), fitted.get("background", "#ffffff")
        self.input = self.members.sessions[0].get_inputs()[0]
        for session in self.members.sessions:
            taken = session.get_inputs()[0]
            if taken.type != "tensor(uint8)" or taken.shape[1:] != self.input.shape[1:] or taken.shape[-1] not in (1, 3):
                raise ValueError(f"the members of {manifest['model']} must all take UINT8 pictures of the same size, channels last")

    def decode(self, data: bytes) -> np.ndarray:
        _, height, width, channels = self.input.shape
        picture = Image.open(io.BytesIO(data)).convert("L" if channels == 1 else "RGB")
        if self.fit == "cover":
            picture = ImageOps.fit(picture, (width, height))
        elif self.fit == "contain":
            picture = ImageOps.pad(picture, (width, height), color=self.background)
        else:
            picture = picture.resize((width, height))
        return np.asarray(picture).reshape(1, height, width, channels)

    def probabilities(self, data: bytes) -> np.ndarray:
        try:
            pixels = self.decode(data)
        except UnidentifiedImageError as error:
            raise HTTPException(415, "the body must be a picture that Pillow can read") from error
        return self.members.mean({self.input.name: pixels})[0]

    def predict(self, data: bytes) -> str:
        probabilities = self.probabilities(data)
        if self.reject:
            together = self.reject.get("together", 1)
            if np.partition(probabilities, -together)[-together:].sum() < self.reject["threshold"]:
                return self.reject["label"]
        return self.labels[probabilities.argmax()]

    def warm_up(self) -> None:
        _, height, width, _ = self.input.shape
        blank = io.BytesIO()
        Image.new("RGB", (width, height), "white").save(blank, "JPEG")
        self.predict(blank.getvalue())


@router.post("/inference")
async def inference(inference_request: InferenceRequest, request: Request) -> dict:
    prediction = request.app.state.ensemble.predict(base64.b64decode(inference_request.image))
    return signed(inference_request, prediction)


@router.post("/predictions/{model}")
async def predictions(model: str, request: Request) -> dict:
    """The best labels, before any threshold."""
    ensemble = request.app.state.ensemble
    probabilities = ensemble.probabilities(await request.body())
    best = np.argsort(-probabilities)[:LABELS_RETURNED]
    return {ensemble.labels[label]: float(probabilities[label]) for label in best}
