"""Serves app.py with uvicorn, as one worker on its own port. PEER_MODEL names the model's folder.

Prints its port to standard output as a line of JSON. On every system, it ends when its standard input ends, and so together
with the process that started it.

Uvicorn's own workers share one socket. When clients connect at once, one worker often gets all of them, while the others
are idle. So each worker has its own address here, like behind a load balancer that costs nothing.
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
        # Reads unbuffered, because Python cannot exit while a thread waits in a buffered read.
        sys.stdin.buffer.raw.read()
        self.should_exit = True


if __name__ == "__main__":
    server = Server(uvicorn.Config("app:app", host="127.0.0.1", port=0, log_level="warning", access_log=False))
    threading.Thread(target=server.end_with_input, daemon=True).start()
    server.run()
