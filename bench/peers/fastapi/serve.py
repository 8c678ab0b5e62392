"""Serves app.py with uvicorn: `serve.py <port> <workers>`, the folder of the task in PEER_TASK.

Ends when its standard input does, on every system alike, and so with whoever started it.
"""
import signal
import sys
import threading
from pathlib import Path

import uvicorn


def end_with_input() -> None:
    sys.stdin.buffer.read()
    signal.raise_signal(signal.SIGTERM)


if __name__ == "__main__":
    port, workers = map(int, sys.argv[1:])
    threading.Thread(target=end_with_input, daemon=True).start()
    uvicorn.run("app:app", host="127.0.0.1", port=port, workers=workers, log_level="warning", access_log=False,
                app_dir=str(Path(__file__).parent))
