/** What goes over the wire in the contract `esun-2021`. */
import * as v from 'valibot';
import { MAX_PICTURE_BYTES } from '../../problems/picture-size.ts';
import { EsunTimestamp, EsunUuid, Retry, replySchema } from '../esun/fields.ts';
import { EXAMPLE_PICTURE } from '../example-picture.ts';

export const RequestSchema = v.pipe(
  v.object({
    esun_uuid: EsunUuid,
    esun_timestamp: EsunTimestamp,
    image: v.pipe(
      v.string(),
      v.minLength(1),
      v.description('A JPEG, PNG or WebP of one character in base64 (RFC 4648, section 4).'),
      v.metadata({ contentEncoding: 'base64', maxBytes: MAX_PICTURE_BYTES, examples: [EXAMPLE_PICTURE] }),
    ),
    retry: Retry,
  }),
  v.title('Request'),
  v.description('Further fields are ignored.'),
);

export const ReplySchema = replySchema('One of the listed characters, or "isnull".', '永');
