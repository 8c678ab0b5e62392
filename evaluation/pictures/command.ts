/** Evaluates a task of the kind `image-labels`. */
import { clientOf } from '../../tasks/asked-task.ts';
import type { FoundTask } from '../../tasks/find-task.ts';
import { readSamples } from '../../tasks/samples.ts';
import { certaintyReport } from '../certainty-report.ts';
import { readJudgedAnswers } from '../judged-answers.ts';
import { onlyNamed } from '../only.ts';
import type { EvaluationOptions } from '../options.ts';
import { Progress } from '../progress.ts';
import type { Report } from '../report.ts';
import { serviceAt } from '../service.ts';
import { evaluate } from './evaluate.ts';
import { labelsOf, memberJudge, serviceJudge, serviceLabelsOf } from './judges.ts';
import { type LabelledSample, labelledOf, listSamples } from './labelled-samples.ts';
import { findService } from './service-place.ts';
import { evaluationContent, formatEvaluation } from './table.ts';

/** Length of the list of confusions. */
const CONFUSIONS = 20;

export async function evaluatePictures(task: FoundTask, options: EvaluationOptions): Promise<Report> {
  const { url, contract, threads, confusions = CONFUSIONS } = options;
  if (options.answers !== undefined)
    return certaintyReport(await readJudgedAnswers(options.answers), 'answers');
  const samples = await samplesOf(options, task.directory);
  const client = clientOf(task.manifest, contract);
  const service = url === undefined ? undefined : await findService(url, task.manifest.task);
  const labels = await (service ? serviceLabelsOf(task, service) : labelsOf(task));
  const judge = service
    ? serviceJudge(serviceAt(service.url, client))
    : await memberJudge(task, labels, threads);
  const progress = new Progress(samples.length);
  const evaluation = await evaluate(samples, judge, labels, progress.show);
  progress.end();
  if (options.certainty) return certaintyReport(evaluation.judged, 'pictures');
  return {
    text: formatEvaluation(evaluation, labels.reject, confusions),
    content: evaluationContent(evaluation, confusions),
  };
}

async function samplesOf({ images, only }: EvaluationOptions, directory: string): Promise<LabelledSample[]> {
  const found =
    images === undefined ? labelledOf(await readSamples(directory)) : await listSamples(images, directory);
  return onlyNamed(only, found, images ?? `the samples of ${directory}`);
}
