/** Evaluates a model of the pipeline `text-correction`. */

import type { FoundModel } from '../../model-repository/find-model.ts';
import { clientOf } from '../../model-repository/request-source.ts';
import { readSamples } from '../../model-repository/samples.ts';
import { certaintyReport } from '../certainty-report.ts';
import { onlyNamed } from '../only.ts';
import type { EvaluationOptions } from '../options.ts';
import { Progress } from '../progress.ts';
import type { Report } from '../report.ts';
import { serviceAt } from '../service.ts';
import { evaluate } from './evaluate.ts';
import { memberJudge, serviceJudge } from './judges.ts';
import { type LabelledSentence, labelledOf, readPairs } from './labelled-sentences.ts';
import { reportOf } from './table.ts';

export async function evaluateSentences(model: FoundModel, options: EvaluationOptions): Promise<Report> {
  const { url, contract, threads } = options;
  const sentences = await sentencesOf(options, model.directory);
  const judge = url
    ? serviceJudge(serviceAt(url, clientOf(model.manifest, contract)))
    : await memberJudge(model, threads);
  const progress = new Progress(sentences.length);
  const evaluation = await evaluate(sentences, judge, progress.show);
  progress.end();
  if (options.certainty) return certaintyReport(evaluation.judged, 'sentences');
  return reportOf(evaluation);
}

async function sentencesOf(
  { pairs, only }: EvaluationOptions,
  directory: string,
): Promise<LabelledSentence[]> {
  const found = pairs === undefined ? labelledOf(await readSamples(directory)) : await readPairs(pairs);
  return onlyNamed(only, found, pairs ?? `the samples of ${directory}`);
}
