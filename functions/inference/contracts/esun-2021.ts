/** Contract `esun-2021`: single handwritten characters, as the bank's competition of 2021 asked for them. */
import { hash } from 'node:crypto';
import * as v from 'valibot';
import { Problem } from '../problems.ts';
import { decodeBase64, decodedLength } from './base64.ts';
import { checkBody } from './check-body.ts';
import type { Contract } from './contract.ts';

/** A DynamoDB key holds 2,048 bytes; an item of one write unit 1,024. */
export const MAX_ID_LENGTH = 128;
/** In base64 and with the event around it, just under the 6 MB that Lambda takes. */
export const MAX_IMAGE_BYTES = 4_194_304;

const WHOLE = 'must be a whole number';

export const RequestSchema = v.pipe(
  v.object({
    esun_uuid: v.pipe(
      v.string(),
      v.minLength(1),
      v.maxLength(MAX_ID_LENGTH),
      v.check((id) => id.isWellFormed(), 'must be well-formed Unicode: it holds half of a surrogate pair'),
      v.description('Request id. The same id is always answered alike; it belongs to one image.'),
      v.examples(['70d2a2a6-9d1f-4b6f-9a3b-0c8f6c1b2d3e']),
    ),
    esun_timestamp: v.pipe(
      v.number(),
      v.integer(WHOLE),
      v.description('Time of the question, in seconds since 1970.'),
      v.examples([1_795_255_200]),
    ),
    image: v.pipe(
      v.string(),
      v.minLength(1),
      v.description('A JPEG or PNG of one character in base64 (RFC 4648, section 4).'),
      v.metadata({ contentEncoding: 'base64', maxBytes: MAX_IMAGE_BYTES }),
    ),
    retry: v.optional(
      v.pipe(
        v.number(),
        v.integer(WHOLE),
        v.description('How many more attempts the caller will make. Informative.'),
        v.examples([2]),
      ),
    ),
  }),
  v.title('Question'),
  v.description('Further fields are ignored.'),
);

export const ReplySchema = v.pipe(
  v.object({
    esun_uuid: v.pipe(v.string(), v.description('The request id of the question.')),
    server_uuid: v.pipe(
      v.string(),
      v.regex(/^[0-9a-f]{64}$/),
      v.description('SHA-256 of captain e-mail, server timestamp and salt, in hexadecimal.'),
    ),
    answer: v.pipe(
      v.string(),
      v.description('One of the listed characters, or "isnull".'),
      v.examples(['永']),
    ),
    server_timestamp: v.pipe(
      v.number(),
      v.integer(WHOLE),
      v.description('Time of the answer, in seconds since 1970.'),
    ),
  }),
  v.title('Answer'),
);

/** What makes a `server_uuid` ours. */
export interface ServerIdentity {
  readonly captainEmail: string;
  readonly serverSalt: string;
}

/** The contract with a captain's e-mail and salt in its replies. */
export function esun2021(identity: ServerIdentity): Contract {
  return {
    name: 'esun-2021',
    path: '/inference',
    requestSchema: RequestSchema,
    replySchema: ReplySchema,
    parse(body) {
      const { esun_uuid, image, retry } = checkBody(RequestSchema, body);
      return { id: esun_uuid, image: decodeImage(image), attemptsLeft: retry };
    },
    reply: ({ id }, { answer }, now) => ({
      esun_uuid: id,
      server_uuid: hash('sha256', `${identity.captainEmail}${now}${identity.serverSalt}`),
      answer,
      server_timestamp: now,
    }),
  };
}

function decodeImage(text: string): Buffer<ArrayBuffer> {
  const length = decodedLength(text);
  if (length > MAX_IMAGE_BYTES) {
    throw new Problem(
      'image-too-large',
      `The image has ${length} bytes; at most ${MAX_IMAGE_BYTES} are taken.`,
    );
  }
  const bytes = decodeBase64(text);
  if (!bytes) {
    throw new Problem(
      'invalid-base64',
      'The field image must be base64 of RFC 4648, section 4: A-Z a-z 0-9 + / with padding, no line breaks, ' +
        'no data: prefix.',
    );
  }
  return bytes;
}
