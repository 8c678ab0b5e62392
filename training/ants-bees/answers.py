"""answers: what the ensemble says of each photograph that its heads were not trained with, judged; one JSON object a line.

For `npm run eval -- ants-bees --certainty --answers FILE`: the members served have seen every photograph.
"""
import argparse
import json
from pathlib import Path

import numpy as np

from ensemble import mean


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the .npz that prepare wrote")
    parser.add_argument("--held-out", type=Path, required=True, help="folder that validate wrote to")
    parser.add_argument("--models", type=Path, required=True, help="folder with ensemble.json")
    parser.add_argument("--repeat", type=int, default=0, help="which repeat of cross-validation (default: %(default)s)")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    manifest = json.loads((options.models / "ensemble.json").read_text())
    members = manifest["members"]
    votes = [np.load(options.held_out / f"{member['name']}.npz")["int8"][options.repeat] for member in members]
    together = mean(votes, [member["weight"] for member in members])
    best = together.argmax(1)
    unanimous = np.all([vote.argmax(1) == best for vote in votes], 0)
    confidence = together.max(1)
    columns = {"confidence": confidence, "right": best == np.load(options.data)["labels"],
               "refused": confidence < manifest["reject"]["threshold"], "unanimous": unanimous}
    rows = zip(*(column.tolist() for column in columns.values()))
    options.out.write_text("".join(json.dumps(dict(zip(columns, row))) + "\n" for row in rows))


if __name__ == "__main__":
    main()
