/** Formats of this contract that take texts. They return labels, scores, embeddings or entities. */
import * as v from 'valibot';
import { entailmentOf } from '../../model/manifest.ts';
import type { TextEmbeddings } from '../../pipelines/feature-extraction/pipeline.ts';
import { topLabels } from '../../pipelines/shared/labels.ts';
import { TEXT_PAIR, type TextInput } from '../../pipelines/text/tensor-view.ts';
import type { ClassifiedInput } from '../../pipelines/text-classification/pipeline.ts';
import {
  bestOf,
  type Candidates,
  type TextClassification,
} from '../../pipelines/text-classification/probabilities.ts';
import { sigmoid, type TextRanking } from '../../pipelines/text-ranking/pipeline.ts';
import { EntitySchema, STRATEGIES } from '../../pipelines/token-classification/entities.ts';
import type { EntityRequest, TextEntities } from '../../pipelines/token-classification/pipeline.ts';
import type { ModelInfo } from '../contract.ts';
import { truncatedHeader } from '../description/operation.ts';
import { type HttpResponse, json } from '../http.ts';
import {
  describeLabelHeader,
  labelHeader,
  oneOrSeveral,
  type PredictionFormat,
  Ranking,
  rankingsReply,
  requestSchema,
  type SentRequest,
  Vectors,
} from './format.ts';
import {
  CandidatesSchema,
  PairsSchema,
  TEXT_ENTRIES,
  TextsSchema,
  takesTexts,
  withCandidates,
} from './text-request.ts';

const LABELS_RETURNED = 5;
const Rankings = oneOrSeveral(Ranking);
const CandidateRanking = v.pipe(
  v.object({ sequence: v.string(), labels: v.array(v.string()), scores: v.array(v.number()) }),
  v.description('The candidate labels, best first.'),
);
const Scores = oneOrSeveral(v.pipe(v.number(), v.description('How well a pair fits, 0 to 1.')));

/** The format of a classifier: the best labels of each text, or the candidate labels of the request, best first. */
export function textLabels(
  model: ModelInfo,
): PredictionFormat<SentRequest<ClassifiedInput>, TextClassification> {
  const labels = model.labels?.labels ?? [];
  const [best = ''] = labels;
  const takesCandidates = entailmentOf(labels) !== -1;
  const pairs = model.tensors.inputs.includes(TEXT_PAIR) ? 'shown' : undefined;
  const described = {
    summary: 'The best labels of each text',
    example: { [best]: 0.9 },
    pairs,
    headers: describeLabelHeader(best),
  } as const;
  return {
    ...(takesCandidates
      ? takesTexts(CandidatesSchema, v.union([Rankings, CandidateRanking]), described, withCandidates)
      : takesTexts(PairsSchema, Rankings, described)),
    reply({ parsed: { isOne, input }, output }) {
      const { probabilities, candidates } = output;
      if (candidates) return candidatesReply(input, output, candidates);
      const rankings = probabilities.map((scores) => topLabels(scores, labels, LABELS_RETURNED));
      const best = isOne && labelHeader(bestOf(probabilities[0]!, labels).label);
      return rankingsReply(isOne, rankings, { ...best, ...truncatedHeader(output) });
    },
  };
}

function candidatesReply(
  { texts }: TextInput,
  output: TextClassification,
  { labels }: Candidates,
): HttpResponse {
  const ranking = topLabels(output.probabilities[0]!, labels, labels.length);
  const reply = {
    sequence: texts[0]![0],
    labels: ranking.map(({ label }) => label),
    scores: ranking.map(({ probability }) => probability),
  };
  return json(200, reply, { ...labelHeader(reply.labels[0]!), ...truncatedHeader(output) });
}

export function pairScores(): PredictionFormat<SentRequest<TextInput>, TextRanking> {
  return {
    ...takesTexts(PairsSchema, Scores, {
      summary: 'The score of each pair',
      example: 0.98,
      pairs: 'required',
    }),
    reply({ parsed: { isOne }, output }) {
      const scores = output.logits.map(sigmoid);
      return json(200, isOne ? scores[0] : scores, truncatedHeader(output));
    },
  };
}

export function textEmbeddings(): PredictionFormat<SentRequest<TextInput>, TextEmbeddings> {
  return {
    ...takesTexts(TextsSchema, Vectors, { summary: 'The embedding of each text', example: [0.6, -0.8] }),
    reply({ parsed: { isOne }, output }) {
      const lists = output.embeddings.map((embedding) => [...embedding]);
      return json(200, isOne ? lists[0] : lists, truncatedHeader(output));
    },
  };
}

const EntityRequestSchema = requestSchema(
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

const Entities = oneOrSeveral(
  v.pipe(v.array(EntitySchema), v.description('Entities in the order of the text.')),
);

const ENTITIES_EXAMPLE = [{ entity_group: 'LOC', score: 0.998, word: 'London', start: 10, end: 16 }];

export function textEntities(): PredictionFormat<SentRequest<EntityRequest>, TextEntities> {
  return {
    ...takesTexts(
      EntityRequestSchema,
      Entities,
      { summary: 'The entities in each text', example: ENTITIES_EXAMPLE },
      (input, { aggregation_strategy: strategy }) => ({ ...input, strategy }),
    ),
    reply: ({ parsed: { isOne }, output }) =>
      json(200, isOne ? output.entities[0] : output.entities, truncatedHeader(output)),
  };
}
