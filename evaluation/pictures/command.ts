/** Evaluates a model of the pipeline `image-classification`. */

import type { FoundModel } from '../../model-repository/find-model.ts';
import { clientOf } from '../../model-repository/request-source.ts';
import { readSamples } from '../../model-repository/samples.ts';
import { certaintyReport } from '../certainty-report.ts';
import { readJudgedPredictions } from '../judged-predictions.ts';
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

export async function evaluatePictures(model: FoundModel, options: EvaluationOptions): Promise<Report> {
  const { url, contract, threads, confusions = CONFUSIONS } = options;
  if (options.predictions !== undefined)
    return certaintyReport(await readJudgedPredictions(options.predictions), 'predictions');
  const samples = await samplesOf(options, model.directory);
  const client = clientOf(model.manifest, contract);
  const service = url === undefined ? undefined : await findService(url, model.manifest.model);
  const labels = await (service ? serviceLabelsOf(model, service) : labelsOf(model));
  const judge = service
    ? serviceJudge(serviceAt(service.url, client))
    : await memberJudge(model, labels, threads);
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
