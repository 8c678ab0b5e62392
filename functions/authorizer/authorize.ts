import type {
  APIGatewayRequestAuthorizerEventV2,
  APIGatewaySimpleAuthorizerWithContextResult,
} from 'aws-lambda';
import { type CallerKeys, callerWithKey, sameText } from './caller-keys.ts';
import { isWithin, type Rules } from './rules.ts';
import { readSignature, sign } from './signature.ts';

/** The header by which CloudFront proves that a request came through it. */
export const ORIGIN_HEADER = 'x-origin-verify';

/** The header with a caller's key. */
export const KEY_HEADER = 'x-api-key';

/** What an authorizer looks at. */
export type Request = Pick<APIGatewayRequestAuthorizerEventV2, 'headers' | 'rawPath' | 'requestContext'>;

/** The secrets; undefined: not required. */
export interface Secrets {
  readonly keys: CallerKeys | undefined;
  readonly origin: string | undefined;
}

/** Who calls, for the access log, and the digest that the function compares with the body it gets. */
export interface Caller {
  readonly caller: string;
  readonly bodySha256?: string;
}

/** API Gateway's "simple response" of payload format 2.0. */
export type Decision = APIGatewaySimpleAuthorizerWithContextResult<Caller>;

const REFUSED: Decision = { isAuthorized: false, context: { caller: '' } };

/** Whether a request may pass. @param now seconds since 1970 */
export function authorize(request: Request, rules: Rules, secrets: Secrets, now: number): Decision {
  const { headers = {}, requestContext } = request;
  if (secrets.origin !== undefined && !sameText(headers[ORIGIN_HEADER] ?? '', secrets.origin)) return REFUSED;
  if (rules.addresses && !isWithin(rules.addresses, requestContext.http.sourceIp)) return REFUSED;
  const context = identify(request, rules, secrets.keys, now);
  return context ? { isAuthorized: true, context } : REFUSED;
}

function identify(
  request: Request,
  { scheme, replayWindowSeconds }: Rules,
  keys: CallerKeys | undefined,
  now: number,
): Caller | undefined {
  if (scheme === 'none') return { caller: request.requestContext.http.sourceIp };
  if (!keys) return undefined;
  if (scheme === 'hmac') return signer(request, keys, now, replayWindowSeconds);
  const caller = callerWithKey(keys, request.headers?.[KEY_HEADER] ?? '');
  return caller === undefined ? undefined : { caller };
}

function signer(
  { headers, rawPath, requestContext }: Request,
  keys: CallerKeys,
  now: number,
  window: number,
): Caller | undefined {
  const read = readSignature(headers?.authorization);
  if (!read || Math.abs(now - read.time) > window) return undefined;
  const request = { method: requestContext.http.method, path: rawPath };
  const fits = (keys.get(read.caller) ?? []).filter((key) =>
    sameText(sign(key, request, read), read.signature),
  );
  return fits.length === 0 ? undefined : { caller: read.caller, bodySha256: read.body };
}
