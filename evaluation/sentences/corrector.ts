/** Evaluates models of the pipeline `text-correction`. */

import type { SentencePrediction } from '../../functions/inference/pipelines/text-correction/prediction.ts';
import type { FoundModel } from '../../model-repository/find-model.ts';
import { readSamples } from '../../model-repository/samples.ts';
import { eachInTurn } from '../../project/each-in-turn.ts';
import { certaintyReport, type JudgedPrediction } from '../certainty.ts';
import { type Judged, openJudge } from '../judge.ts';
import type { EvaluationOptions } from '../options.ts';
import { onlyNamed, type Report } from '../samples.ts';
import { type PredictedSentence, reportOf } from './figures.ts';
import { labelledOf, readPairs } from './labelled-sentences.ts';

/** The name of what a caller gets, among judges. */
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
    evaluated.push({
      heard,
      said,
      predicted: textsOf(prediction, members),
      membersRun: prediction.membersRun,
    });
    const { local } = prediction;
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
