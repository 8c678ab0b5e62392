"""Text correction models (pipeline `text-correction`) with the contract `esun-2022`.

Members return a probability for each candidate character at each place of a hypothesis. A place is changed if another
candidate is more probable than the recognised character, and reaches the model's threshold. The prediction is the changed
hypothesis with the highest score: the mean logarithm of the probabilities at places with several candidates, less a
penalty for the rank of the hypothesis.
"""
import re
import unicodedata
from pathlib import Path
from typing import Annotated

import numpy as np
from fastapi import APIRouter, Request
from pydantic import Field

from esun import Envelope, signed
from members import Members

# Ids below the first character's: 0 is padding, 1 is every unknown character, and 2 occurs only in training.
FIRST_ID, UNKNOWN = 3, 1
LEAST_PROBABILITY = 1e-9
MARKER = re.compile(r"<[\w-]+>")

router = APIRouter()


class InferenceRequest(Envelope):
    sentence_list: Annotated[list[str], Field(min_length=1, max_length=10)]


class Vocabulary:
    """The characters that members know, by id. Each has a list of candidates that begins with the character itself."""

    def __init__(self, file: Path):
        entries = [line.split("\t") for line in file.read_text("utf8").rstrip("\n").split("\n")]
        self.characters = [""] * FIRST_ID + [character for character, _ in entries]
        self.ids = {character: FIRST_ID + index for index, (character, _) in enumerate(entries)}
        self.counts = np.array([1] * FIRST_ID + [len(candidates) for _, candidates in entries])
        self.candidates = np.zeros((len(self.characters), self.counts.max()), np.int64)
        self.candidates[:FIRST_ID, 0] = range(FIRST_ID)
        for index, (_, candidates) in enumerate(entries):
            self.candidates[FIRST_ID + index, : len(candidates)] = [self.ids[candidate] for candidate in candidates]

    def encode(self, text: str) -> list[int]:
        return [self.ids.get(character) or self.id_of_form(character) for character in text]

    def id_of_form(self, character: str) -> int:
        return self.ids.get(unicodedata.normalize("NFKC", character).lower(), UNKNOWN)


class Ensemble:
    """A model's members and vocabulary."""

    def __init__(self, folder: Path, manifest: dict):
        vocabulary = manifest.get("vocabulary", "vocabulary.txt")
        self.vocabulary = Vocabulary(folder / (vocabulary if isinstance(vocabulary, str) else vocabulary["file"]))
        self.threshold = manifest["threshold"]
        self.rank_penalty = manifest.get("rankPenalty", 1)
        self.max_characters = manifest.get("maxCharacters", 512)
        self.members = Members(folder, manifest)

    def predict(self, heard: list[str]) -> str:
        hypotheses = list(dict.fromkeys(filter(None, map(spoken, heard)))) or [""]
        rows = self.rows(hypotheses)
        if not rows:
            return hypotheses[0]
        tokens = np.zeros((len(rows), max(map(len, rows))), np.int64)
        for row, ids in zip(tokens, rows):
            row[: len(ids)] = ids
        counts = self.vocabulary.counts[tokens]
        open_places = counts > 1
        if not open_places[0].any():
            return hypotheses[0]
        candidates = self.vocabulary.candidates[tokens, : counts.max()]
        probabilities = self.members.mean({"tokens": tokens, "candidates": candidates})

        probabilities[np.arange(candidates.shape[-1]) >= counts[..., None]] = 0
        best = probabilities[..., 1:].argmax(-1) + 1
        as_heard, changed = probabilities[..., 0], probabilities[..., 1:].max(-1)
        is_changed = (changed > as_heard) & (changed >= self.threshold)
        logarithms = np.log(np.maximum(np.where(is_changed, changed, as_heard), LEAST_PROBABILITY))
        places = open_places.sum(1)
        means = np.where(open_places, logarithms, 0).sum(1) / np.maximum(places, 1)
        scores = np.where(places > 0, means - self.rank_penalty * np.arange(len(rows)), -np.inf)

        rank = scores.argmax()
        characters = list(hypotheses[rank])
        for place in np.flatnonzero(is_changed[rank]):
            characters[place] = self.vocabulary.characters[candidates[rank, place, best[rank, place]]]
        return "".join(characters)

    def rows(self, hypotheses: list[str]) -> list[list[int]]:
        """The character ids of the first hypotheses: as many as have at most `max_characters` when padded to the longest."""
        rows: list[list[int]] = []
        longest = 1
        for hypothesis in hypotheses:
            longest = max(longest, len(hypothesis))
            if (len(rows) + 1) * longest > self.max_characters:
                break
            rows.append(self.vocabulary.encode(hypothesis))
        return rows

    def warm_up(self) -> None:
        self.predict(["".join(self.vocabulary.characters[FIRST_ID : FIRST_ID + 32])])


def spoken(hypothesis: str) -> str:
    """A hypothesis without white space and without markers such as `<htr>`, which describe the recording."""
    return "".join(word for word in hypothesis.split() if not MARKER.fullmatch(word))


@router.post("/inference")
async def inference(inference_request: InferenceRequest, request: Request) -> dict:
    prediction = request.app.state.ensemble.predict(inference_request.sentence_list)
    return signed(inference_request, prediction)
