/** What came on a connection is no request that this server takes; nothing behind it can be read. */
export class UnreadableRequest extends Error {
  override readonly name = 'UnreadableRequest';
  /** The HTTP status that says it. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
