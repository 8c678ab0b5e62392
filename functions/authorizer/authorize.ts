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

export type Request = Pick<APIGatewayRequestAuthorizerEventV2, 'headers' | 'requestContext'>;

/** The secrets; undefined if not required. */
export interface Secrets {
  readonly keys: CallerKeys | undefined;
  readonly origin: string | undefined;
}

/** The caller, for the access log. */
export interface Caller {
  readonly caller: string;
}

/** API Gateway's "simple response" of payload format 2.0. */
export type Decision<Context = Caller> = APIGatewaySimpleAuthorizerWithContextResult<Context>;

const REFUSED: Decision = { isAuthorized: false, context: { caller: '' } };

/** Whether a request is authorized. */
export function authorize(request: Request, rules: Rules, secrets: Secrets): Decision {
  const { headers = {}, requestContext } = request;
  if (secrets.origin !== undefined && !sameText(headers[ORIGIN_HEADER] ?? '', secrets.origin)) return REFUSED;
  if (rules.addresses && !isWithin(rules.addresses, requestContext.http.sourceIp)) return REFUSED;
  const caller = identify(request, rules, secrets.keys);
  return caller === undefined ? REFUSED : { isAuthorized: true, context: { caller } };
}

function identify(
  { headers = {}, requestContext: { http } }: Request,
  { scheme }: Rules,
  keys: CallerKeys | undefined,
): string | undefined {
  if (scheme === 'none') return http.sourceIp;
  return keys && callerWithKey(keys, headers[KEY_HEADER] ?? '');
}
