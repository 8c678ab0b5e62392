/** What a request id may be, in every contract. */
import * as v from 'valibot';
import { WellFormed } from './well-formed.ts';

/** A DynamoDB key holds 2,048 bytes; with an id of this length most responses fit into one write unit. */
export const MAX_ID_LENGTH = 128;

/** What a gateway makes of bytes that are no UTF-8: ids that differ in them alone would be one. */
const Kept = v.check<string, string>(
  (text) => !text.includes('\uFFFD'),
  'must be UTF-8: it holds U+FFFD, which stands for bytes that are none',
);

export const RequestId = v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_ID_LENGTH), WellFormed, Kept);
