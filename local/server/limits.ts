/** Limits of the server in one front process, some for each request or connection and some for all of them together. */
export const SERVER_LIMITS = {
  connections: 2000,
  /**
   * A connection that has been idle for this long can be replaced by a new one. The header `Keep-Alive` names one second less
   * (`KEEP_ALIVE_MILLISECONDS`), because a client counts from the time at which it reads its response, and the
   * server from an earlier time.
   */
  idleMilliseconds: 6000,
  /** Limit of one body in bytes. */
  bodyBytes: 20_000_000,
  /** Limit of all bodies that are held at one time, in bytes. */
  heldBytes: 256 * 1024 * 1024,
  headersMilliseconds: 10_000,
  /** Time within which a whole request must arrive. */
  requestMilliseconds: 30_000,
  /** Time limit for the next byte of a body. */
  silenceMilliseconds: 10_000,
  /** Time for a client to read its response. */
  responseMilliseconds: 30_000,
  /** Limit of the bytes of a request's body that are read after the response, so that the response arrives (RFC 9112, 9.6). */
  drainBytes: 64 * 1024 * 1024,
  drainMilliseconds: 10_000,
  /** When the service stops, idle connections are closed after this time without any request. */
  quietMilliseconds: 100,
};

export type ServerLimits = Readonly<typeof SERVER_LIMITS>;
