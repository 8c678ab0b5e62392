/** What came back is no HTTP response, or a larger one than is taken. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}
