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
  const { url, only, contract } = options;
  const place = options.images ?? options.csv ?? `the samples of ${model.directory}`;
  const samples = onlyNamed(only, await kind.samplesOf(model, options), place);
  clientOf(model.manifest, contract);
  const service = url === undefined ? undefined : await findService(url, model.manifest.model);
  if (service && !service.labels) {
    console.error(`${service.url} does not say its labels: judged by those of the model here`);
  }
  // The service may have another version of the model than this repository.
  const labels = service?.labels ?? (await kind.labelsOf(model, samples));
  const judge = await openJudge(model, options, service?.url);
  const known = new Set(labels.listed);
  const scored: ScoredSample[] = [];
  const judged: JudgedPrediction[] = [];
  await eachInTurn(samples, async ({ label, read }) => {
    const { prediction, membersRun, local } = await judge(await read());
    const isListed = known.has(label);
    const own = local && kind.predictionOf(local.output, labels);
    const votes = (local?.votes ?? []).map(({ name, milliseconds, memberOutput }) => {
      return { name, milliseconds, best: kind.bestOf(memberOutput, labels) };
    });
    scored.push({
      label,
      isListed,
      wanted: isListed ? label : labels.reject,
      predicted: own?.predicted ?? prediction(),
      // Where a label is outside of the list, no member can be right.
      judges: own && isListed ? [...votes, { name: 'ensemble', best: own.best }] : [],
      membersRun,
    });
    if (!isListed || !own?.sureness) return;
    const unanimous = votes.length > 1 && votes.every(({ best }) => best === own.best);
    judged.push({ ...own.sureness, unanimous, right: own.best === label });
  });
  return options.certainty ? certaintyReport(judged, kind.what) : reportOf(scored, labels.reject);
}
