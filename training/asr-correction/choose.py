"""choose: finds members' weights and the threshold on the choice part of the data; writes ensemble.json and the vocabulary.

Only weights and thresholds that do not make the real recogniser's sentences worse are considered, because spoiling a right
sentence is worse than leaving a wrong one as it is. Among them, the command chooses those that correct the most errors in text
with homophones.
"""
import argparse
import hashlib
import json
import shutil
from pathlib import Path

import numpy as np
import onnx
import onnxruntime

from evaluate import in_batches, judge
from homophones import with_homophones
from vocabulary import Vocabulary

THRESHOLDS = np.round(np.concatenate([np.arange(0.5, 0.9, 0.05), np.arange(0.9, 0.99, 0.01), np.arange(0.99, 0.9991, 0.001)]), 3)


def votes_of(path: Path, sentences: list[list[int]], candidates: np.ndarray) -> list[np.ndarray]:
    """The output of the exported member for each sentence [L, K]."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    run = lambda tokens, offered: session.run(None, {"tokens": tokens, "candidates": offered})[0]
    return in_batches(run, sentences, candidates)


def together(votes: list[list[np.ndarray]], weights: list[float]) -> list[np.ndarray]:
    total = sum(weights)
    return [sum(w * v for w, v in zip(weights, of)) / total for of in zip(*votes)]


def named(path: Path) -> dict:
    return {"file": path.name, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}


def data_of(path: Path) -> list[dict]:
    """Names and hashes of the files beside a member that hold its weights."""
    weights = onnx.load(path, load_external_data=False).graph.initializer
    names = {entry.value for weight in weights for entry in weight.external_data if entry.key == "location"}
    return [named(path.with_name(name)) for name in sorted(names)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the folder that prepare and counts wrote")
    parser.add_argument("--models", type=Path, required=True, help="the model's folder, which has the members")
    parser.add_argument("--version", required=True)
    parser.add_argument("--members", nargs="+", required=True, help="names, in the order in which they run")
    parser.add_argument("--weights", type=float, nargs="+", help="of the members, in that order (default: those that are best on the choice part of the data)")
    options = parser.parse_args()
    vocabulary = Vocabulary.read(options.data / "vocabulary.txt")
    candidates, arrays = np.array(vocabulary.candidates), dict(np.load(options.data / "text.npz"))
    rows = [json.loads(line) for line in (options.data / "pairs-choice.jsonl").read_text(encoding="utf8").splitlines()]
    real = [vocabulary.encode(r["recognised"]) for r in rows], [vocabulary.encode(r["true"]) for r in rows]
    text = [vocabulary.encode(s)[:128] for s in (options.data / "held-back.txt").read_text(encoding="utf8").splitlines()[1::2]]
    made = with_homophones(text, arrays), text
    votes = [[votes_of(options.models / f"{m}.onnx", heard, candidates) for m in options.members] for heard, _ in (real, made)]
    tried = [options.weights] if options.weights else [[1.0, *([w] * (len(options.members) - 1))] for w in (0.4, 0.6, 0.8, 1.0)]
    best = None
    for weights in tried if len(options.members) > 1 else [[1.0]]:
        given = [together(v, weights) for v in votes]
        for threshold in THRESHOLDS:
            on_real = judge(*real, given[0], candidates, threshold)
            on_made = judge(*made, given[1], candidates, threshold)
            if on_real["after"] <= on_real["before"] and (best is None or on_made["lower"] > best[0]):
                best = on_made["lower"], weights, float(threshold), on_real, on_made
        print(weights, best[1:3] if best else "no threshold leaves the real sentences as good as they were", flush=True)
    if best is None:
        raise SystemExit("choose: no threshold leaves the real sentences as good as they were")
    _, weights, threshold, on_real, on_made = best
    print("real", on_real, "\nhomophones", on_made)
    shutil.copyfile(options.data / "vocabulary.txt", options.models / "vocabulary.txt")
    ensemble = {
        "model": "asr-correction", "pipeline": "text-correction", "version": options.version,
        "title": "Corrected speech recognition", "hint": "Type what was heard; one hypothesis per line, the best one first.",
        "page": {"language": "zh-Hant"}, "contracts": ["esun-2022"],
        "vocabulary": named(options.models / "vocabulary.txt"),
        "threshold": threshold, "samplesRight": 0.7,
        "members": [{"name": m, **named(file := options.models / f"{m}.onnx"), "externalData": data_of(file), "weight": w}
                    for m, w in zip(options.members, weights)],
    }
    (options.models / "ensemble.json").write_text(json.dumps(ensemble, ensure_ascii=False, indent=2) + "\n", encoding="utf8")


if __name__ == "__main__":
    main()
