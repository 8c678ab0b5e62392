import type {
  APIGatewayRequestAuthorizerEventV2,
  APIGatewaySimpleAuthorizerWithContextResult,
} from 'aws-lambda';
import { isWithin, type Rules } from './rules.ts';
import { type CallerKeys, callerWithKey, sameText } from './secrets.ts';

/** The header by which CloudFront proves that a request came through it. */
export const ORIGIN_HEADER = 'x-origin-verify';

export const KEY_HEADER = 'x-api-key';

export type Request = Pick<APIGatewayRequestAuthorizerEventV2, 'headers' | 'requestContext'>;

/** The secrets that requests must show. A secret is undefined if no request needs it. */
export interface Secrets {
  readonly keys: CallerKeys | undefined;
  readonly origin: string | undefined;
}

/** API Gateway's "simple response" of payload format 2.0, with the caller for the access log. */
type Decision = APIGatewaySimpleAuthorizerWithContextResult<{ readonly caller: string }>;

const REFUSED: Decision = { isAuthorized: false, context: { caller: '' } };

export function authorize(
  { headers = {}, requestContext }: Request,
  rules: Rules,
  secrets: Secrets,
): Decision {
  const { keys, origin } = secrets;
  const { sourceIp } = requestContext.http;
  if (origin !== undefined && !sameText(headers[ORIGIN_HEADER] ?? '', origin)) return REFUSED;
  if (rules.addresses && !isWithin(rules.addresses, sourceIp)) return REFUSED;
  const isOpen = rules.scheme === 'none';
  const caller = isOpen ? sourceIp : keys && callerWithKey(keys, headers[KEY_HEADER] ?? '');
  return caller === undefined ? REFUSED : { isAuthorized: true, context: { caller } };
}
