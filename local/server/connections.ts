import type { Server, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Slots } from '../slots.ts';
import type { ServerLimits } from './limits.ts';
import type { WatchedResponse } from './watched-response.ts';

/** Interval at which a stopping server checks its connections. */
export const POLL_MILLISECONDS = 5;
/** The longest wait for clients that do not become quiet, as a multiple of `quietMilliseconds`. */
const PATIENCE = 5;
/** If more than this share of the allowed connections is open, each response closes its connection. */
const CROWDED = 0.75;
/** Limit of surplus connections (see `Connections`), as a multiple of the limit of accepted ones. More are closed at once. */
const SURPLUS_SHARE = 4;

interface AcceptedConnection {
  /** Requests on this connection whose response has not ended. */
  open: number;
  /** When the connection was opened, or its last response ended, in milliseconds of `performance.now()`. */
  idleSince: number;
}

/**
 * Limits the connections of a server, and closes them without a reset when it stops.
 *
 * At the limit, a new connection replaces the one that has been idle for longest. If every connection is in use, or may have a
 * request on its way, the new one is surplus: the server refuses its first request, and then closes it.
 */
export class Connections {
  /** Responses that have not ended. */
  readonly responses: Slots<WatchedResponse> = new Slots<WatchedResponse>();
  readonly #limits: ServerLimits;
  /** Accepted connections; idle ones in the order in which they became idle. */
  readonly #accepted = new Map<Socket, AcceptedConnection>();
  readonly #surplus = new Set<Socket>();
  /** Connections and requests so far. */
  #arrivals = 0;
  #broken = false;

  constructor(server: Server, limits: ServerLimits) {
    this.#limits = limits;
    server.prependListener('connection', (socket: Socket) => {
      if (this.#broken || this.#surplus.size >= SURPLUS_SHARE * limits.connections) {
        socket.destroy();
        return;
      }
      this.#arrivals += 1;
      if (this.#hasRoom()) this.#accepted.set(socket, { open: 0, idleSince: performance.now() });
      else this.#surplus.add(socket);
      socket.once('close', () => {
        this.#accepted.delete(socket);
        this.#surplus.delete(socket);
      });
    });
  }

  isSurplus(socket: Socket): boolean {
    return this.#surplus.has(socket);
  }

  /** Adds a request that has begun; it is removed when its response is over. */
  add(response: WatchedResponse): void {
    const slot = this.responses.add(response);
    const { socket } = response.req;
    const accepted = this.#accepted.get(socket);
    this.#arrivals += 1;
    if (accepted) accepted.open += 1;
    response.once('close', () => {
      this.responses.delete(slot);
      if (!accepted) return;
      accepted.open -= 1;
      if (accepted.open > 0 || !this.#accepted.delete(socket)) return;
      accepted.idleSince = performance.now();
      this.#accepted.set(socket, accepted);
    });
  }

  /** Whether any request has no response yet. */
  get awaitsResponse(): boolean {
    return [...this.responses].some(([, { isOver }]) => !isOver);
  }

  /**
   * Whether so many connections are open that each must close with its response. The response announces that to the client. If the
   * server instead closed a connection that has just become idle, it might cut off a request that is on its way.
   */
  get isCrowded(): boolean {
    return this.#accepted.size > CROWDED * this.#limits.connections;
  }

  #hasRoom(): boolean {
    if (this.#accepted.size < this.#limits.connections) return true;
    const latest = performance.now() - this.#limits.idleMilliseconds;
    for (const [socket, accepted] of this.#accepted) {
      if (accepted.open > 0) continue;
      // All further idle connections have been idle for a shorter time.
      if (accepted.idleSince > latest) return false;
      this.#accepted.delete(socket);
      socket.destroySoon();
      return true;
    }
    return false;
  }

  #sockets(): Socket[] {
    return [...this.#accepted.keys(), ...this.#surplus];
  }

  /**
   * Closes all connections after `quietMilliseconds` without requests. If clients go on sending, closes all connections after
   * `PATIENCE` times `quietMilliseconds` in which no poll found a request without a response. A request that arrives until then
   * still gets a response, whose header says that the connection closes. The port stays open meanwhile, because closing it resets
   * connections in the backlog, and because a client opens a new connection when its connection ends.
   */
  async close(): Promise<void> {
    // The loop counts polls instead of milliseconds, because a process that stalls sees arrived requests only afterwards.
    const polls = Math.ceil(this.#limits.quietMilliseconds / POLL_MILLISECONDS);
    let [quietPolls, idlePolls] = [0, 0];
    let seen = this.#arrivals;
    let used = this.#sockets().length > 0;
    do {
      await delay(POLL_MILLISECONDS);
      quietPolls = this.responses.size > 0 || this.#arrivals !== seen ? 0 : quietPolls + 1;
      // A client that repeats refused requests must not delay the stop.
      idlePolls = this.awaitsResponse ? 0 : idlePolls + 1;
      used ||= this.#arrivals !== seen;
      seen = this.#arrivals;
    } while (used && !this.#broken && quietPolls < polls && idlePolls < PATIENCE * polls);
    for (const socket of this.#sockets()) socket.end();
    // Waits for clients to close their side, but no longer than `quietMilliseconds`.
    for (let poll = 0; poll < polls && this.#sockets().length > 0; poll += 1) await delay(POLL_MILLISECONDS);
  }

  /** Closes all open connections immediately, and every later one as soon as it opens. */
  destroy(): void {
    this.#broken = true;
    for (const socket of this.#sockets()) socket.destroy();
  }
}
