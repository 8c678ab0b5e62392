import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** How often a server that stops looks whether it may go on. */
const LOOK_MILLISECONDS = 5;
/** How often the quiet time it waits at most for clients that do not become quiet. */
const PATIENCE = 5;

/** What goes on at a server. */
export interface Activity {
  /** Requests that have begun to come since it started. */
  readonly begun: number;
  /** One of them is not over. */
  readonly open: boolean;
  /** One of them has no answer yet. */
  readonly unanswered: boolean;
}

/** The connections of a server, and how they end when it stops without a reset. */
export class Connections {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Connections so far. */
  #opened = 0;
  #broken = false;

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => {
      if (this.#broken) {
        socket.destroy();
        return;
      }
      this.#opened += 1;
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /**
   * Closes what is idle, and then the port. A client may just be sending on an idle connection: it gets its answer,
   * which says that it was the last one, and only connections on which nothing comes any more are closed. The port
   * stays open so long, because the system resets connections that wait behind it when it is closed: whoever was told
   * that its connection ends comes again on another.
   *
   * @param quiet milliseconds without a request that are waited for
   */
  async close(activity: () => Activity, quiet: number): Promise<void> {
    // Looks are counted, not milliseconds: in a process that stalls, time passes before what has arrived is seen.
    const looks = Math.ceil(quiet / LOOK_MILLISECONDS);
    let [quietLooks, idleLooks, seen, used] = [0, 0, this.#opened + activity().begun, this.#sockets.size > 0];
    do {
      await delay(LOOK_MILLISECONDS);
      const { begun, open, unanswered } = activity();
      const came = this.#opened + begun;
      quietLooks = open || came !== seen ? 0 : quietLooks + 1;
      // Whoever asks again and again although it is refused keeps nobody waiting.
      idleLooks = unanswered ? 0 : idleLooks + 1;
      used ||= came !== seen;
      seen = came;
    } while (used && !this.#broken && quietLooks < looks && idleLooks < PATIENCE * looks);
    for (const socket of this.#sockets) socket.end();
    // A client closes its side when it sees that; one that does not is not waited for.
    for (let look = 0; look < looks && this.#sockets.size > 0; look += 1) await delay(LOOK_MILLISECONDS);
    if (!this.#server.listening) return;
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  /** Breaks off whatever is still open, or comes yet. */
  destroy(): void {
    this.#broken = true;
    for (const socket of this.#sockets) socket.destroy();
  }
}
