/**
 * Whose request is next: start-time fair queueing (Goyal, Vin and Cheng, SIGCOMM 1996) in service time. While requests of several
 * clients wait, each client gets the same share of the workers' time, whoever sends more of them or costlier ones; requests of one
 * client keep their order.
 */

/** Clients that are remembered at least; beyond them, those that are owed nothing and owe nothing are forgotten. */
const CLIENTS = 1000;

export class FairTurns {
  /** Virtual time in milliseconds: the turn of the request that was handed out last. */
  #now = 0;
  /** Virtual time at which each client has had all that it has asked for. */
  readonly #ends = new Map<string, number>();

  /** When the turn of the client's next request would be. */
  next(client: string): number {
    return Math.max(this.#now, this.#ends.get(client) ?? 0);
  }

  /**
   * Takes so many milliseconds for the client: for its next request, or for one that took so much longer than it was taken for.
   *
   * @returns the turn, which `next` gave before
   */
  take(client: string, milliseconds: number): number {
    const turn = this.next(client);
    if (this.#ends.size >= CLIENTS && !this.#ends.has(client)) this.#forget();
    this.#ends.set(client, turn + milliseconds);
    return turn;
  }

  /** A request was handed to a worker. */
  begin(turn: number): void {
    this.#now = Math.max(this.#now, turn);
  }

  #forget(): void {
    const { size } = this.#ends;
    for (const [client, end] of this.#ends) if (end <= this.#now) this.#ends.delete(client);
    if (this.#ends.size === size) this.#ends.clear();
  }
}
