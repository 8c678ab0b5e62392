"""Serves app.py with uvicorn, as one worker on a port of its own; the folder of the model in PEER_MODEL.

Says on standard output, in a line of JSON, on which port it listens. Ends when its standard input does, on every system
alike, and so with whoever started it.

Uvicorn's own workers share one socket, and of clients that connect at once, one worker often takes all while the others
have nothing to do. So each is addressed for itself here, as by a balancer that costs nothing.
"""
import json
import sys
import threading

import uvicorn


class Server(uvicorn.Server):
    async def startup(self, sockets=None) -> None:
        await super().startup(sockets)
        _, port = self.servers[0].sockets[0].getsockname()
        print(json.dumps({"port": port}), flush=True)

    def end_with_input(self) -> None:
        # Unbuffered: Python could not end while a thread waits within a buffer.
        sys.stdin.buffer.raw.read()
        self.should_exit = True


if __name__ == "__main__":
    server = Server(uvicorn.Config("app:app", host="127.0.0.1", port=0, log_level="warning", access_log=False))
    threading.Thread(target=server.end_with_input, daemon=True).start()
    server.run()
