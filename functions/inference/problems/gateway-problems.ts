/**
 * Limits and errors of the gateway in front of the service. The server on one machine sends these texts; API Gateway sends its
 * own texts with the same meaning. The documentation lists the errors from here.
 */
import { LIMIT_OPTION, type ProblemDetails } from './problems.ts';

/** API Gateway's limit for a body, in bytes. */
export const BODY_LIMIT = 10 * 1024 * 1024;
/** API Gateway's limit for all headers, in bytes. */
export const HEADER_LIMIT = 10_240;
/** Lambda's limit for an event or a response, in bytes. */
export const LAMBDA_PAYLOAD_LIMIT = 6 * 1024 * 1024;

/** Media types whose bodies API Gateway hands to a function as text; any other body travels in base64. */
export const TEXT_TYPE: RegExp = /^(?:text\/|application\/(?:json|javascript|xml)\s*(?:;|$))/i;

export const GATEWAY_PROBLEMS = {
  'malformed-request': {
    status: 400,
    title: 'Malformed request',
    detail: 'The request must be HTTP/1.1 or HTTP/1.0 (RFC 9112).',
  },
  'malformed-target': {
    status: 400,
    title: 'Malformed request target',
    detail: 'The request target must be a path, for example /healthz, or a complete URL.',
  },
  'no-key': {
    status: 401,
    title: 'The key is missing or wrong',
    detail:
      "The request needs the service's key in the header x-api-key, or as a bearer token in authorization.",
  },
  'request-timed-out': {
    status: 408,
    title: 'The request took too long to come',
    detail: 'The rest of the request did not arrive in time. Send the request again.',
  },
  'request-too-large': {
    status: 413,
    title: 'Request too large',
    detail: bodyTooLarge(BODY_LIMIT),
  },
  'other-host': {
    status: 421,
    title: 'The request is for another host',
    detail:
      'On one machine, the service accepts IP addresses, localhost, and names that npm start -- --allow-host <name> allows.',
  },
  'too-many-uploads': {
    status: 429,
    title: 'Too many uploads at once',
    detail: 'The bodies being received fill the memory set aside for them. Send the request again.',
  },
  'headers-too-large': {
    status: 431,
    title: 'Request headers too large',
    detail: `API Gateway accepts at most ${HEADER_LIMIT} bytes of request line and headers.`,
  },
  'too-many-connections': {
    status: 503,
    title: 'Too many connections',
    detail: 'All connections are in use. Send the request again after Retry-After, on a new connection.',
  },
} as const satisfies Record<string, Pick<ProblemDetails, 'status' | 'title' | 'detail'>>;

export type GatewayProblem = keyof typeof GATEWAY_PROBLEMS;

/** Advice about a body that is too large. Most such bodies are pictures. @param most limit in bytes */
export function bodyTooLarge(most: number): string {
  return `A request body may have at most ${most} bytes: send a smaller picture, for example 2000 pixels wide; ${LIMIT_OPTION}.`;
}
