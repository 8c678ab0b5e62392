/** What a wire format has to offer, so that nothing else depends on it. */
import type * as v from 'valibot';

/** A question in the words of the service, whatever the wire format. */
export interface Question {
  /** The caller's request id. */
  readonly id: string;
  /** Bytes of a picture, not looked at yet. */
  readonly image: Buffer<ArrayBuffer>;
  /** How many more attempts the caller will make, where it says so. */
  readonly attemptsLeft: number | undefined;
}

/** What every answer carries. */
export interface Answer {
  readonly answer: string;
  /** 0 to 1. */
  readonly confidence: number;
  /** Version of the ensemble that answered. */
  readonly version: string;
}

/** One wire format. */
export interface Contract {
  readonly name: string;
  /** Route of the question. */
  readonly path: string;
  readonly requestSchema: v.GenericSchema;
  readonly replySchema: v.GenericSchema;
  /** @throws {Problem} when the body is not a question of this contract */
  parse(body: unknown): Question;
  /** The answer as it goes out. @param now seconds since 1970 */
  reply(question: Question, answer: Answer, now: number): Record<string, unknown>;
}
