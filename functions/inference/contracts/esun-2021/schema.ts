/** What goes over the wire in the contract `esun-2021`. */
import * as v from 'valibot';
import { MAX_PICTURE_BYTES } from '../picture-size.ts';
import { RequestId } from '../request-id.ts';

const WHOLE = 'must be a whole number';

export const RequestSchema = v.pipe(
  v.object({
    esun_uuid: v.pipe(
      RequestId,
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
      v.metadata({ contentEncoding: 'base64', maxBytes: MAX_PICTURE_BYTES }),
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
