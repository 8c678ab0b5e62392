/** Evaluates models that choose a label. */
import type { FoundModel } from '../../model-repository/find-model.ts';
import { clientOf } from '../../model-repository/request-source.ts';
import { certaintyReport } from '../certainty-report.ts';
import { readJudgedPredictions } from '../judged-predictions.ts';
import { onlyNamed } from '../only.ts';
import type { EvaluationOptions } from '../options.ts';
import { Progress } from '../progress.ts';
import type { Report } from '../report.ts';
import { serviceAt } from '../service.ts';
import { evaluate } from './evaluate.ts';
import { memberJudge, serviceJudge, serviceLabelsOf } from './judges.ts';
import type { Kind } from './kind.ts';
import { findService } from './service-place.ts';
import { evaluationContent, formatEvaluation } from './table.ts';

/** Length of the list of confusions. */
const CONFUSIONS = 20;

/** @param kind of what its members take */
export async function evaluateClassifier(
  kind: Kind,
  model: FoundModel,
  options: EvaluationOptions,
): Promise<Report> {
  const { url, contract, threads, confusions = CONFUSIONS } = options;
  if (options.predictions !== undefined)
    return certaintyReport(await readJudgedPredictions(options.predictions), 'predictions');
  const { samples: found, place } = await kind.samplesOf(model, options);
  const samples = onlyNamed(options.only, found, place);
  const client = clientOf(model.manifest, contract);
  const service = url === undefined ? undefined : await findService(url, model.manifest.model);
  const known = () => kind.labelsOf(model, samples);
  const labels = await (service ? serviceLabelsOf(service, known) : known());
  const judge = service
    ? serviceJudge(serviceAt(service.url, client))
    : await memberJudge(model, kind, labels, threads);
  const progress = new Progress(samples.length);
  const evaluation = await evaluate(samples, judge, labels, progress.show);
  progress.end();
  if (options.certainty) return certaintyReport(evaluation.judged, kind.what);
  return {
    text: formatEvaluation(evaluation, labels.reject, confusions),
    content: evaluationContent(evaluation, confusions),
  };
}
