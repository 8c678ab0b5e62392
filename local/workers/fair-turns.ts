/**
 * Orders requests by start-time fair queueing (Goyal, Vin and Cheng, SIGCOMM 1996), measured in service time. While requests of
 * several clients wait, each client gets the same share of the workers' time, even if some send more or costlier requests.
 * Requests of one client keep their order.
 */

/** Limit of known clients. Before a further one is added, clients whose `#ends` have passed are forgotten, or all if none has. */
const CLIENTS = 1000;

export class FairTurns {
  /** Virtual time in milliseconds: the latest turn of all requests that have begun. */
  #now = 0;
  /** By client, the virtual time at which all of its requests so far end. */
  readonly #ends = new Map<string, number>();

  /** Turn of the client's next request. */
  next(client: string): number {
    return Math.max(this.#now, this.#ends.get(client) ?? 0);
  }

  /**
   * Charges a client for its next request, or for the additional time of a request that took longer than expected.
   * @returns the turn of the request
   */
  take(client: string, milliseconds: number): number {
    const turn = this.next(client);
    if (this.#ends.size >= CLIENTS && !this.#ends.has(client)) this.#forget();
    this.#ends.set(client, turn + milliseconds);
    return turn;
  }

  /** Records that a request was given to a worker. */
  begin(turn: number): void {
    this.#now = Math.max(this.#now, turn);
  }

  #forget(): void {
    const { size } = this.#ends;
    for (const [client, end] of this.#ends) if (end <= this.#now) this.#ends.delete(client);
    if (this.#ends.size === size) this.#ends.clear();
  }
}
