/** What the result cache keeps of one answer. */

export interface Remembered {
  /** `<task>#<request id>`. */
  readonly key: string;
  readonly answer: string;
  /** 0 to 1. */
  readonly confidence: number;
  /** Version of the ensemble that answered. */
  readonly version: string;
  /** SHA-256 of the image's bytes, in hexadecimal. */
  readonly image: string;
  /** When it was answered, in milliseconds since 1970. */
  readonly time: number;
  /** When it may be forgotten, in seconds since 1970. */
  readonly expires: number;
}

/**
 * What a call of the table consumes, in DynamoDB's on-demand units. A request id is at most 128 characters, so an item
 * stays under 1 KB: one write unit, and half a read unit where the read need not be consistent. A conditional
 * write that fails consumes what one that succeeds does, and returns the earlier item for nothing.
 */
export const UNITS = { write: 1, read: 0.5, consistentRead: 1 } as const;

/** DynamoDB units that a request has consumed. */
export interface Units {
  read: number;
  write: number;
}
