"""One member: a small transformer encoder that says, for every place of a sentence, which of what sounds alike stands there."""
import torch
from torch import nn
import torch.nn.functional as F

from vocabulary import PADDING

ROWS = 7
"""Features of a candidate: counts of the rows of characters that it would stand in."""

REACH = 24
"""Places further apart than this are simply "far": sentences of any length can be read."""


class Layer(nn.Module):
    """Pre-normalised self-attention with a learnt bias per distance, then two dense steps."""

    def __init__(self, width: int, heads: int, hidden: int):
        super().__init__()
        self.heads = heads
        self.before_attention, self.before_dense = nn.LayerNorm(width), nn.LayerNorm(width)
        self.project, self.merge = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.distance = nn.Parameter(torch.zeros(heads, 2 * REACH + 1))
        self.widen, self.narrow = nn.Linear(width, hidden), nn.Linear(hidden, width)

    def forward(self, x, distances, hidden_places, dropout: float):
        size, length, width = x.shape
        q, k, v = self.project(self.before_attention(x)).view(size, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        scores = q @ k.transpose(-1, -2) * (width // self.heads) ** -0.5 + self.distance[:, distances] + hidden_places
        seen = (scores.softmax(-1) @ v).transpose(1, 2).reshape(size, length, width)
        x = x + F.dropout(self.merge(seen), dropout, self.training)
        return x + F.dropout(self.narrow(F.gelu(self.widen(self.before_dense(x)))), dropout, self.training)


class Corrector(nn.Module):
    """`tokens` [N, L] int64 (0: padding) and `candidates` [N, L, K] int64 (0: none) to `probabilities` [N, L, K]."""

    def __init__(self, characters: int, readings: torch.Tensor, syllables: int, width: int, layers: int, heads: int,
                 neighbours: int = 5, dropout: float = 0.1):
        super().__init__()
        self.settings = dict(width=width, layers=layers, heads=heads, neighbours=neighbours, dropout=dropout)
        self.dropout = dropout
        self.characters = nn.Embedding(characters, width)
        self.sounds = nn.Embedding(syllables, width, padding_idx=0)
        self.register_buffer("readings", readings.long(), persistent=True)
        self.near = nn.Conv1d(width, width, neighbours, padding=neighbours // 2)
        self.layers = nn.ModuleList(Layer(width, heads, 3 * width) for _ in range(layers))
        self.last = nn.LayerNorm(width)
        self.answer = nn.Linear(width, width)
        self.bias = nn.Embedding(characters, 1)
        self.counted = nn.Linear(ROWS, 1, bias=False)
        self.weigh = nn.Sequential(nn.Linear(ROWS + 1, 32), nn.GELU(), nn.Linear(32, 1, bias=False))
        nn.init.constant_(self.counted.weight, 0.2)
        nn.init.zeros_(self.weigh[2].weight)
        nn.init.normal_(self.characters.weight, std=0.5 * width**-0.5)
        nn.init.normal_(self.sounds.weight, std=0.5 * width**-0.5)
        nn.init.zeros_(self.bias.weight)

    def heard(self):
        """What every character sounds like [V, width]: the mean over its readings."""
        known = (self.readings != 0).sum(1, keepdim=True).clamp(min=1)
        return self.sounds(self.readings).sum(1) / known

    def encode(self, tokens, sounding):
        """`sounding` [N, L]: whose sound is heard at each place; in service the token's own."""
        return self.transform(self.characters(tokens) + F.embedding(sounding, self.heard()), tokens)

    def transform(self, x, tokens):
        """`x` [N, L, width]: what is seen and heard at each place."""
        length = tokens.shape[1]
        places = torch.arange(length, device=tokens.device)
        distances = (places[None] - places[:, None]).clamp(-REACH, REACH) + REACH
        padding = tokens == PADDING
        hidden_places = padding[:, None, None, :] * -1e4
        x = x * ~padding[..., None]
        x = x + F.gelu(self.near(x.transpose(1, 2))).transpose(1, 2)
        x = F.dropout(x, self.dropout, self.training)
        for layer in self.layers:
            x = layer(x, distances, hidden_places, self.dropout)
        return self.answer(self.last(x))

    def score(self, encoded, candidates, features):
        """Logarithmic scores [..., K] of the candidates at places encoded as [..., width], with their counts [..., K, ROWS]."""
        scores = (self.characters(candidates) @ encoded[..., None])[..., 0] + self.bias(candidates)[..., 0]
        heard = (torch.arange(candidates.shape[-1]) == 0).float().expand(candidates.shape)[..., None]
        scores = scores + self.counted(features)[..., 0] + self.weigh(torch.cat([features, heard], -1))[..., 0]
        return scores.masked_fill(candidates == PADDING, -1e4)

    def forward(self, tokens, candidates, features):
        return self.score(self.encode(tokens, tokens), candidates, features).softmax(-1)
