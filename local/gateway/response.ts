import type { Answer } from './send-answer.ts';

/** The gateway frames the message itself, so what the function says about that is dropped. */
const FRAMING = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding', 'upgrade']);

/**
 * Reads a function's result as API Gateway does for payload format 2.0: with a `statusCode` it is a
 * response, without one it is the body of an inferred 200 of type `application/json`.
 * @returns undefined when the result is neither
 */
export function readResponse(payload: Buffer): Answer | undefined {
  let result: unknown;
  try {
    result = JSON.parse(payload.toString('utf8'));
  } catch {
    return undefined;
  }
  if (typeof result !== 'object' || result === null || !('statusCode' in result)) {
    const body = typeof result === 'string' ? result : payload;
    return { status: 200, headers: ['content-type', 'application/json'], body };
  }
  const { statusCode, headers, cookies, body, isBase64Encoded } = result as Record<string, unknown>;
  const status = Number(statusCode);
  if (!Number.isInteger(status) || status < 200 || status > 599) return undefined;
  if (body !== undefined && body !== null && typeof body !== 'string') return undefined;
  const list = listHeaders(headers ?? {}, cookies ?? []);
  if (list === undefined) return undefined;
  const text = body ?? '';
  return { status, headers: list, body: isBase64Encoded === true ? Buffer.from(text, 'base64') : text };
}

function listHeaders(headers: unknown, cookies: unknown): string[] | undefined {
  if (typeof headers !== 'object' || headers === null || !Array.isArray(cookies)) return undefined;
  const list: string[] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
      return undefined;
    if (!FRAMING.has(name.toLowerCase())) list.push(name, String(value));
  }
  for (const cookie of cookies) {
    if (typeof cookie !== 'string') return undefined;
    list.push('set-cookie', cookie);
  }
  return list;
}
