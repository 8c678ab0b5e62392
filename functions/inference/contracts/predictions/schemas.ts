/** What goes over the wire in the contract `predictions`, as far as it is JSON. */
import * as v from 'valibot';
import { EXAMPLE_PICTURE } from '../examples.ts';
import { WellFormed } from '../request-id.ts';

export const RequestSchema = v.pipe(
  v.object({
    image: v.pipe(
      v.string(),
      v.minLength(1),
      v.description('The picture in base64 (RFC 4648, section 4).'),
      v.metadata({ contentEncoding: 'base64', examples: [EXAMPLE_PICTURE] }),
    ),
  }),
  v.title('Request'),
  v.description('Further fields are ignored.'),
);

export const PingSchema = v.object({ status: v.picklist(['Healthy']) });

const Text = v.pipe(v.string(), WellFormed);

export const TextRequestSchema = v.pipe(
  v.object({
    text: v.optional(v.pipe(Text, v.metadata({ examples: ['What a beautiful morning'] }))),
    texts: v.optional(
      v.pipe(v.array(Text), v.minLength(1), v.description('Several texts, instead of `text`.')),
    ),
  }),
  v.title('Request'),
  v.description('Either `text` or `texts`. Further fields are ignored.'),
);

export type TextRequest = v.InferOutput<typeof TextRequestSchema>;

export const Ranking = v.pipe(
  v.record(v.string(), v.number()),
  v.description('The best labels with their probabilities, best first, at most five.'),
);
const Embedding = v.pipe(v.array(v.number()), v.description('An embedding.'));

/** Of one text, or of each text of a list. */
export const RankingsSchema = v.pipe(v.union([Ranking, v.array(Ranking)]), v.title('Prediction'));
export const EmbeddingsSchema = v.pipe(v.union([Embedding, v.array(Embedding)]), v.title('Prediction'));
