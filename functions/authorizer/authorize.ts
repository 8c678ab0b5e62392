import { createHmac } from 'node:crypto';
import type {
  APIGatewayRequestAuthorizerEventV2,
  APIGatewaySimpleAuthorizerWithContextResult,
} from 'aws-lambda';
import { isWithin, type Rules } from './rules.ts';
import { type CallerKeys, callerWithKey, sameText } from './secrets.ts';

/** The header by which CloudFront proves that a request came through it. */
export const ORIGIN_HEADER = 'x-origin-verify';

/** The header with a caller's key. */
export const KEY_HEADER = 'x-api-key';

export type Request = Pick<APIGatewayRequestAuthorizerEventV2, 'headers' | 'rawPath' | 'requestContext'>;

/** The secrets; undefined if not required. */
export interface Secrets {
  readonly keys: CallerKeys | undefined;
  readonly origin: string | undefined;
}

/** The caller, for the access log, and the digest that the function compares with the body. */
export interface Caller {
  readonly caller: string;
  readonly bodySha256?: string;
}

/** API Gateway's "simple response" of payload format 2.0. */
export type Decision<Context = Caller> = APIGatewaySimpleAuthorizerWithContextResult<Context>;

const REFUSED: Decision = { isAuthorized: false, context: { caller: '' } };

/** Whether a request is authorized. @param now seconds since 1970 */
export function authorize(request: Request, rules: Rules, secrets: Secrets, now: number): Decision {
  const { headers = {}, requestContext } = request;
  if (secrets.origin !== undefined && !sameText(headers[ORIGIN_HEADER] ?? '', secrets.origin)) return REFUSED;
  if (rules.addresses && !isWithin(rules.addresses, requestContext.http.sourceIp)) return REFUSED;
  const context = identify(request, rules, secrets.keys, now);
  return context ? { isAuthorized: true, context } : REFUSED;
}

/**
 * A request signed with a key that caller and service share carries in the header `authorization`:
 *
 *     HMAC-SHA256 caller=bank, time=1795315965, body=<SHA-256 of the body, hex>, signature=<hex>
 *
 * The signature is the HMAC-SHA256 (RFC 2104) with that key over four lines: time, in seconds since 1970, method, path, and
 * the body's SHA-256.
 */
const SIGNATURE =
  /^HMAC-SHA256 caller=([A-Za-z0-9._@-]{1,64}), ?time=(\d{10}), ?body=([0-9a-f]{64}), ?signature=([0-9a-f]{64})$/;

/** Maximum difference between a signature's time and now. */
const REPLAY_WINDOW_SECONDS = 300;

function identify(
  { headers = {}, rawPath, requestContext: { http } }: Request,
  { scheme }: Rules,
  keys: CallerKeys | undefined,
  now: number,
): Caller | undefined {
  if (scheme === 'none') return { caller: http.sourceIp };
  if (!keys) return undefined;
  if (scheme === 'api-key') {
    const caller = callerWithKey(keys, headers[KEY_HEADER] ?? '');
    return caller === undefined ? undefined : { caller };
  }
  const [, caller, time, bodySha256, signature] = SIGNATURE.exec(headers.authorization ?? '') ?? [];
  if (!caller || !bodySha256 || !signature) return undefined;
  if (Math.abs(now - Number(time)) > REPLAY_WINDOW_SECONDS) return undefined;
  const signed = [time, http.method, rawPath, bodySha256].join('\n');
  const fits = (keys.get(caller) ?? []).filter((key) =>
    sameText(createHmac('sha256', key).update(signed).digest('hex'), signature),
  );
  return fits.length === 0 ? undefined : { caller, bodySha256 };
}
