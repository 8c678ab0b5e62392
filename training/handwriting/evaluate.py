"""evaluate: the exported members and their ensemble on validation, and the figures of ensemble.json.

Chooses the reject threshold and the members' order, for the weights it is given; measures
accuracy with confidence intervals on all validation pictures and on those that were looked at and accepted.
Members run until no other vote can change the answer, so the order is the one that settles answers soonest.
"""
import argparse
import json
import math
import time
from collections import Counter
from itertools import permutations
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from tqdm import tqdm

from export import sha256
from members import MEMBERS


def wilson(right: int, count: int, z: float = 1.96) -> tuple[float, float]:
    """95 % confidence interval of a proportion (Wilson 1927)."""
    share, spread = right / count, z * z / count
    centre = (share + spread / 2) / (1 + spread)
    half = z * math.sqrt(share * (1 - share) / count + spread / (4 * count)) / (1 + spread)
    return centre - half, centre + half


def session(path: Path) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def probabilities(path: Path, pixels: np.ndarray) -> np.ndarray:
    """float32 [n, classes] of one member."""
    run = session(path).run
    parts = [run(None, {"pixels": pixels[start:start + 64]})[0]
             for start in tqdm(range(0, len(pixels), 64), desc=path.stem, mininterval=5)]
    return np.concatenate(parts)


def parameters(graph: onnx.GraphProto) -> int:
    """Weights and biases, quantised or not; what a quantiser adds to them is none."""
    return sum(math.prod(tensor.dims) for tensor in graph.initializer
               if tensor.data_type in (onnx.TensorProto.FLOAT, onnx.TensorProto.INT8, onnx.TensorProto.INT32)
               and not tensor.name.endswith(("_scale", "_zero_point")))


def milliseconds(path: Path, pixels: np.ndarray, rounds: int = 300) -> float:
    """Median time of one picture on one core."""
    run, times = session(path).run, []
    for number in range(rounds):
        picture = pixels[number % len(pixels)][None]
        started = time.perf_counter()
        run(None, {"pixels": picture})
        times.append(time.perf_counter() - started)
    return float(np.median(times[20:]) * 1000)


def share(answers: np.ndarray, truth: np.ndarray) -> dict:
    right = int((answers == truth).sum())
    low, high = wilson(right, len(truth))
    return {"accuracy": round(right / len(truth), 4), "interval": [round(low, 4), round(high, 4)], "pictures": len(truth)}


def threshold(listed: np.ndarray, outside: np.ndarray, wanted: float, lost: float) -> float:
    """The lowest threshold that refuses the wanted share of foreign characters, but no more listed ones than may be lost."""
    return math.floor(min(np.quantile(outside, wanted), np.quantile(listed, lost)) * 1000) / 1000


def asked(votes: list[np.ndarray], weights: list[float], limit: float) -> np.ndarray:
    """How many members, in the order given, each answer takes: as functions/inference/kinds/image-labels/decided.ts decides."""
    total, left, mean = sum(weights), sum(weights), 0
    numbers = np.full(len(votes[0]), len(votes))
    for number, (vote, weight) in enumerate(zip(votes, weights), 1):
        mean, left = mean + weight * vote, left - weight
        second, best = np.partition(mean, -2, 1)[:, -2:].T
        decided = (best - second > left + 1e-4) & (best > limit * total + 1e-4)
        numbers = np.where(decided, np.minimum(numbers, number), numbers)
    return numbers


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="the .npz that prepare wrote")
    parser.add_argument("--unseen", type=Path, required=True, help="the .unseen.npz that outliers wrote")
    parser.add_argument("--looked-at", type=Path, required=True, help="usable and unusable validation pictures, by name")
    parser.add_argument("--models", type=Path, required=True, help="models/<task>: members, labels, and the ensemble.json to renew")
    parser.add_argument("--version", required=True)
    parser.add_argument("--wanted", type=float, default=0.92, help="share of unseen characters outside the list to reject")
    parser.add_argument("--lost", type=float, default=0.02, help="share of accepted listed characters that may be refused for it")
    parser.add_argument("--weights", type=float, nargs=len(MEMBERS), default=[1] * len(MEMBERS), help=f"of {', '.join(MEMBERS)}")
    parser.add_argument("--figures", type=Path, required=True, help="where to write every figure of the model card (.json)")
    options = parser.parse_args()

    data = np.load(options.data)
    held = np.flatnonzero(data["validation"])
    pixels, truth, names = data["pixels"][held], data["labels"][held], data["names"][held]
    looked = json.loads(options.looked_at.read_text(encoding="utf-8"))
    usable = np.isin(names, looked["usable"])
    unseen = np.load(options.unseen)
    labels_file, manifest = options.models / "labels.txt", options.models / "ensemble.json"
    if not manifest.exists():
        parser.error(f"{manifest} is missing: its task, kind, contracts and input are written by hand")
    labels = labels_file.read_text(encoding="utf-8").split()

    listed, outside, forms, members = {}, {}, {}, []
    for member, weight in zip(MEMBERS, options.weights):
        path = options.models / f"{member}.onnx"
        listed[member] = probabilities(path, pixels)
        outside[member] = probabilities(path, unseen["pixels"])
        forms[member] = probabilities(path, unseen["forms"])
        answers = listed[member].argmax(1)
        members.append({
            "name": member, "file": path.name, "sha256": sha256(path),
            "bytes": path.stat().st_size, "weight": weight,
            "parameters": parameters(onnx.load(path).graph),
            "milliseconds": round(milliseconds(path, pixels), 2),
            "accuracy": share(answers, truth)["accuracy"],
            "all": share(answers, truth), "lookedAt": share(answers[usable], truth[usable]),
        })
    def combine(parts: dict, without: dict | None = None) -> np.ndarray:
        voters = [m for m in members if m is not without]
        return sum(m["weight"] * parts[m["name"]] for m in voters) / sum(m["weight"] for m in voters)

    mean = combine(listed)
    answers, best = mean.argmax(1), mean.max(1)
    away, form = combine(outside).max(1), combine(forms).max(1)
    limit = threshold(best[usable], np.concatenate([away, form]), options.wanted, options.lost)
    answered = np.where(best < limit, -1, answers)

    def course(order) -> tuple[float, list[float]]:
        """Milliseconds a picture takes on average, and the share of pictures that one, two and more members settle."""
        numbers = asked([listed[m["name"]] for m in order], [m["weight"] for m in order], limit)
        times = np.cumsum([m["milliseconds"] for m in order])
        shares = np.bincount(numbers, minlength=len(order) + 1)[1:] / len(numbers)
        return round(float(shares @ times), 2), [round(float(share), 3) for share in shares]

    courses = ((course(order), list(order)) for order in permutations(members))
    (each, shares), members = min(courses, key=lambda found: found[0][0])
    rejected = {"listedAll": float((best < limit).mean()), "listedLookedAt": float((best[usable] < limit).mean()),
                "outside": float((away < limit).mean()), "outsideOnForms": float((form < limit).mean())}
    pairs = Counter((labels[t], labels[a]) for t, a in zip(truth, answers) if t != a)
    figures = {
        "members": members,
        "ensemble": {"all": share(answers, truth), "lookedAt": share(answers[usable], truth[usable]),
                     "allAfterReject": share(answered, truth), "lookedAtAfterReject": share(answered[usable], truth[usable])},
        "course": {"milliseconds": each, "members": shares},
        "reject": {"threshold": limit, **{key: round(value, 4) for key, value in rejected.items()}},
        "curve": [{"threshold": round(t, 3), "listedLookedAt": round(float((best[usable] < t).mean()), 4),
                   "listedAll": round(float((best < t).mean()), 4), "outside": round(float((away < t).mean()), 4),
                   "outsideOnForms": round(float((form < t).mean()), 4)} for t in np.arange(0.05, 0.96, 0.05)],
        "confusions": [{"label": a, "answer": b, "pictures": n} for (a, b), n in pairs.most_common(40)],
        "lookedAtWrong": [{"name": str(n), "answer": labels[a], "confidence": round(float(c), 3)}
                          for n, a, t, c, u in zip(names, answers, truth, best, usable) if u and a != t],
        "leaveOneOut": {m["name"]: share(combine(listed, without=m).argmax(1), truth)["accuracy"] for m in members},
    }
    options.figures.write_text(json.dumps(figures, ensure_ascii=False, indent=1), encoding="utf-8")
    description = {
        **json.loads(manifest.read_text(encoding="utf-8")), "version": options.version,
        "labels": {"file": "labels.txt", "count": len(labels), "sha256": sha256(labels_file)},
        "reject": {"answer": "isnull", "threshold": limit},
        "members": [{k: m[k] for k in ("name", "file", "sha256", "bytes", "weight", "parameters", "milliseconds", "accuracy")} for m in members],
        "measured": {"validation": figures["ensemble"], "rejected": figures["reject"]},
    }
    manifest.write_text(json.dumps(description, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    for m in members:
        print(f"{m['name']:24} {m['milliseconds']:6.2f} ms  all {m['all']['accuracy']:.4f}  looked at {m['lookedAt']['accuracy']:.4f}")
    print(f"{'ensemble':24} {'':9}  all {figures['ensemble']['all']['accuracy']:.4f}  looked at {figures['ensemble']['lookedAt']['accuracy']:.4f}")
    print(f"{each} ms a picture; members that settle it: " + ", ".join(f"{n} for {s:.1%}" for n, s in enumerate(shares, 1)))
    print("after reject", figures["ensemble"]["allAfterReject"]["accuracy"], figures["ensemble"]["lookedAtAfterReject"]["accuracy"])
    print("reject", figures["reject"], "leave one out", figures["leaveOneOut"])


if __name__ == "__main__":
    main()
