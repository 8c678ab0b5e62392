/** What stands before the body of an HTTP/1.1 response (RFC 9112), as far as it says where the response ends. */
import { ProtocolError } from './protocol-error.ts';

export interface ResponseHead {
  readonly status: number;
  /** Undefined: the other side closes the connection after the body. */
  readonly length: number | 'chunked' | undefined;
  /** Whether the connection may be used again. */
  readonly keeps: boolean;
}

const STATUS_LINE = /^HTTP\/1\.([01]) (\d{3})(?: |$)/;

/** @throws {ProtocolError} */
export function parseHead(text: string): ResponseHead {
  const [first = '', ...lines] = text.split('\r\n');
  const [, version, digits] = STATUS_LINE.exec(first) ?? [];
  if (digits === undefined) throw new ProtocolError('The answer does not begin like one of HTTP/1.1');
  const status = Number(digits);
  let length: ResponseHead['length'];
  let keeps = version === '1';
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon <= 0) throw new ProtocolError('A header of the answer has no name');
    const name = line.slice(0, colon).toLowerCase();
    const value = () =>
      line
        .slice(colon + 1)
        .trim()
        .toLowerCase();
    if (name === 'content-length') length = agreed(length, parseLength(value()));
    else if (name === 'transfer-encoding') length = agreed(length, parseEncoding(value()));
    else if (name === 'connection') keeps = keeps ? value() !== 'close' : value() === 'keep-alive';
  }
  const hasNoBody = status < 200 || status === 204 || status === 304;
  if (hasNoBody) length = 0;
  return { status, length, keeps: keeps && length !== undefined };
}

/** Where two headers disagree, two readers may disagree about where the next response begins. */
function agreed(before: ResponseHead['length'], now: ResponseHead['length']): ResponseHead['length'] {
  if (before === undefined || before === now) return now;
  throw new ProtocolError('The answer tells two lengths');
}

function parseLength(value: string): number {
  if (/^\d{1,15}$/.test(value)) return Number(value);
  throw new ProtocolError('The length of the answer is no number');
}

function parseEncoding(value: string): 'chunked' {
  if (value === 'chunked') return 'chunked';
  throw new ProtocolError('The answer is encoded in a way that was not asked for');
}
