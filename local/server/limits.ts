/** How much the server takes of all clients together, and how long it waits for one. */
export interface ServerLimits {
  readonly connections: number;
  /** Of one address, so that some are left for the others. */
  readonly connectionsOfOneAddress: number;
  /**
   * A connection without a request for so long gives way to a new one. On others a request may be on its way: clients are told to
   * keep theirs for a second less, and one that is busy reads its response late.
   */
  readonly idleMilliseconds: number;
  /** How long a connection beyond these stays open for its request to come and be refused. */
  readonly turnedAwayMilliseconds: number;
  /** Bytes of one body; undefined: what API Gateway and Lambda take. */
  readonly bodyBytes: number | undefined;
  /** Bytes of bodies held at one time, counted as they come. */
  readonly heldBytes: number;
  /** For the headers of a request. */
  readonly headersMilliseconds: number;
  /** For a whole request. */
  readonly requestMilliseconds: number;
  /** Without a byte of a body that was announced. */
  readonly silenceMilliseconds: number;
  /** For a client that does not read its response. */
  readonly responseMilliseconds: number;
  /** What is still read of a body after its response, so that the response arrives (RFC 9112, 9.6). */
  readonly drainBytes: number;
  readonly drainMilliseconds: number;
  /** When the service stops: how long nothing may be under way before idle connections are closed. */
  readonly quietMilliseconds: number;
}

export const SERVER_LIMITS: ServerLimits = {
  connections: 2000,
  connectionsOfOneAddress: 1500,
  idleMilliseconds: 6000,
  turnedAwayMilliseconds: 10_000,
  bodyBytes: undefined,
  heldBytes: 256 * 1024 * 1024,
  headersMilliseconds: 10_000,
  requestMilliseconds: 30_000,
  silenceMilliseconds: 10_000,
  responseMilliseconds: 30_000,
  drainBytes: 64 * 1024 * 1024,
  drainMilliseconds: 10_000,
  quietMilliseconds: 100,
};
