/** Evaluates a task of the kind `text-correction`. */
import { clientOf } from '../../tasks/asked-task.ts';
import type { FoundTask } from '../../tasks/find-task.ts';
import { readSamples } from '../../tasks/samples.ts';
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

export async function evaluateSentences(task: FoundTask, options: EvaluationOptions): Promise<Report> {
  const { url, contract, threads } = options;
  const sentences = await sentencesOf(options, task.directory);
  const judge = url
    ? serviceJudge(serviceAt(url, clientOf(task.manifest, contract)))
    : await memberJudge(task, threads);
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
