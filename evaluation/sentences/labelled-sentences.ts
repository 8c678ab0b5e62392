/** Sentences to evaluate: a model's own samples, or pairs of what was heard and what was said. */
import * as v from 'valibot';
import type { Sample } from '../../functions/inference/contracts/client.ts';
import {
  hypothesesOf,
  normalizeTranscript,
  normalizeTranscripts,
} from '../../functions/inference/contracts/text-sample.ts';
import { readJsonLines } from '../samples.ts';

/** A sample of which it is known what was said. */
export interface LabelledSentence {
  readonly name: string;
  readonly sample: Sample;
  /** The most probable hypothesis. */
  readonly heard: string;
  readonly said: string;
}

const Hypothesis = v.pipe(v.string(), v.regex(/^[^\r\n]*$/, 'must hold no line break'));
const PairSchema = v.object({
  id: v.pipe(v.string(), v.nonEmpty('must not be empty')),
  recognised: v.union(
    [Hypothesis, v.pipe(v.array(Hypothesis), v.nonEmpty())],
    'must be a sentence, or a list of sentences, without line breaks',
  ),
  true: v.string(),
});

/**
 * Those of some samples whose label is known.
 *
 * @throws {TypeError} when a sample is no text
 */
export function labelledOf(samples: readonly Sample[]): LabelledSentence[] {
  return samples.flatMap((sample) => {
    const { name, label } = sample;
    if (label === undefined) return [];
    const [heard] = normalizeTranscripts(hypothesesOf(sample));
    return { name, sample, heard, said: normalizeTranscript(label) };
  });
}

/**
 * Reads a file of pairs, one JSON object a line.
 *
 * @throws {Error} naming the line that is none
 */
export async function readPairs(file: string): Promise<LabelledSentence[]> {
  const pairs = await readJsonLines('pairs', file, PairSchema, '{"id", "recognised", "true"} in JSON');
  const samples = pairs.map(({ id, recognised, true: label }) => {
    const bytes = new TextEncoder().encode([recognised].flat().join('\n'));
    return { name: id, label, mediaType: 'text/plain', bytes };
  });
  return labelledOf(samples);
}
