"""evaluate: measures the exported members and their ensemble on validation, and writes the figures of the model card.

The command writes to ensemble.json the reject threshold for the given weights, and the order of members that settles predictions
soonest, because members run until the remaining votes cannot change the prediction. It measures accuracy with confidence
intervals on all validation pictures, and on those that people looked at and accepted.
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
from measures import calibration_error, members_run, share, threshold, together
from members import MEMBERS, SERVED


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
    """Number of weights and biases, quantised or not. Scalars, scales and zero points do not count."""
    return sum(math.prod(tensor.dims) for tensor in graph.initializer
               if tensor.dims and tensor.data_type in (onnx.TensorProto.FLOAT, onnx.TensorProto.INT8, onnx.TensorProto.INT32)
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


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="the .npz that prepare wrote")
    parser.add_argument("--unseen", type=Path, required=True, help="the .unseen.npz that outliers wrote")
    parser.add_argument("--looked-at", type=Path, required=True, help="the .json with the names of usable and unusable validation pictures")
    parser.add_argument("--models", type=Path, required=True, help="models/<model>: members, labels, and the ensemble.json to renew")
    parser.add_argument("--version", required=True)
    parser.add_argument("--together", type=int, default=5, help="how many of the most probable labels must reach the threshold together")
    parser.add_argument("--wanted", type=float, default=0.92, help="share of the pictures of --unseen that the threshold should reject")
    parser.add_argument("--lost", type=float, default=0.02, help="largest share of the usable pictures of --looked-at that the threshold may reject")
    parser.add_argument("--members", nargs="+", default=list(SERVED), choices=MEMBERS)
    parser.add_argument("--weights", type=float, nargs="+", help="of the members, in that order (default: equal)")
    parser.add_argument("--keep-times", action="store_true", help="take the milliseconds from --figures instead of measuring them, for example if this machine is busy")
    parser.add_argument("--figures", type=Path, required=True, help="where to write every figure of the model card (.json)")
    options = parser.parse_args()
    weights = options.weights or [1] * len(options.members)
    if len(weights) != len(options.members):
        parser.error(f"--weights must give {len(options.members)} numbers, one for each of {', '.join(options.members)}")

    data = np.load(options.data)
    held = np.flatnonzero(data["validation"])
    pixels, truth, names = data["pixels"][held], data["labels"][held], data["names"][held]
    looked = json.loads(options.looked_at.read_text(encoding="utf-8"))
    usable = np.isin(names, looked["usable"])
    unseen = np.load(options.unseen)
    labels_file, manifest = options.models / "labels.txt", options.models / "ensemble.json"
    if not manifest.exists():
        parser.error(f"{manifest} is missing: write it by hand, with model, pipeline, contracts and input")
    labels = labels_file.read_text(encoding="utf-8").split()

    before = json.loads(options.figures.read_text(encoding="utf-8"))["members"] if options.keep_times else []
    times = {member["name"]: member["milliseconds"] for member in before}
    unknown = [member for member in options.members if member not in times]
    if options.keep_times and unknown:
        parser.error(f"--keep-times: {options.figures} has no time of {', '.join(unknown)}")
    listed, outside, forms, members = {}, {}, {}, []
    for member, weight in zip(options.members, weights):
        path = options.models / f"{member}.onnx"
        listed[member] = probabilities(path, pixels)
        outside[member] = probabilities(path, unseen["pixels"])
        forms[member] = probabilities(path, unseen["forms"])
        predictions = listed[member].argmax(1)
        members.append({
            "name": member, "file": path.name, "sha256": sha256(path),
            "bytes": path.stat().st_size, "weight": weight,
            "parameters": parameters(onnx.load(path).graph),
            "milliseconds": times[member] if options.keep_times else round(milliseconds(path, pixels), 2),
            "accuracy": share(predictions, truth)["accuracy"],
            "all": share(predictions, truth), "lookedAt": share(predictions[usable], truth[usable]),
        })

    def combine(parts: dict, without: dict | None = None) -> np.ndarray:
        voters = [m for m in members if m is not without]
        return sum(m["weight"] * parts[m["name"]] for m in voters) / sum(m["weight"] for m in voters)

    mean = combine(listed)
    predictions = mean.argmax(1)
    best, away, form = (together(parts, options.together) for parts in (mean, combine(outside), combine(forms)))
    limit = threshold(best[usable], np.concatenate([away, form]), options.wanted, options.lost)
    served = np.where(best < limit, -1, predictions)
    right, kept = predictions == truth, best >= limit

    def course(order) -> tuple[float, list[float], np.ndarray]:
        """The mean milliseconds of a picture, the shares of pictures that one, two and more members settle, and the
        confidence of each prediction once it is settled."""
        numbers, said = members_run([listed[m["name"]] for m in order], [m["weight"] for m in order], limit, options.together)
        times = np.cumsum([m["milliseconds"] for m in order])
        shares = np.bincount(numbers, minlength=len(order) + 1)[1:] / len(numbers)
        return round(float(shares @ times), 2), [round(float(share), 3) for share in shares], said

    courses = ((course(order), list(order)) for order in permutations(members))
    (each, shares, said), members = min(courses, key=lambda found: found[0][0])
    rejected = {"listedAll": float((best < limit).mean()), "listedLookedAt": float((best[usable] < limit).mean()),
                "outside": float((away < limit).mean()), "outsideOnForms": float((form < limit).mean())}
    pairs = Counter((labels[t], labels[a]) for t, a in zip(truth, predictions) if t != a)
    figures = {
        "members": members,
        "ensemble": {"all": share(predictions, truth), "lookedAt": share(predictions[usable], truth[usable]),
                     "allAfterReject": share(served, truth), "lookedAtAfterReject": share(served[usable], truth[usable])},
        "calibration": {"all": calibration_error(said, right), "lookedAt": calibration_error(said[usable], right[usable]),
                        "allAfterReject": calibration_error(said[kept], right[kept]),
                        "lookedAtAfterReject": calibration_error(said[kept & usable], right[kept & usable])},
        "course": {"milliseconds": each, "members": shares},
        "reject": {"threshold": limit, **{key: round(value, 4) for key, value in rejected.items()}},
        "curve": [{"threshold": round(t, 3), "listedLookedAt": round(float((best[usable] < t).mean()), 4),
                   "listedAll": round(float((best < t).mean()), 4), "outside": round(float((away < t).mean()), 4),
                   "outsideOnForms": round(float((form < t).mean()), 4)} for t in np.arange(0.05, 0.96, 0.05)],
        "confusions": [{"label": a, "prediction": b, "pictures": n} for (a, b), n in pairs.most_common(40)],
        "lookedAtWrong": [{"name": str(n), "prediction": labels[a], "confidence": round(float(c), 3)}
                          for n, a, t, c, u in zip(names, predictions, truth, mean.max(1), usable) if u and a != t],
        "leaveOneOut": {m["name"]: share(combine(listed, without=m).argmax(1), truth)["accuracy"] for m in members},
    }
    options.figures.write_text(json.dumps(figures, ensure_ascii=False, indent=1), encoding="utf-8")
    description = {
        **json.loads(manifest.read_text(encoding="utf-8")), "version": options.version,
        "labels": {"file": "labels.txt", "count": len(labels), "sha256": sha256(labels_file)},
        "reject": {"label": "isnull", "threshold": limit, "together": options.together},
        "members": [{k: m[k] for k in ("name", "file", "sha256", "weight")} for m in members],
    }
    manifest.write_text(json.dumps(description, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    for m in members:
        print(f"{m['name']:24} {m['milliseconds']:6.2f} ms  all {m['all']['accuracy']:.4f}  looked at {m['lookedAt']['accuracy']:.4f}")
    print(f"{'ensemble':24} {'':9}  all {figures['ensemble']['all']['accuracy']:.4f}  looked at {figures['ensemble']['lookedAt']['accuracy']:.4f}")
    print(f"{each} ms a picture; members that settle it: " + ", ".join(f"{n} for {s:.1%}" for n, s in enumerate(shares, 1)))
    print("after reject", figures["ensemble"]["allAfterReject"]["accuracy"], figures["ensemble"]["lookedAtAfterReject"]["accuracy"])
    print("calibration", figures["calibration"])
    print("reject", figures["reject"], "leave one out", figures["leaveOneOut"])


if __name__ == "__main__":
    main()
