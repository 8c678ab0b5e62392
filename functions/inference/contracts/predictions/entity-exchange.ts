/** Texts in, entities out, in the form of this contract. */
import * as v from 'valibot';
import { STRATEGIES } from '../../pipelines/token-classification/entities.ts';
import type { EntityRequest, TextEntities } from '../../pipelines/token-classification/pipeline.ts';
import { truncatedHeader } from '../description/operation.ts';
import { json } from '../http.ts';
import { type Exchange, oneOrSeveral, requestSchema, type SentRequest } from './exchange.ts';
import { described } from './text-exchange.ts';
import { TEXT_ENTRIES, textRequest } from './text-request.ts';

const RequestSchema = requestSchema(
  {
    ...TEXT_ENTRIES,
    aggregation_strategy: v.optional(
      v.pipe(
        v.picklist(STRATEGIES),
        v.description("How tokens become entities, as in Hugging Face's pipeline. Default: the model's own."),
      ),
    ),
  },
  'text',
  'texts',
);

const Entity = v.object({
  entity_group: v.optional(v.pipe(v.string(), v.description('The kind of entity.'))),
  entity: v.optional(v.pipe(v.string(), v.description('With `none`: the label of the token.'))),
  score: v.number(),
  index: v.optional(v.pipe(v.number(), v.description('With `none`: the index of the token.'))),
  word: v.pipe(
    v.string(),
    v.description('The tokens as text, which may differ from the sent text in case and spaces.'),
  ),
  start: v.pipe(v.number(), v.description('Index of the first character, in code points, as Python counts.')),
  end: v.pipe(v.number(), v.description('Index after the last character.')),
});
const Entities = oneOrSeveral(v.pipe(v.array(Entity), v.description('Entities in the order of the text.')));

const EXAMPLE = [{ entity_group: 'LOC', score: 0.998, word: 'London', start: 10, end: 16 }];

export function textEntities(): Exchange<SentRequest<EntityRequest>, TextEntities> {
  return {
    parse: (request) =>
      textRequest(request, RequestSchema, (input, { aggregation_strategy: strategy }) => ({
        ...input,
        strategy,
      })),
    reply: ({ parsed: { isOne }, output }) =>
      json(200, isOne ? output.entities[0] : output.entities, truncatedHeader(output)),
    ...described(
      { PredictionRequest: RequestSchema, Prediction: Entities },
      'The entities in each text',
      EXAMPLE,
    ),
  };
}
