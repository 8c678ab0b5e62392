/** Rules for request ids, in every contract. */
import { hash } from 'node:crypto';
import * as v from 'valibot';
import { IDEMPOTENCY_KEY } from '../client.ts';
import type { ParsedRequest } from '../contract.ts';
import type { HttpRequest } from '../http.ts';
import { checkBody } from './check-body.ts';

/** Refuses lone surrogates. UTF-8 has no bytes for lone surrogates, so different texts would have the same hash and key. */
export const WellFormed = v.check<string, string>(
  (text) => text.isWellFormed(),
  'must be well-formed Unicode: it has half of a surrogate pair',
);

export const WellFormedText = v.pipe(v.string(), WellFormed);

/**
 * Largest length of an id in characters, as in the best-known APIs with `Idempotency-Key`. A DynamoDB key has at most 2,048 bytes.
 * It holds the id, with at most three bytes for each character, and the model's name and fingerprint.
 */
export const MAX_ID_LENGTH = 255;

/** Refuses U+FFFD. Gateways replace invalid UTF-8 by this character, so different ids could become the same id. */
const Kept = v.check<string, string>(
  (text) => !text.includes('\uFFFD'),
  'must be UTF-8: it has U+FFFD, which replaces invalid bytes',
);

export const RequestId = v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_ID_LENGTH), WellFormed, Kept);

/** In the IETF draft of the header, the key is a string in quotes (RFC 8941). Most clients omit the quotes. */
const QUOTED = /^"(.*)"$/;

/**
 * Reads the request id from the header `Idempotency-Key`.
 * @param digest returns the SHA-256 of the content in hexadecimal
 * @throws {Problem} `invalid-request` if the key is empty, too long or not UTF-8
 */
export function cachedUnder(
  { header }: HttpRequest,
  digest: () => string,
): Pick<ParsedRequest, 'id' | 'digest' | 'idScope'> {
  const sent = header(IDEMPOTENCY_KEY);
  if (sent === undefined) return { id: undefined, digest: undefined };
  const id = checkBody(RequestId, sent.replace(QUOTED, '$1'), `The header ${IDEMPOTENCY_KEY}`);
  return { id, digest, idScope: 'content' };
}

/** @param content the part of a request that every repeat with the same id must have, too; a value that JSON can express */
export function cachedContent(request: HttpRequest, content: unknown) {
  return cachedUnder(request, () => hash('sha256', JSON.stringify(content)));
}

export const EXAMPLE_ID = '70d2a2a6-9d1f-4b6f-9a3b-0c8f6c1b2d3e';

export const IDEMPOTENCY_KEY_PARAMETER = {
  name: IDEMPOTENCY_KEY,
  in: 'header',
  description:
    'For a day, but only until the model changes, a repeat with the same key gets the first response of this model; the same key ' +
    'with other content gets 422. Without a key, nothing is cached.',
  schema: { type: 'string', minLength: 1, maxLength: MAX_ID_LENGTH },
  example: EXAMPLE_ID,
} as const;
