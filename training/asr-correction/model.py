"""One member: a small transformer encoder. For every position in a sentence, it chooses among characters that sound alike."""
import torch
from torch import nn
import torch.nn.functional as F

from vocabulary import PADDING

ROWS = 7
"""Number of features of a candidate. Each comes from the count of the candidate with certain neighbours (`ROWS` in counts.py)."""

REACH = 24
"""Largest distance with a bias of its own. Greater distances share the bias of this one, so sentences may have any length."""


def attention(q, k, v, bias, heads: int):
    """Attention of queries, keys and values [N, L, width], whose last dimension holds all heads side by side."""
    size, length, width = q.shape
    q, k, v = (part.view(size, length, heads, -1).transpose(1, 2) for part in (q, k, v))
    scores = q @ k.transpose(-1, -2) * (width // heads) ** -0.5 + bias
    return (scores.softmax(-1) @ v).transpose(1, 2).reshape(size, length, width)


class Layer(nn.Module):
    """Pre-normalised self-attention with a learnt bias per distance, then two dense layers."""

    attend = staticmethod(attention)

    def __init__(self, width: int, heads: int, hidden: int):
        super().__init__()
        self.heads = heads
        self.before_attention, self.before_dense = nn.LayerNorm(width), nn.LayerNorm(width)
        self.project, self.merge = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.distance = nn.Parameter(torch.zeros(heads, 2 * REACH + 1))
        self.widen, self.narrow = nn.Linear(width, hidden), nn.Linear(hidden, width)

    def forward(self, x, bias, dropout: float):
        """`x` [N, L, width]. `bias` [N, heads, L, L] is added to the attention scores between all positions."""
        q, k, v = self.project(self.before_attention(x)).chunk(3, -1)
        x = x + F.dropout(self.merge(self.attend(q, k, v, bias, self.heads)), dropout, self.training)
        return x + F.dropout(self.narrow(F.gelu(self.widen(self.before_dense(x)))), dropout, self.training)


class Corrector(nn.Module):
    """`tokens` [N, L] int64 (0: padding), `candidates` [N, L, K] int64 (0: none) and `features` [N, L, K, ROWS] to
    probabilities [N, L, K]."""

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
        self.output = nn.Linear(width, width)
        self.bias = nn.Embedding(characters, 1)
        self.counted = nn.Linear(ROWS, 1, bias=False)
        self.weigh = nn.Sequential(nn.Linear(ROWS + 1, 32), nn.GELU(), nn.Linear(32, 1, bias=False))
        nn.init.constant_(self.counted.weight, 0.2)
        nn.init.zeros_(self.weigh[2].weight)
        nn.init.normal_(self.characters.weight, std=0.5 * width**-0.5)
        nn.init.normal_(self.sounds.weight, std=0.5 * width**-0.5)
        nn.init.zeros_(self.bias.weight)

    def heard(self):
        """The embedding of every character's sound [V, width]: the mean over the readings of the character."""
        known = (self.readings != 0).sum(1, keepdim=True).clamp(min=1)
        return self.sounds(self.readings).sum(1) / known

    def encode(self, tokens, sounding):
        """`sounding` [N, L] has the character whose sound is heard at each position. In service, it equals `tokens`."""
        x = self.characters(tokens) + F.embedding(sounding, self.heard())
        return self.transform(x * (tokens != PADDING)[..., None], tokens)

    def transform(self, x, tokens):
        """`x` [N, L, width] is the sum of the embeddings of character and sound at each position, and 0 at padding."""
        x = x + F.gelu(self.near(x.transpose(1, 2))).transpose(1, 2)
        x = F.dropout(x, self.dropout, self.training)
        for layer, bias in zip(self.layers, self.biases(tokens)):
            x = layer(x, bias, self.dropout)
        return self.output(self.last(x))

    def biases(self, tokens):
        """For each layer, the sum [N, heads, L, L] of its bias for the distance and of a bias that hides padding."""
        places = torch.arange(tokens.shape[1], device=tokens.device)
        distances = (places[None] - places[:, None]).clamp(-REACH, REACH) + REACH
        of_all = F.embedding(distances, torch.cat([layer.distance for layer in self.layers]).T).permute(2, 0, 1)
        hidden = torch.where(tokens == PADDING, -1e4, 0.0)
        return (of_all + hidden[:, None, None]).chunk(len(self.layers), 1)

    def score(self, encoded, candidates, features):
        """Logits [..., K] of the candidates at positions that are encoded as [..., width]. `features` [..., K, ROWS] has the
        counts of the candidates."""
        heard = (candidates == candidates[..., :1])[..., None].float()
        scores = self.characters(candidates) @ encoded[..., None] + self.bias(candidates)
        scores = scores + self.counted(features) + self.weigh(torch.cat([features, heard], -1))
        return scores[..., 0].masked_fill(candidates == PADDING, -1e4)

    def forward(self, tokens, candidates, features):
        return self.score(self.encode(tokens, tokens), candidates, features).softmax(-1)
