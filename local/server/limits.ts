/** How much the server takes of all clients together, and how long it waits for one. */
export const SERVER_LIMITS = {
  connections: 2000,
  /** Of one address, so that some are left for the others. */
  connectionsOfOneAddress: 1500,
  /**
   * A connection without a request for so long gives way to a new one. On others a request may be on its way: clients are told to
   * keep theirs for a second less, and one that is busy reads its response late.
   */
  idleMilliseconds: 6000,
  /** How long a connection beyond these stays open for its request to come and be refused. */
  turnedAwayMilliseconds: 10_000,
  /** Bytes of one body; undefined: what API Gateway and Lambda take. */
  bodyBytes: undefined as number | undefined,
  /** Bytes of bodies held at one time, counted as they come. */
  heldBytes: 256 * 1024 * 1024,
  /** For the headers of a request. */
  headersMilliseconds: 10_000,
  /** For a whole request. */
  requestMilliseconds: 30_000,
  /** Without a byte of a body that was announced. */
  silenceMilliseconds: 10_000,
  /** For a client that does not read its response. */
  responseMilliseconds: 30_000,
  /** What is still read of a body after its response, so that the response arrives (RFC 9112, 9.6). */
  drainBytes: 64 * 1024 * 1024,
  drainMilliseconds: 10_000,
  /** When the service stops: how long nothing may be under way before idle connections are closed. */
  quietMilliseconds: 100,
};

export type ServerLimits = Readonly<typeof SERVER_LIMITS>;
