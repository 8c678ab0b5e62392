/** What a request id may be, in every contract. */
import * as v from 'valibot';
import { IDEMPOTENCY_KEY } from '../client.ts';
import type { ParsedRequest } from '../contract.ts';
import type { HttpRequest } from '../http.ts';
import { checkBody } from './check-body.ts';

/** Half of a surrogate pair has no bytes of its own: hashes and keys of different texts would be the same. */
export const WellFormed = v.check<string, string>(
  (text) => text.isWellFormed(),
  'must be well-formed Unicode: it holds half of a surrogate pair',
);

export const WellFormedText = v.pipe(v.string(), WellFormed);

/** What the draft's best known users allow. A DynamoDB key holds 2,048 bytes: three for each of these, and the model's name. */
export const MAX_ID_LENGTH = 255;

/** What a gateway makes of bytes that are no UTF-8: ids that differ in them alone would be one. */
const Kept = v.check<string, string>(
  (text) => !text.includes('\uFFFD'),
  'must be UTF-8: it holds U+FFFD, which stands for bytes that are none',
);

export const RequestId = v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_ID_LENGTH), WellFormed, Kept);

/** The draft writes the key as a string of RFC 8941, in quotes; most clients send it bare. */
const QUOTED = /^"(.*)"$/;

/**
 * @param digest gives the SHA-256 of its content in hexadecimal
 * @throws {Problem} `invalid-request` when the key is empty, too long or not UTF-8
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

export const EXAMPLE_ID = '70d2a2a6-9d1f-4b6f-9a3b-0c8f6c1b2d3e';

export const IDEMPOTENCY_KEY_PARAMETER = {
  name: IDEMPOTENCY_KEY,
  in: 'header',
  description:
    'For a day, a repeat with the same key gets the first response of this model; the same key with other content gets 422. Without a ' +
    'key, nothing is cached.',
  schema: { type: 'string', minLength: 1, maxLength: MAX_ID_LENGTH },
  example: EXAMPLE_ID,
} as const;
