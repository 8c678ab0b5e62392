/** Evaluates models that choose a label. */
import type { FoundModel } from '../model-repository/find-model.ts';
import { clientOf } from '../model-repository/request-source.ts';
import { eachInTurn } from '../project/each-in-turn.ts';
import { certaintyReport, type JudgedPrediction } from './certainty.ts';
import { reportOf, type ScoredSample } from './classifier-figures.ts';
import { findService, openJudge } from './judge.ts';
import type { EvaluationOptions } from './options.ts';
import type { Report } from './report.ts';
import { type LabelledSample, onlyNamed } from './samples.ts';

/** The labels that a prediction can have. */
export interface Labels {
  /** In the order of the members' outputs. */
  readonly listed: readonly string[];
  /** Where nobody says in which order outputs have them. */
  readonly unordered?: boolean;
  /** The right prediction for everything that is not listed; undefined where the model rejects nothing. */
  readonly reject?: string | undefined;
}

export interface Prediction {
  /** What a caller gets. */
  readonly predicted: string;
  /** The best label, whatever the reject threshold made of it. */
  readonly best: string;
  /** Where the model has probabilities. */
  readonly sureness?: Pick<JudgedPrediction, 'confidence' | 'refused'>;
}

/** What differs between classifiers of pictures, of texts and of rows. */
export interface Kind {
  /** Of the samples, for people. */
  readonly what: string;
  /** The samples that options name, else the model's own. */
  samplesOf(model: FoundModel, options: EvaluationOptions): Promise<readonly LabelledSample[]>;
  /** @throws {ModelError} when what `ensemble.json` says of labels cannot be used */
  labelsOf(model: FoundModel, samples: readonly LabelledSample[]): Promise<Labels>;
  /** The best label of one member. */
  bestOf(memberOutput: unknown, labels: Labels): string;
  predictionOf(output: unknown, labels: Labels): Prediction;
}

export async function evaluateClassifier(
  kind: Kind,
  model: FoundModel,
  options: EvaluationOptions,
): Promise<Report> {
  const place = options.images ?? options.csv ?? `the samples of ${model.directory}`;
  const samples = onlyNamed(options.only, await kind.samplesOf(model, options), place);
  clientOf(model.manifest, options.contract);
  const service =
    options.url === undefined ? undefined : await findService(options.url, model.manifest.model);
  const labels = serviceLabels(service) ?? (await kind.labelsOf(model, samples));
  const judge = await openJudge(model, options, service?.url);
  const known = new Set(labels.listed);
  const [listed, outside]: [ScoredSample[], ScoredSample[]] = [[], []];
  const judged: JudgedPrediction[] = [];
  await eachInTurn(samples, async ({ label, read }) => {
    const { prediction, membersRun, local } = await judge(await read());
    const isListed = known.has(label);
    const right = isListed ? label : labels.reject;
    const own = local && kind.predictionOf(local.output, labels);
    const votes = (local?.votes ?? []).map(({ name, milliseconds, memberOutput }) => {
      return { name, milliseconds, best: kind.bestOf(memberOutput, labels) };
    });
    const predicted = own?.predicted ?? prediction();
    (isListed ? listed : outside).push({
      label,
      predicted,
      right: predicted === right,
      judges: [...votes, ...(own ? [{ name: 'ensemble', best: own.best }] : [])].map(({ best, ...rest }) => {
        return { ...rest, right: best === right };
      }),
      membersRun,
    });
    if (!isListed || !own?.sureness) return;
    const unanimous = votes.length > 1 && votes.every(({ best }) => best === own.best);
    judged.push({ ...own.sureness, unanimous, right: own.best === label });
  });
  if (options.certainty) return certaintyReport(judged, kind.what);
  return reportOf(listed, outside, labels.reject);
}

/** Those of the service under evaluation, which may have another version of the model than this repository. */
function serviceLabels(service: Awaited<ReturnType<typeof findService>> | undefined): Labels | undefined {
  if (service === undefined) return undefined;
  if (service.listed) return { listed: service.listed.labels, reject: service.listed.reject };
  console.error(`${service.url} does not say its labels: judged by those of the model here`);
  return undefined;
}
