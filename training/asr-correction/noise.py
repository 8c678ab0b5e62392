"""Errors like a recogniser's: a character becomes another that sounds like it. Common characters are drawn more often."""
import numpy as np

from vocabulary import HIDDEN, PADDING


class Noise:
    def __init__(self, candidates: np.ndarray, frequency: np.ndarray, seed: int):
        self.candidates = candidates.astype(np.int64)
        weights = frequency[self.candidates] * (self.candidates != PADDING)
        weights[:, 0] = 0
        total = weights.sum(1, keepdims=True)
        self.replaceable = total[:, 0] > 0
        self.cumulative = np.cumsum(weights / np.maximum(total, 1e-9), 1).astype(np.float32)
        self.random = np.random.default_rng(seed)

    def sound_alike(self, ids: np.ndarray) -> np.ndarray:
        """For each of `ids` [M], another character that sounds like it; rarely `PADDING`, because of rounding."""
        drawn = (self.random.random(len(ids), np.float32)[:, None] > self.cumulative[ids]).sum(1)
        return self.candidates[ids, np.minimum(drawn, self.candidates.shape[1] - 1)]

    def __call__(self, sentences: np.ndarray, replaced: float, hidden: float, kept: float):
        """Draws positions in `sentences` [N, L] for the member to predict. Of all positions whose characters have other
        candidates, the share `replaced` gets another candidate, and the share `kept` stays. The share `hidden` keeps only a
        sound, which for half of this share is the sound of another candidate. Returns the tokens, the characters whose sounds
        are heard, and the flat positions to predict."""
        tokens = sentences.copy()
        able = self.replaceable[sentences]
        draw = self.random.random(sentences.shape, np.float32)
        wrong = able & (draw < replaced + hidden / 2)
        tokens[wrong] = np.where((alike := self.sound_alike(sentences[wrong])) > 0, alike, sentences[wrong])
        sounding = tokens.copy()
        unseen = able & (draw >= replaced) & (draw < replaced + hidden)
        tokens[unseen] = HIDDEN
        predicted = able & (draw < replaced + hidden + kept)
        return tokens, sounding, np.flatnonzero(predicted)
