"""A member as it is served: a graph that takes only ids, and looks up counts and sounds in its own tables."""
import numpy as np
import torch
from torch import nn
import torch.nn.functional as F

from counts import CODES, ROWS, SLOTS, SPREAD, TAG_SPREAD, TAGS, Counts
from model import Corrector
from vocabulary import PADDING

NEAR = max(abs(place) for row in ROWS.values() for place in row)
"""Largest distance of the positions in `ROWS` from the predicted position, on either side."""
AROUND = range(-NEAR, NEAR + 1)


def attention(q, k, v, bias, heads: int):
    """model.attention as one node of the graph."""
    return torch.onnx.ops.attention(q, k, v, bias, q_num_heads=heads, kv_num_heads=heads)[0]


class Served(nn.Module):
    """Maps `tokens` [N, L] int64 (0: padding) and `candidates` [N, L, K] int64 (0: none) to `probabilities` [N, L, K].

    Every node makes a cold start longer, so the graph has few nodes: it looks up the counts of all `ROWS` at once, in one table.
    """

    def __init__(self, member: Corrector, counts: Counts):
        super().__init__()
        self.member = member
        for layer in member.layers:
            layer.attend = attention
        with torch.no_grad():
            seen_and_heard = member.characters.weight + member.heard()
            seen_and_heard[PADDING] = 0
        self.register_buffer("seen_and_heard", seen_and_heard)
        tables = np.concatenate([counts.tables[size] for size in SLOTS])
        self.register_buffer("counts", torch.from_numpy(tables.view(np.int16))[:, None])
        factors, divisors = remainders()
        self.register_buffer("own", torch.from_numpy(factors[NEAR].copy()))
        factors[NEAR] = 0
        self.register_buffer("around", torch.from_numpy(factors))
        self.register_buffer("divisors", torch.from_numpy(divisors))
        firsts = dict(zip(SLOTS, np.cumsum([0, *SLOTS.values()])))
        self.register_buffer("firsts", torch.tensor([firsts[len(row)] for row in ROWS.values()]))

    def forward(self, tokens, candidates):
        encoded = self.member.transform(F.embedding(tokens, self.seen_and_heard), tokens)
        return self.member.score(encoded, candidates, self.features(tokens, candidates)).softmax(-1)

    def features(self, tokens, candidates):
        """Counts.features [N, L, K, ROWS] for every position in every sentence."""
        size, length = tokens.shape
        places = torch.arange(length)[:, None] + torch.arange(len(AROUND))
        around = F.pad(tokens, (NEAR, NEAR)).index_select(1, places.flatten()).view(size, length, len(AROUND))
        keys = ((around @ self.around)[:, :, None] + candidates[..., None] * self.own) % self.divisors
        slots, tags = keys.chunk(2, -1)
        entries = F.embedding(slots + self.firsts, self.counts)[..., 0].long() & 0xFFFF
        codes = entries - tags * CODES
        return torch.where(codes == codes & (CODES - 1), codes, 0).float() / 4


def remainders() -> tuple[np.ndarray, np.ndarray]:
    """The factors [AROUND, 2 * ROWS] and divisors [2 * ROWS] with which counts.remainder becomes a weighted sum of ids.

    On the last axis, the slots of all rows come first, then the tags of all rows. A factor is below 2^22 and an id below 2^15,
    so the sum of five products is far below 2^63.
    """
    wanted = [(SPREAD, SLOTS[len(row)], row) for row in ROWS.values()] + [(TAG_SPREAD, TAGS, row) for row in ROWS.values()]
    factors = [[pow(base, row[-1] - place, divisor) if place in row else 0 for place in AROUND]
               for base, divisor, row in wanted]
    return np.array(factors).T.copy(), np.array([divisor for _, divisor, _ in wanted])
