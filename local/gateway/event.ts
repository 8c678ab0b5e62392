import type { IncomingMessage } from 'node:http';
import { TextParts } from '../http/text-parts.ts';
import { formatTime } from './request-time.ts';
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
/** How an IPv4 address is written as one of IPv6. */
const MAPPED_IPV4 = '::ffff:';

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
export function stampArrival({ start }: TextParts, timeEpoch: number): void {
  const digits = String(Math.max(0, Math.round(timeEpoch)));
  // White space may follow a number.
  start.write(digits.slice(0, TIME_DIGITS).padEnd(TIME_DIGITS), HEAD.length, 'latin1');
}

/**
 * The event of an API Gateway HTTP API, payload format 2.0, as JSON in UTF-8.
 *
 * Format: AWS, "Working with AWS Lambda proxy integrations for HTTP APIs". Repeated headers and query
 * parameters are joined with commas, cookies stand apart, and fields without content are left out. It is written by hand,
 * which takes less than to make an object for `JSON.stringify`.
 */
export function createEvent(
  request: IncomingMessage,
  { path: rawPath, query: rawQueryString, authority }: Target,
  body: Buffer,
  { requestId, traceId, timeEpoch }: EventContext,
): TextParts {
  const sourceIp = readAddress(request);
  const { headers, cookies } = collectHeaders(request.rawHeaders);
  if (authority !== undefined) headers.set('host', authority);
  headers.set('x-amzn-trace-id', traceId);
  const forwardedFor = headers.get('x-forwarded-for');
  headers.set('x-forwarded-for', forwardedFor ? `${forwardedFor}, ${sourceIp}` : sourceIp);
  if (!headers.has('x-forwarded-port')) headers.set('x-forwarded-port', String(request.socket.localPort));
  if (!headers.has('x-forwarded-proto')) headers.set('x-forwarded-proto', 'http');
  const isBase64Encoded = body.length > 0 && !travelsAsText(headers.get('content-type'));
  const domainName = headers.get('host') ?? '';
  const path = JSON.stringify(rawPath);
  const head =
    `${HEAD}${TIME_PLACE},"accountId":"000000000000","apiId":"local","domainName":${JSON.stringify(domainName)},` +
    `"domainPrefix":${JSON.stringify(domainName.split('.', 1)[0])},"http":{"method":"${request.method}",` +
    `"path":${path},"protocol":"HTTP/${request.httpVersion}","sourceIp":"${sourceIp}",` +
    `"userAgent":${JSON.stringify(headers.get('user-agent') ?? '')}},"requestId":"${requestId}",` +
    `"routeKey":"$default","stage":"$default","time":"${formatTime(timeEpoch)}"},"version":"2.0",` +
    `"routeKey":"$default","rawPath":${path},"rawQueryString":${JSON.stringify(rawQueryString)},` +
    `${cookies.length > 0 ? `"cookies":${JSON.stringify(cookies)},` : ''}"headers":${writeStrings(headers)},` +
    `${rawQueryString === '' ? '' : `"queryStringParameters":${writeStrings(collectQuery(rawQueryString))},`}` +
    `"isBase64Encoded":${isBase64Encoded}`;
  // Base64 needs no escaping, so it goes in as it is.
  const event = isBase64Encoded
    ? new TextParts(Buffer.from(`${head},"body":"`), body.toString('base64'), '"}')
    : new TextParts(Buffer.from(`${head}${writeText(body)}}`));
  stampArrival(event, timeEpoch);
  return event;
}

function readAddress({ socket }: IncomingMessage): string {
  const address = socket.remoteAddress ?? '';
  return address.startsWith(MAPPED_IPV4) ? address.slice(MAPPED_IPV4.length) : address;
}

function writeText(body: Buffer): string {
  return body.length === 0 ? '' : `,"body":${JSON.stringify(body.toString('utf8'))}`;
}

/** Lower-case names, repeated ones joined. */
function collectHeaders(raw: readonly string[]) {
  const headers = new Map<string, string>();
  const cookies: string[] = [];
  for (let index = 0; index < raw.length; index += 2) {
    const name = (raw[index] as string).toLowerCase();
    const value = raw[index + 1] as string;
    if (name === 'cookie') for (const cookie of value.split(';')) cookies.push(cookie.trim());
    else join(headers, name, value);
  }
  return { headers, cookies };
}

function collectQuery(rawQueryString: string): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(rawQueryString)) join(parameters, name, value);
  return parameters;
}

function join(strings: Map<string, string>, name: string, value: string): void {
  const before = strings.get(name);
  strings.set(name, before === undefined ? value : `${before},${value}`);
}

/** An object of JSON. */
function writeStrings(strings: ReadonlyMap<string, string>): string {
  let fields = '';
  for (const [name, value] of strings)
    fields += `${fields === '' ? '' : ','}${JSON.stringify(name)}:${JSON.stringify(value)}`;
  return `{${fields}}`;
}
