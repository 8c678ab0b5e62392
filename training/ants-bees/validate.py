"""validate: repeated cross-validation of every member. What a head says of a picture that it was not trained with.

In each repeat the photographs and, by source, the pictures of other things are divided into five parts anew.
"""
import argparse
from pathlib import Path

import numpy as np

from ensemble import NEITHER, wilson
from folds import FOLDS, other_folds, photograph_folds
from members import MEMBERS, Member, Task, read_task


FORMS = ("float", "int8")


def held_out(member: Member, task: Task, seed: int) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Probabilities of every photograph and every other picture, in both forms: heads are trained on floats either way."""
    parts, other_parts = photograph_folds(task.labels, task.groups, seed), other_folds(task.sources, seed)
    found = {form: (np.zeros((len(parts), 3), np.float32), np.zeros((len(other_parts), 3), np.float32)) for form in FORMS}
    for part in range(FOLDS):
        rows, other_rows = np.flatnonzero(parts != part), np.flatnonzero(other_parts != part)
        head = member.train(rows, other_rows)
        for form, (votes, other_votes) in found.items():
            photographs, others = member.plain(form == "int8")
            served = member.for_int8(head, rows, other_rows) if form == "int8" else head
            votes[parts == part] = served(photographs[parts == part])
            other_votes[other_parts == part] = served(others[other_parts == part])
    return found


def describe(votes: np.ndarray, other_votes: np.ndarray, labels: np.ndarray) -> str:
    """Of one or of several repeats [repeats, n, 3]; the interval is that of the number of photographs, not of repeats."""
    right = (votes.argmax(-1) == labels).mean()
    low, high = wilson(right * len(labels), len(labels))
    two = (votes[..., :NEITHER].argmax(-1) == labels).mean()
    return (f"{100 * right:.1f} % right ({100 * low:.1f} to {100 * high:.1f}), {100 * two:.1f} % without the answer neither; "
            f"{100 * (other_votes.argmax(-1) == NEITHER).mean():.1f} % of other things refused")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the .npz that prepare wrote")
    parser.add_argument("--features", type=Path, required=True, help="folder that features wrote to")
    parser.add_argument("--members", nargs="+", default=list(MEMBERS), choices=list(MEMBERS))
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--out", type=Path, required=True, help="folder for the held-out votes, <member>.npz")
    options = parser.parse_args()
    task = read_task(options.data)
    options.out.mkdir(parents=True, exist_ok=True)
    for name in options.members:
        member = Member(name, options.features, task)
        found = []
        for seed in range(options.repeats):
            found.append(held_out(member, task, seed))
            print(f"{name} {seed}: {describe(*found[-1]['int8'], task.labels)}", flush=True)
        kept = {}
        for form in FORMS:
            votes, other_votes = (np.stack(part) for part in zip(*(repeat[form] for repeat in found)))
            kept |= {form: votes, f"{form}_others": other_votes}
            print(f"{name} {form}: {describe(votes, other_votes, task.labels)}", flush=True)
        np.savez(options.out / f"{name}.npz", **kept)


if __name__ == "__main__":
    main()
