/** Zero-shot classification: a request brings its own labels, as in Hugging Face's pipeline. */
import * as v from 'valibot';
import { topLabels } from '../../pipelines/shared/labels.ts';
import type { TextInput } from '../../pipelines/text/tensor-view.ts';
import type { ClassifiedInput } from '../../pipelines/text-classification/pipeline.ts';
import type { Candidates, TextClassification } from '../../pipelines/text-classification/probabilities.ts';
import { truncatedHeader } from '../description/operation.ts';
import { type HttpResponse, json } from '../http.ts';
import { WellFormedText } from '../request/request-id.ts';
import { labelHeader, requestSchema } from './exchange.ts';
import { PAIR_ENTRIES } from './text-request.ts';

const TEMPLATE = 'This example is {}.';
const Label = v.pipe(WellFormedText, v.minLength(1));

const Labels = v.union([
  v.pipe(v.array(Label), v.minLength(1)),
  v.pipe(
    Label,
    v.transform((text) =>
      text
        .split(',')
        .map((label) => label.trim())
        .filter((label) => label !== ''),
    ),
  ),
]);
const ENTRIES = {
  ...PAIR_ENTRIES,
  candidate_labels: v.optional(
    v.pipe(Labels, v.description('Labels of your own for `text`, as a list or separated by commas.')),
  ),
  hypothesis_template: v.optional(
    v.pipe(
      WellFormedText,
      v.check((template) => template.includes('{}'), 'must have {} where the label goes'),
      v.description('The claim that a label is right. It needs `candidate_labels`.'),
      v.metadata({ default: TEMPLATE }),
    ),
  ),
  multi_label: v.optional(
    v.pipe(
      v.boolean(),
      v.description('Whether several of the candidate labels can be right. It needs `candidate_labels`.'),
      v.metadata({ default: false }),
    ),
  ),
};

export const CandidatesSchema = v.pipe(
  requestSchema(ENTRIES, 'text', 'texts', 'text_pair'),
  v.check(
    ({ text, text_pair: pair, candidate_labels: labels, hypothesis_template, multi_label }) =>
      labels === undefined
        ? hypothesis_template === undefined && multi_label === undefined
        : labels.length > 0 && text !== undefined && pair === undefined,
    'must have "candidate_labels" and one "text", without "text_pair", for labels of your own',
  ),
);

export const CandidateRanking = v.pipe(
  v.object({ sequence: v.string(), labels: v.array(v.string()), scores: v.array(v.number()) }),
  v.description('The candidate labels, best first.'),
);

/** Makes a pair of each candidate label: the text and the claim that the label is right. */
export function withCandidates(
  input: TextInput,
  {
    text,
    candidate_labels: labels,
    hypothesis_template: template = TEMPLATE,
    multi_label: multiLabel = false,
  }: v.InferOutput<typeof CandidatesSchema>,
): ClassifiedInput {
  if (!labels) return input;
  return {
    texts: labels.map((label) => [text!, template.replaceAll('{}', () => label)]),
    candidates: { labels, multiLabel },
  };
}

export function candidatesReply(
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
