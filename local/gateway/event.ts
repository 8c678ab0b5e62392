import type { IncomingMessage } from 'node:http';

/** Media types API Gateway hands to the function as text; every other body travels as base64. */
const TEXT = /^(?:text\/|application\/(?:json|javascript|xml|[^;]*\+(?:json|xml))\s*(?:;|$))/i;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** What the gateway knows of a request beyond its HTTP message. */
export interface EventContext {
  readonly requestId: string;
  readonly traceId: string;
  /** Arrival, epoch milliseconds. */
  readonly timeEpoch: number;
}

/**
 * The event of an API Gateway HTTP API, payload format 2.0, as JSON in UTF-8.
 *
 * Format: AWS, "Working with AWS Lambda proxy integrations for HTTP APIs". Repeated headers and query
 * parameters are joined with commas, cookies stand apart, and fields without content are left out.
 * @returns undefined when the request target is no path (for example that of `OPTIONS *`)
 */
export function createEvent(
  request: IncomingMessage,
  body: Buffer,
  { requestId, traceId, timeEpoch }: EventContext,
): Buffer | undefined {
  const target = request.url ?? '';
  if (!target.startsWith('/')) return undefined;
  const question = target.indexOf('?');
  const rawPath = question === -1 ? target : target.slice(0, question);
  const rawQueryString = question === -1 ? '' : target.slice(question + 1);
  const { headers, cookies } = collectHeaders(request.rawHeaders);
  const sourceIp = request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  headers['x-amzn-trace-id'] = traceId;
  headers['x-forwarded-for'] = headers['x-forwarded-for']
    ? `${headers['x-forwarded-for']}, ${sourceIp}`
    : sourceIp;
  headers['x-forwarded-port'] ??= String(request.socket.localPort);
  headers['x-forwarded-proto'] ??= 'http';
  const isBase64Encoded = body.length > 0 && !TEXT.test(headers['content-type'] ?? '');
  const domainName = headers.host ?? '';
  const event = {
    version: '2.0',
    routeKey: '$default',
    rawPath,
    rawQueryString,
    cookies: cookies.length > 0 ? cookies : undefined,
    headers,
    queryStringParameters: rawQueryString === '' ? undefined : collectQuery(rawQueryString),
    requestContext: {
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
      timeEpoch,
    },
    isBase64Encoded,
  };
  if (isBase64Encoded) return withBase64Body(event, body);
  return Buffer.from(
    JSON.stringify({ ...event, body: body.length === 0 ? undefined : body.toString('utf8') }),
  );
}

/** Base64 needs no escaping, so it goes in as it is: for megabytes, a tenth of what `JSON.stringify` takes. */
function withBase64Body(event: object, body: Buffer): Buffer {
  const rest = JSON.stringify(event).slice(1);
  const base64 = body.toString('base64');
  const head = '{"body":"';
  const tail = `",${rest}`;
  const bytes = Buffer.allocUnsafe(head.length + base64.length + Buffer.byteLength(tail));
  let end = bytes.write(head, 'latin1');
  end += bytes.write(base64, end, 'latin1');
  bytes.write(tail, end, 'utf8');
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
