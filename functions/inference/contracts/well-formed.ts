/** Text that UTF-8 can say. */
import * as v from 'valibot';

/** Half of a surrogate pair has no bytes of its own: hashes and keys of different texts would be the same. */
export const WellFormed = v.check<string, string>(
  (text) => text.isWellFormed(),
  'must be well-formed Unicode: it holds half of a surrogate pair',
);
