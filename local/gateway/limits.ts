/** How much API Gateway takes of one request; Lambda's own limit is that of its Runtime API. */

/** Bytes of a body. */
export const BODY_LIMIT = 10 * 1024 * 1024;
/** Bytes of all headers. */
export const HEADER_LIMIT = 10_240;
