"""Text models with a `tokenizer.json` (pipelines `feature-extraction` and `text-classification`).

The contracts are `openai-embeddings` and `predictions`, with one text per request.
"""
from pathlib import Path

import numpy as np
from fastapi import APIRouter, Request
from pydantic import BaseModel
from tokenizers import Tokenizer

from members import Members

LABELS_RETURNED = 5

router = APIRouter()


class EmbeddingsRequest(BaseModel):
    model: str
    input: str


class Ensemble:
    """A model's members and tokenizer.

    Raises ValueError if the model has several members, or a pooling other than the mean.
    """

    def __init__(self, folder: Path, manifest: dict):
        self.tokenizer = Tokenizer.from_file(str(folder / manifest.get("tokenizer", {}).get("file", "tokenizer.json")))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(manifest.get("maxTokens", 512))
        self.members = Members(folder, manifest)
        self.taken = [(tensor.name, np.int32 if tensor.type == "tensor(int32)" else np.int64) for tensor in self.members.sessions[0].get_inputs()]
        if len(self.members.sessions) > 1 or manifest.get("pooling", "mean") != "mean":
            raise ValueError(f"{manifest['model']} must have a single member, and mean pooling")
        self.labels = (folder / manifest["labels"]["file"]).read_text("utf8").split("\n") if "labels" in manifest else None
        self.scores = manifest.get("output", {}).get("scores", "softmax")
        self.normalize = manifest.get("normalize", True)

    def predict(self, text: str) -> list[float] | dict[str, float]:
        """The embedding of a text, or its best labels with their probabilities."""
        encoded = self.tokenizer.encode(text)
        columns = {"input_ids": encoded.ids, "attention_mask": encoded.attention_mask, "token_type_ids": encoded.type_ids}
        given = self.members.mean({name: np.array([columns[name]], kind) for name, kind in self.taken})[0]
        if self.labels is None:
            return self.embedding(given)
        probabilities = self.probabilities(given)
        return {self.labels[label]: float(probabilities[label]) for label in np.argsort(-probabilities)[:LABELS_RETURNED]}

    def embedding(self, given: np.ndarray) -> list[float]:
        embedding = given.mean(0) if given.ndim == 2 else given
        return (embedding / max(np.linalg.norm(embedding), 1e-12) if self.normalize else embedding).tolist()

    def probabilities(self, scores: np.ndarray) -> np.ndarray:
        if self.scores == "probabilities":
            return scores
        if self.scores == "sigmoid":
            return 1 / (1 + np.exp(-scores))
        shares = np.exp(scores - scores.max())
        return shares / shares.sum()

    def warm_up(self) -> None:
        self.predict("warm up " * 16)


@router.post("/v1/embeddings")
async def embeddings(embeddings_request: EmbeddingsRequest, request: Request) -> dict:
    embedding = request.app.state.ensemble.predict(embeddings_request.input)
    return {"object": "list", "model": embeddings_request.model, "data": [{"object": "embedding", "index": 0, "embedding": embedding}]}


@router.post("/predictions/{model}")
async def predictions(model: str, request: Request) -> list[float] | dict[str, float]:
    return request.app.state.ensemble.predict((await request.body()).decode())
