/** Schemas of `POST /rerank` of Text Embeddings Inference, and of Jina's and Cohere's. */
import * as v from 'valibot';
import { Count, Probability, strictFields } from '../../model/manifest.ts';
import { Natural } from '../request/check-body.ts';
import { WellFormedText } from '../request/request-id.ts';

const flag = (description: string) =>
  v.optional(v.pipe(v.boolean(), v.description(description), v.metadata({ default: false })));
const listOf = <Item extends v.GenericSchema>(item: Item) => v.pipe(v.array(item), v.minLength(1));

/** Schemas by their names in the documentation. */
export const SCHEMAS = {
  /** `truncate` may be null, because clients with typed models write null for an absent field. */
  RerankRequest: v.pipe(
    strictFields({
      query: WellFormedText,
      texts: listOf(WellFormedText),
      raw_scores: flag('Whether scores are the model’s own, which can be any numbers, instead of 0 to 1.'),
      return_text: flag('Whether each result has its text.'),
      truncate: v.nullish(
        v.pipe(
          v.boolean(),
          v.description('Whether long texts are cut instead of refused. Default: the model’s own.'),
        ),
      ),
      truncation_direction: v.optional(
        v.pipe(v.picklist(['Right', 'right']), v.description('Texts are cut at their end.')),
      ),
    }),
    v.title('Request of Text Embeddings Inference'),
  ),
  RerankResults: v.pipe(
    v.array(v.object({ index: Natural, score: v.number(), text: v.optional(v.string()) })),
    v.description('Best first.'),
  ),
  RerankDocumentsRequest: v.pipe(
    strictFields({
      model: v.optional(v.pipe(v.string(), v.description('The name of the model.'))),
      query: WellFormedText,
      documents: listOf(
        v.union([
          WellFormedText,
          v.pipe(v.looseObject({ text: WellFormedText }), v.description('Other fields are returned, too.')),
        ]),
      ),
      top_n: v.optional(v.pipe(Count, v.description('Number of results. Default: all.'))),
      return_documents: flag('Whether each result has its document.'),
    }),
    v.title('Request of Jina and Cohere'),
  ),
  RerankDocumentsResults: v.object({
    model: v.string(),
    results: v.pipe(
      v.array(
        v.object({
          index: Natural,
          relevance_score: Probability,
          document: v.optional(v.looseObject({ text: v.string() })),
        }),
      ),
      v.description('Best first.'),
    ),
    usage: v.object({ prompt_tokens: Natural, total_tokens: Natural }),
    meta: v.object({ api_version: v.object({ version: v.string() }) }),
  }),
};
