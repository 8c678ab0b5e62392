import type { IncomingMessage } from 'node:http';
import type { Target } from './target.ts';

/**
 * Media types that API Gateway hands to the function as text; every other body travels as base64, also those of
 * `application/problem+json` and the like, and those without a type. AWS does not list them: they were observed
 * (ministackorg/ministack, pull request 766).
 */
const TEXT = /^(?:text\/|application\/(?:json|javascript|xml)\s*(?:;|$))/i;
/** What every event begins with, so that its time is found again; the zeros are the place of the time. */
const HEAD = '{"requestContext":{"timeEpoch":';
const TIME_DIGITS = 13;
const TIME_PLACE = 10 ** (TIME_DIGITS - 1);
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** What the gateway knows of a request beyond its HTTP message. */
export interface EventContext {
  readonly requestId: string;
  readonly traceId: string;
  /** Arrival, epoch milliseconds. */
  readonly timeEpoch: number;
}

/** Whether a body of that media type travels as text, which must be UTF-8 then. */
export function travelsAsText(mediaType: string | undefined): boolean {
  return TEXT.test(mediaType ?? '');
}

/** Bytes of the event that a body will make, at least. */
export function leastEventLength(mediaType: string | undefined, bodyLength: number): number {
  return travelsAsText(mediaType) ? bodyLength : 4 * Math.ceil(bodyLength / 3);
}

/**
 * Puts the time of arrival into an event, in milliseconds since 1970.
 *
 * The function counts what is left of its budget from there by its own clock: a request that waits while the clock is
 * set gets the time by the new one, or its wait would be too long or too short by as much.
 */
export function stampArrival(event: Buffer, timeEpoch: number): void {
  const digits = String(Math.max(0, Math.round(timeEpoch)));
  // White space may follow a number.
  event.write(digits.slice(0, TIME_DIGITS).padEnd(TIME_DIGITS), HEAD.length, 'latin1');
}

/**
 * The event of an API Gateway HTTP API, payload format 2.0, as JSON in UTF-8.
 *
 * Format: AWS, "Working with AWS Lambda proxy integrations for HTTP APIs". Repeated headers and query
 * parameters are joined with commas, cookies stand apart, and fields without content are left out.
 */
export function createEvent(
  request: IncomingMessage,
  { path: rawPath, query: rawQueryString, authority }: Target,
  body: Buffer,
  { requestId, traceId, timeEpoch }: EventContext,
): Buffer {
  const { headers, cookies } = collectHeaders(request.rawHeaders);
  if (authority !== undefined) headers.host = authority;
  const sourceIp = request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  headers['x-amzn-trace-id'] = traceId;
  headers['x-forwarded-for'] = headers['x-forwarded-for']
    ? `${headers['x-forwarded-for']}, ${sourceIp}`
    : sourceIp;
  headers['x-forwarded-port'] ??= String(request.socket.localPort);
  headers['x-forwarded-proto'] ??= 'http';
  const isBase64Encoded = body.length > 0 && !travelsAsText(headers['content-type']);
  const domainName = headers.host ?? '';
  const event = {
    requestContext: {
      timeEpoch: TIME_PLACE,
      accountId: '000000000000',
      apiId: 'local',
      domainName,
      domainPrefix: domainName.split('.', 1)[0],
      http: {
        method: request.method,
        path: rawPath,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId,
      routeKey: '$default',
      stage: '$default',
      time: formatTime(timeEpoch),
    },
    version: '2.0',
    routeKey: '$default',
    rawPath,
    rawQueryString,
    cookies: cookies.length > 0 ? cookies : undefined,
    headers,
    queryStringParameters: rawQueryString === '' ? undefined : collectQuery(rawQueryString),
    isBase64Encoded,
    body: isBase64Encoded || body.length === 0 ? undefined : body.toString('utf8'),
  };
  const json = JSON.stringify(event);
  const bytes = isBase64Encoded ? withBase64Body(json, body) : Buffer.from(json);
  stampArrival(bytes, timeEpoch);
  return bytes;
}

/** Base64 needs no escaping, so it goes in as it is: for megabytes, a tenth of what `JSON.stringify` takes. */
function withBase64Body(event: string, body: Buffer): Buffer {
  const base64 = body.toString('base64');
  const head = `${event.slice(0, -1)},"body":"`;
  const tail = '"}';
  const bytes = Buffer.allocUnsafe(Buffer.byteLength(head) + base64.length + tail.length);
  let end = bytes.write(head, 'utf8');
  end += bytes.write(base64, end, 'latin1');
  bytes.write(tail, end, 'latin1');
  return bytes;
}

/** Lower-case names, repeated ones joined; a null prototype so that no header name means anything to us. */
function collectHeaders(raw: readonly string[]) {
  const headers: Record<string, string> = Object.create(null);
  const cookies: string[] = [];
  for (let index = 0; index < raw.length; index += 2) {
    const name = (raw[index] as string).toLowerCase();
    const value = raw[index + 1] as string;
    if (name === 'cookie') {
      for (const cookie of value.split(';')) cookies.push(cookie.trim());
    } else {
      headers[name] = name in headers ? `${headers[name]},${value}` : value;
    }
  }
  return { headers, cookies };
}

function collectQuery(rawQueryString: string): Record<string, string> {
  const parameters: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(rawQueryString)) {
    parameters[name] = name in parameters ? `${parameters[name]},${value}` : value;
  }
  return parameters;
}

/** Common log format in UTC, as API Gateway writes it: `12/Mar/2020:19:03:58 +0000`. */
function formatTime(timeEpoch: number): string {
  const iso = new Date(timeEpoch).toISOString();
  const month = MONTHS[Number(iso.slice(5, 7)) - 1];
  return `${iso.slice(8, 10)}/${month}/${iso.slice(0, 4)}:${iso.slice(11, 19)} +0000`;
}
