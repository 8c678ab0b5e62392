/** Evaluates a model of the pipeline `text-correction`. */
import * as v from 'valibot';
import type { Sample } from '../functions/inference/contracts/client.ts';
import { hypothesesOf, normalizeTranscripts } from '../functions/inference/contracts/samples.ts';
import type { SentencePrediction } from '../functions/inference/pipelines/text-correction/prediction.ts';
import type { FoundModel } from '../model-repository/find-model.ts';
import { readSamples } from '../model-repository/request-source.ts';
import { eachInTurn } from '../project/each-in-turn.ts';
import { type Judged, openJudge } from './judge.ts';
import type { EvaluationOptions } from './options.ts';
import type { Report } from './report.ts';
import { onlyNamed } from './samples.ts';
import { type PredictedSentence, reportOf } from './sentence-figures.ts';
import { readJsonLines } from './tables.ts';

export async function evaluateSentences(model: FoundModel, options: EvaluationOptions): Promise<Report> {
  const { pairs } = options;
  const found = pairs === undefined ? await readSamples(model.directory) : readPairs(pairs);
  const sentences = onlyNamed(model, options, labelledOf(found));
  const { judge } = await openJudge(model);
  const members = model.manifest.members.map(({ name }) => name);
  const evaluated: PredictedSentence[] = [];
  await eachInTurn(sentences, async ({ sample, heard, said }) => {
    const prediction = await judge(sample);
    const { membersRun } = prediction;
    evaluated.push({ heard, said, predicted: textsOf(prediction, members), membersRun });
  });
  return reportOf(evaluated);
}

/** The text of each member alone, and of the response. */
function textsOf({ milliseconds, votes, output, outputAlone }: Judged, members: readonly string[]) {
  const { text } = output as SentencePrediction;
  const alone = members.map((name) => {
    const vote = votes.find((one) => one.name === name);
    // If members have nothing to predict, none runs, and each would leave the sentence unchanged.
    const said = vote ? (outputAlone(vote) as SentencePrediction) : { text };
    return [name, { text: said.text, milliseconds: vote?.milliseconds }] as const;
  });
  return new Map([...alone, ['as predicted', { text, milliseconds }] as const]);
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

/** Labelled samples: their most probable hypothesis, and what was said. @throws {TypeError} for a sample that is not a text */
export function labelledOf(samples: readonly Sample[]) {
  return samples.flatMap((sample) => {
    const { name, label } = sample;
    if (label === undefined) return [];
    const [heard] = normalizeTranscripts(hypothesesOf(sample));
    const [said] = normalizeTranscripts([label]);
    return { name, sample, heard, said };
  });
}

/** Reads a file of pairs, one JSON object per line. @throws {Error} naming the invalid line */
export function readPairs(file: string): Sample[] {
  const pairs = readJsonLines('pairs', file, PairSchema, '{"id", "recognised", "true"} in JSON');
  return pairs.map(({ id: name, recognised, true: label }) => {
    return { name, label, mediaType: 'text/plain', bytes: Buffer.from([recognised].flat().join('\n')) };
  });
}
