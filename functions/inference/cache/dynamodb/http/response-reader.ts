/** Reads one HTTP/1.1 response from the bytes of a connection. */
import { ProtocolError } from './protocol-error.ts';
import { bodyOf, type ResponseBody } from './response-body.ts';
import { parseHead, type ResponseHead } from './response-head.ts';

export interface Response {
  readonly status: number;
  readonly text: string;
}

/** A response, and whether its connection may be used again. */
export interface ReadResponse extends Response {
  readonly keeps: boolean;
}

const HEAD_END = '\r\n\r\n';
const MAX_HEAD_BYTES = 16 * 1024;

export class ResponseReader {
  /** Bytes of a head that has not come to its end. */
  #begun: Buffer | undefined;
  #head: ResponseHead | undefined;
  #body: ResponseBody | undefined;

  /** Whether anything has come. */
  get hasBegun(): boolean {
    return this.#begun !== undefined || this.#head !== undefined;
  }

  /**
   * @returns the response when this was its end; what comes after it belongs to none, so its connection is spoilt then
   * @throws {ProtocolError}
   */
  push(bytes: Buffer): ReadResponse | undefined {
    if (!this.#head || !this.#body) return this.#pushHead(bytes);
    const rest = this.#body.push(bytes);
    return rest && { ...this.#response(), keeps: this.#head.keeps && rest.length === 0 };
  }

  /** The other side has closed. @returns the response where that was its end */
  end(): ReadResponse | undefined {
    return this.#head?.length === undefined && this.#body ? { ...this.#response(), keeps: false } : undefined;
  }

  #pushHead(bytes: Buffer): ReadResponse | undefined {
    const all = this.#begun ? Buffer.concat([this.#begun, bytes]) : bytes;
    const end = all.indexOf(HEAD_END);
    if ((end === -1 ? all.length : end) > MAX_HEAD_BYTES) {
      throw new ProtocolError(`The head of the answer has more than ${MAX_HEAD_BYTES} bytes`);
    }
    if (end === -1) {
      this.#begun = all;
      return undefined;
    }
    const head = parseHead(all.toString('latin1', 0, end));
    const rest = all.subarray(end + HEAD_END.length);
    // 100 Continue and its like announce the response.
    if (head.status < 200) {
      this.#begun = undefined;
      return rest.length > 0 ? this.#pushHead(rest) : undefined;
    }
    this.#head = head;
    this.#body = bodyOf(head);
    return this.push(rest);
  }

  #response(): Response {
    return { status: this.#head?.status ?? 0, text: this.#body?.text ?? '' };
  }
}
