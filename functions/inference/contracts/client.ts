/** The client side of a contract: how a program makes a request and reads the reply. Runs in browsers, too. */
import type { Address } from './addresses.ts';

/** The header with a request's key. A repeat with the same key gets the first response (IETF draft httpapi-idempotency-key). */
export const IDEMPOTENCY_KEY = 'idempotency-key';

/** An input, with its expected prediction if that is known. */
export interface Sample {
  /** Name of the sample's file, or another unique name. */
  readonly name: string;
  /** The expected prediction, as `ContractClient.read` returns it; undefined if unknown. */
  readonly label: string | undefined;
  /** The model's own prediction, as `npm run add -- --fix` has recorded it. */
  readonly predicted?: string | undefined;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export interface ContractRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export interface ContractResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** The signature of a deployment in a reply, in contracts that sign replies. */
export interface Signature {
  /** A hash of the deployment's secret and the time, so it changes every second. */
  readonly uuid: string;
  /** Seconds since 1970, by the service's clock. */
  readonly timestamp: number;
}

/** How a reply breaks its contract, or why it has no prediction. */
type Fault = 'status' | 'malformed' | 'another id' | 'signature' | 'timestamp';

/** A prediction, or what is wrong with the reply. */
export type Reply =
  | {
      readonly prediction: string;
      readonly signature?: Signature;
      /** The reply's other content as one text, which every reply with the same id must repeat; missing if there is none. */
      readonly besides?: string;
    }
  | { readonly error: string; readonly fault: Fault };

/** The client side of one contract for one model. Load tests, bench, evaluation, release check, page and documentation use it. */
export interface ContractClient {
  readonly contract: string;
  /** Whether every request must have an id. Other contracts also serve requests without an id, but do not cache them. */
  readonly needsId: boolean;
  /**
   * @param id undefined for a request without an id
   * @param attemptsLeft how many more attempts the caller will make
   * @throws {TypeError} if the contract cannot express the sample, or needs an id and gets none; {SyntaxError} for malformed JSON
   */
  request(sample: Sample, id: string | undefined, attemptsLeft: number): ContractRequest;
  /**
   * Reads a reply to the request with that id; a reply with another id is a fault.
   * @param now seconds since 1970, by a correct clock. A reply with a distant time is a fault. @default every time is accepted
   */
  read(response: ContractResponse, id: string | undefined, now?: number): Reply;
}

/** The part of a contract that is used outside of the service: its addresses and its client. */
export interface ContractOutline {
  readonly name: string;
  /** Addresses that name no model. */
  readonly plain: readonly Address[];
  /** Addresses that name the model. */
  own?(model: string): Address[];
  /** Whether each reply has a `server_uuid`, a hash with a secret of the deployment. */
  readonly signs?: boolean;
  /** @param input name of the model's input */
  client(model: string, input?: string): ContractClient;
}

export function keyOf(id: string | undefined): Record<string, string> {
  return id === undefined ? {} : { [IDEMPOTENCY_KEY]: id };
}

/** Reads a reply with a JSON body. @param read is called only if the status is 200 and the body is JSON */
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

export function toBase64(bytes: Uint8Array): string {
  if (typeof Buffer !== 'undefined') {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  }
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
