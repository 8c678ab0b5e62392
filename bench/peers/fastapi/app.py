"""The peer: a typical FastAPI service for the model, with ONNX Runtime.

Every member runs for every request, one after the other, and the model's own rules decide by the weighted mean of their
outputs. No response is cached, and requests are not batched. The service implements contracts of the model, so that the
same client can send requests to both services.

Requests run in the event loop of a worker, and there is one worker per core. A prediction takes milliseconds and a whole
core, so a thread of FastAPI's pool (a route without `async`) would only add its own cost. With ten clients, the pool cost
a fifth of the throughput of `asr-correction`, and a third of that of `digits`.
"""
import importlib
import json
import os
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI

PIPELINES = {"image-classification": "pictures", "text-correction": "sentences", "feature-extraction": "texts", "text-classification": "texts"}
WARM_UP_RUNS = 10

folder = Path(os.environ["PEER_MODEL"])
manifest = json.loads((folder / "ensemble.json").read_text("utf8"))
name = PIPELINES.get(manifest["pipeline"])
pipeline = importlib.import_module(name) if name else None


@asynccontextmanager
async def lifespan(app: FastAPI):
    """Warms a worker up before it listens. If it cannot serve, prints the reason to standard output as a line of JSON."""
    try:
        if pipeline is None:
            raise ValueError(f"{manifest['model']} has the pipeline {manifest['pipeline']}, but the FastAPI service only has {', '.join(PIPELINES)}")
        app.state.ensemble = ensemble = pipeline.Ensemble(folder, manifest)
    except ValueError as error:
        print(json.dumps({"error": str(error)}), flush=True)
        raise
    for _ in range(WARM_UP_RUNS):
        ensemble.warm_up()
    yield


app = FastAPI(lifespan=lifespan)
if pipeline:
    app.include_router(pipeline.router)
