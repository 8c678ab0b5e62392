/** Evaluates a model of the pipeline `text-correction`. */
import * as v from 'valibot';
import type { Sample } from '../functions/inference/contracts/client.ts';
import {
  hypothesesOf,
  normalizeTranscript,
  normalizeTranscripts,
} from '../functions/inference/contracts/text-sample.ts';
import type { SentencePrediction } from '../functions/inference/pipelines/text-correction/prediction.ts';
import type { FoundModel } from '../model-repository/find-model.ts';
import { readSamples } from '../model-repository/request-source.ts';
import { eachInTurn } from '../project/each-in-turn.ts';
import { certaintyReport, type JudgedPrediction } from './certainty.ts';
import { type Judged, openJudge } from './judge.ts';
import type { EvaluationOptions } from './options.ts';
import type { Report } from './report.ts';
import { onlyNamed } from './samples.ts';
import { type PredictedSentence, reportOf } from './sentence-figures.ts';
import { readJsonLines } from './tables.ts';

const AS_PREDICTED = 'as predicted';

export async function evaluateSentences(model: FoundModel, options: EvaluationOptions): Promise<Report> {
  const { directory, manifest } = model;
  const { pairs } = options;
  const found = pairs === undefined ? labelledOf(await readSamples(directory)) : await readPairs(pairs);
  const sentences = onlyNamed(options.only, found, pairs ?? `the samples of ${directory}`);
  const judge = await openJudge(model, options);
  const members = manifest.members.map(({ name }) => name);
  const evaluated: PredictedSentence[] = [];
  const judged: JudgedPrediction[] = [];
  await eachInTurn(sentences, async ({ sample, heard, said }) => {
    const prediction = await judge(sample);
    const { membersRun, local } = prediction;
    evaluated.push({ heard, said, predicted: textsOf(prediction, members), membersRun });
    // Where no member ran, nobody is sure of anything.
    if (!local || local.votes.length === 0) return;
    const { text, confidence } = local.output as SentencePrediction;
    judged.push({ confidence, right: text === said });
  });
  return options.certainty ? certaintyReport(judged, 'sentences') : reportOf(evaluated);
}

/** Each member as if it were alone, and what a caller gets. */
function textsOf({ prediction, milliseconds, local }: Judged, members: readonly string[]) {
  if (!local) return new Map([[AS_PREDICTED, { text: prediction(), milliseconds }]]);
  const { text } = local.output as SentencePrediction;
  // Where members have nothing to say, none runs, and each would leave the sentence as it is.
  const texts = new Map<string, { text: string; milliseconds: number | undefined }>(
    members.map((name) => [name, { text, milliseconds: undefined }]),
  );
  for (const vote of local.votes) {
    const alone = local.outputAlone(vote) as SentencePrediction;
    texts.set(vote.name, { text: alone.text, milliseconds: vote.milliseconds });
  }
  return texts.set(AS_PREDICTED, { text, milliseconds });
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
 * @returns each with its most probable hypothesis, and with what was said
 * @throws {TypeError} when a sample is no text
 */
export function labelledOf(samples: readonly Sample[]) {
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
export async function readPairs(file: string) {
  const pairs = await readJsonLines('pairs', file, PairSchema, '{"id", "recognised", "true"} in JSON');
  const samples = pairs.map(({ id, recognised, true: label }) => {
    const bytes = new TextEncoder().encode([recognised].flat().join('\n'));
    return { name: id, label, mediaType: 'text/plain', bytes };
  });
  return labelledOf(samples);
}
