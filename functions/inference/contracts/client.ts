/** The client side of a contract: how a program makes a request and reads the reply. Runs in browsers, too. */
import type { Address } from './addresses.ts';

/** With this header a client wants the first response for a repeated request (IETF draft httpapi-idempotency-key). */
export const IDEMPOTENCY_KEY = 'idempotency-key';

/** An input with its right response. */
export interface Sample {
  /** Name of its file, or another name that tells it from the others. */
  readonly name: string;
  /** The right response, as `ContractClient.read` gives it; undefined where nobody knows. */
  readonly label: string | undefined;
  /** What the model itself predicts for it, as `npm run add -- --fix` has recorded it. */
  readonly predicted?: string | undefined;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export interface ContractRequest {
  readonly method: string;
  /** Below the address of the service, with a slash before it. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export interface ContractResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** What a deployment signs a reply with, where the contract has replies signed. */
export interface Signature {
  /** Made of the deployment's own ingredients and the moment: another moment, another signature. */
  readonly uuid: string;
  /** Seconds since 1970, by the service's clock. */
  readonly timestamp: number;
}

/** How a reply breaks its contract, or why it has no prediction. */
type Fault = 'status' | 'malformed' | 'another id' | 'signature' | 'timestamp';

/** What a reply says, or what is wrong with it. */
export type Reply =
  | {
      readonly prediction: string;
      readonly signature?: Signature;
      /** What else another reply under the same id must repeat, in one text; missing where the response is everything. */
      readonly besides?: string;
    }
  | { readonly error: string; readonly fault: Fault };

/** One contract's client side, for one model. Load tests, bench, evaluation, page and documentation use it. */
export interface ContractClient {
  readonly contract: string;
  /** Whether every request must have an id. Other contracts serve a request without one and do not cache it. */
  readonly needsId: boolean;
  /**
   * @param id undefined: the request has none
   * @param attemptsLeft how many more attempts the caller will make
   * @throws {TypeError} when the contract cannot express the sample
   */
  request(sample: Sample, id: string | undefined, attemptsLeft: number): ContractRequest;
  /**
   * Reads a reply to the request with that id: only a response to this very request is one.
   *
   * @param now seconds since 1970, where the caller's clock is right and a reply must be of that time. @default any time
   */
  read(response: ContractResponse, id: string | undefined, now?: number): Reply;
}

/** What surrounds the service knows of a contract. */
export interface ContractOutline {
  readonly name: string;
  readonly plain: readonly Address[];
  own?(model: string): Address[];
  /** Whether each reply has a `server_uuid`, a hash with ingredients that must be the deployment's own. */
  readonly signs?: boolean;
  /** @param input name of the model's input */
  client(model: string, input?: string): ContractClient;
}

/** The header that a request is cached by; none without an id. */
export function keyOf(id: string | undefined): Record<string, string> {
  return id === undefined ? {} : { [IDEMPOTENCY_KEY]: id };
}

/** Reads a reply whose body is JSON. @param read is called for status 200 alone */
export function readJsonReply({ status, body }: ContractResponse, read: (reply: unknown) => Reply): Reply {
  if (status !== 200) return { error: `status ${status}`, fault: 'status' };
  let reply: unknown;
  try {
    reply = JSON.parse(body);
  } catch {
    return { error: 'reply is not JSON', fault: 'malformed' };
  }
  return read(reply);
}

/** Base64 from bytes, in whatever runs JavaScript. */
export function toBase64(bytes: Uint8Array): string {
  if (typeof Buffer !== 'undefined') {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  }
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
