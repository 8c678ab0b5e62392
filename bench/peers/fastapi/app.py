"""The peer: a FastAPI service with ONNX Runtime, as teams build one for such a task.

Every member is asked every question, one after the other, and their weighted mean decides by the task's own rules. No
answer is remembered, and questions are not asked together. It speaks contracts of the task, so that the same client asks
both services.

Questions are answered in the event loop of a worker, of which there is one for each core: an answer takes milliseconds and
a whole core, so that a thread of FastAPI's pool (a route without `async`) would only add its own cost: with ten
clients, it took a fifth of the answers of `asr-correction`, and a third of those of `digits`.
"""
import json
import os
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI

import pictures
import sentences

KINDS = {"image-classification": pictures, "text-correction": sentences}
WARM_UP_RUNS = 10

folder = Path(os.environ["PEER_TASK"])
manifest = json.loads((folder / "ensemble.json").read_text("utf8"))
kind = KINDS.get(manifest["kind"])


@asynccontextmanager
async def lifespan(app: FastAPI):
    """Warms a worker up before it listens, or says on standard output, in a line of JSON, why it cannot serve."""
    try:
        if kind is None:
            raise ValueError(f"{manifest['task']} is of kind {manifest['kind']}, and the FastAPI service knows {', '.join(KINDS)}")
        app.state.ensemble = ensemble = kind.Ensemble(folder, manifest)
    except ValueError as error:
        print(json.dumps({"error": str(error)}), flush=True)
        raise
    for _ in range(WARM_UP_RUNS):
        ensemble.warm_up()
    yield


app = FastAPI(lifespan=lifespan)
if kind:
    app.include_router(kind.router)
