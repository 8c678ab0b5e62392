/** What goes over the wire in the contract `predictions`, as far as it is JSON. */
import * as v from 'valibot';
import { MAX_PICTURE_BYTES } from '../../problems/picture-size.ts';
import { EXAMPLE_PICTURE } from '../example-picture.ts';

export const RequestSchema = v.pipe(
  v.object({
    image: v.pipe(
      v.string(),
      v.minLength(1),
      v.description('The picture in base64 (RFC 4648, section 4).'),
      v.metadata({ contentEncoding: 'base64', maxBytes: MAX_PICTURE_BYTES, examples: [EXAMPLE_PICTURE] }),
    ),
  }),
  v.title('Request'),
  v.description('Further fields are ignored.'),
);

export const ReplySchema = v.pipe(
  v.record(v.string(), v.number()),
  v.title('Prediction'),
  v.description('The best labels with their probabilities, best first, at most five.'),
);

export const PingSchema = v.object({ status: v.picklist(['Healthy']) });
