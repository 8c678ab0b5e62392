/** Zero-shot classification: a request brings its own labels, as in Hugging Face's pipeline. */
import * as v from 'valibot';
import { strictFields } from '../../model/manifest.ts';
import { topLabels } from '../../pipelines/shared/labels.ts';
import type { TextInput } from '../../pipelines/text/tensor-view.ts';
import type { ClassifiedInput } from '../../pipelines/text-classification/pipeline.ts';
import type { TextClassification } from '../../pipelines/text-classification/probabilities.ts';
import type { Candidates } from '../../pipelines/text-classification/zero-shot.ts';
import { Problem } from '../../problems/problems.ts';
import { truncatedHeader } from '../description/truncated-header.ts';
import { type HttpResponse, json } from '../http.ts';
import { WellFormedText } from '../request/request-id.ts';
import { labelHeader } from './exchange.ts';
import { PAIR_ENTRIES } from './text-request.ts';

const TEMPLATE = 'This example is {}.';
const Label = v.pipe(
  WellFormedText,
  v.check((label) => label !== '', 'must not be empty'),
);

export const CandidatesSchema = v.pipe(
  strictFields({
    ...PAIR_ENTRIES,
    candidate_labels: v.optional(
      v.pipe(
        v.union([v.pipe(v.array(Label), v.minLength(1)), Label]),
        v.description('Labels of your own for `text`, as a list or separated by commas.'),
      ),
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
  }),
  v.title('Request'),
  v.description('Either `text`, alone, with `text_pair` or with `candidate_labels`, or `texts`.'),
);

export const CandidateRanking = v.pipe(
  v.object({ sequence: v.string(), labels: v.array(v.string()), scores: v.array(v.number()) }),
  v.description('The candidate labels, best first.'),
);

/** @throws {Problem} if candidate labels come without a single text, or their options without candidate labels */
export function withCandidates(
  { texts }: TextInput,
  body: v.InferOutput<typeof CandidatesSchema> | undefined,
): ClassifiedInput {
  const { candidate_labels: sent, hypothesis_template: template, multi_label: multiLabel } = body ?? {};
  if (sent === undefined && template === undefined && multiLabel === undefined) return { texts };
  const labels = typeof sent === 'string' ? sent.split(',').map((label) => label.trim()) : (sent ?? []);
  const known = labels.filter((label) => label !== '');
  const { text } = body!;
  if (known.length === 0 || text === undefined || typeof texts[0] !== 'string') {
    throw new Problem(
      'invalid-request',
      'Labels of your own need "candidate_labels" and one "text", without "text_pair".',
      {
        errors: [{ pointer: '/candidate_labels', detail: 'must be given, with /text alone' }],
      },
    );
  }
  return {
    texts: known.map((label) => [text, (template ?? TEMPLATE).replaceAll('{}', () => label)]),
    candidates: { labels: known, multiLabel: multiLabel ?? false },
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
