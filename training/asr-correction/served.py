"""A member as it is served: a graph that takes ids alone and looks counts and sounds up in tables of its own."""
import numpy as np
import torch
from torch import nn
import torch.nn.functional as F

from counts import CODES, ROWS, SLOTS, SPREAD, TAG_SPREAD, TAGS, Counts, remainder
from model import Corrector


class Served(nn.Module):
    """`tokens` [N, L] int64 (0: padding) and `candidates` [N, L, K] int64 (0: none) to `probabilities` [N, L, K]."""

    def __init__(self, member: Corrector, counts: Counts):
        super().__init__()
        self.member = member
        for size, table in counts.tables.items():
            self.register_buffer(f"counts{size}", torch.from_numpy(table.view(np.int16)))
        with torch.no_grad():
            self.register_buffer("seen_and_heard", member.characters.weight + member.heard())

    def forward(self, tokens, candidates):
        encoded = self.member.transform(F.embedding(tokens, self.seen_and_heard), tokens)
        return self.member.score(encoded, candidates, self.features(tokens, candidates)).softmax(-1)

    def features(self, tokens, candidates):
        """Counts.features for every place of every sentence [N, L, K, ROWS]."""
        length = tokens.shape[1]
        wide = F.pad(tokens, (2, 2))
        around = {d: wide[:, 2 + d : 2 + d + length, None].expand_as(candidates) for d in (-2, -1, 1, 2)}
        around[0] = candidates
        return torch.stack([self.look_up([around[d] for d in row]) for row in ROWS.values()], -1)

    def look_up(self, rows):
        table = getattr(self, f"counts{len(rows)}")
        entry = table[remainder(rows, SPREAD, SLOTS[len(rows)])].long() % 65536
        return torch.where(entry // CODES == remainder(rows, TAG_SPREAD, TAGS), entry % CODES, 0).float() / 4
