/** Evaluates models that choose a label. */
import type { FoundModel } from '../model-repository/find-model.ts';
import { clientOf } from '../model-repository/request-source.ts';
import { eachInTurn } from '../project/each-in-turn.ts';
import { certaintyReport, type JudgedPrediction } from './certainty.ts';
import { findService, openJudge, type ServicePlace } from './judge.ts';
import type { EvaluationOptions } from './options.ts';
import { countBy, median, membersRun, membersRunLines, type Report } from './report.ts';
import { type LabelledSample, onlyNamed } from './samples.ts';

/** The labels that a prediction can have. */
export interface Labels {
  /** In the order of the members' outputs. */
  readonly listed: readonly string[];
  /** Where nobody says in which order outputs have them. */
  readonly unordered?: boolean;
  /** The right prediction for everything that is not listed; undefined where the model rejects nothing. */
  readonly reject: string | undefined;
}

/** What an ensemble predicts. */
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
  /** @returns the samples that options name, and where they come from, for messages */
  samplesOf(
    model: FoundModel,
    options: EvaluationOptions,
  ): Promise<{ readonly samples: readonly LabelledSample[]; readonly place: string }>;
  /** @throws {ModelError} when what `ensemble.json` says of labels cannot be used */
  labelsOf(model: FoundModel, samples: readonly LabelledSample[]): Promise<Labels>;
  /** The best label of one member. */
  bestOf(memberOutput: unknown, labels: Labels): string;
  predictionOf(output: unknown, labels: Labels): Prediction;
}

/** Length of the list of confusions. */
const CONFUSIONS = 20;

export async function evaluateClassifier(
  kind: Kind,
  model: FoundModel,
  options: EvaluationOptions,
): Promise<Report> {
  const { samples: found, place } = await kind.samplesOf(model, options);
  const samples = onlyNamed(options.only, found, place);
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
  return reportOf(listed, outside, labels.reject, options.confusions ?? CONFUSIONS);
}

/** Those of the service under evaluation, which may have another version of the model than this repository. */
function serviceLabels(service: ServicePlace | undefined): Labels | undefined {
  if (service === undefined) return undefined;
  if (service.listed) return { listed: service.listed.labels, reject: service.listed.reject };
  console.error(`${service.url} does not say its labels: judged by those of the model here`);
  return undefined;
}

/** A sample that was predicted. */
export interface ScoredSample {
  readonly label: string;
  /** What a caller gets. */
  readonly predicted: string;
  readonly right: boolean;
  /** Each member, and the ensemble before its reject threshold; a service does not say. */
  readonly judges: readonly {
    readonly name: string;
    readonly right: boolean;
    readonly milliseconds?: number;
  }[];
  /** Before the prediction is certain; undefined where a service does not say. */
  readonly membersRun: number | undefined;
}

/**
 * @param listed samples whose label the model lists
 * @param outside the others
 * @param reject their right prediction; undefined where the model rejects nothing
 * @param confusions how many are listed at most
 */
export function reportOf(
  listed: readonly ScoredSample[],
  outside: readonly ScoredSample[],
  reject: string | undefined,
  confusions: number,
): Report {
  const right = reject === undefined ? 'none is right: the model rejects nothing' : `right: ${reject}`;
  // Where a label is outside of the list, no member can be right.
  const others = outside.map((sample) => ({ ...sample, judges: [] }));
  return {
    text: [
      ...linesOf('Labels of the list', listed, confusions),
      ...linesOf(`Labels outside the list (${right})`, others, confusions),
    ].join('\n'),
    content: { listed: contentOf(listed, confusions), outside: contentOf(others, confusions) },
  };
}

function linesOf(title: string, samples: readonly ScoredSample[], limit: number): string[] {
  if (samples.length === 0) return [];
  const scores = scoresOf(samples).map(([judge, { right, samples: count, milliseconds }]) => {
    const percent = ((100 * right) / count).toFixed(2).padStart(6);
    const suffix = milliseconds === undefined ? '' : `   ${milliseconds.toFixed(2)} ms`;
    return `  ${judge.padEnd(24)} ${percent} %   ${right} of ${count}${suffix}`;
  });
  const list = confusionsIn(samples, limit);
  return [
    title,
    '',
    ...scores,
    ...membersRunLines(runsOf(samples)).flatMap((line) => ['', `  ${line}`]),
    ...(list.length === 0 ? [] : ['', '  label → prediction, samples']),
    ...list.map(({ label, prediction, samples: count }) => `  ${label} → ${prediction}  ${count}`),
    '',
  ];
}

function contentOf(samples: readonly ScoredSample[], limit: number): object {
  return {
    judges: Object.fromEntries(scoresOf(samples)),
    membersRun: Object.fromEntries(membersRun(runsOf(samples))),
    confusions: confusionsIn(samples, limit),
  };
}

/** By judge, what a caller gets last. */
function scoresOf(samples: readonly ScoredSample[]) {
  const judged = samples.flatMap(({ judges, right }) => [...judges, { name: 'as predicted', right }]);
  // In the order in which the judges of one sample are.
  return [...Map.groupBy(judged, ({ name }) => name)].map(([name, all]) => {
    const milliseconds = median(all.flatMap((one) => ('milliseconds' in one ? one.milliseconds! : [])));
    const right = all.filter((one) => one.right).length;
    return [
      name,
      { right, samples: all.length, ...(milliseconds !== undefined && { milliseconds }) },
    ] as const;
  });
}

/** The most frequent wrong predictions, most frequent first. */
function confusionsIn(samples: readonly ScoredSample[], limit: number) {
  const wrong = samples.filter(({ right }) => !right);
  return countBy(wrong.map(({ label, predicted }) => `${label}\t${predicted}`))
    .sort(([, one], [, other]) => other - one)
    .slice(0, limit)
    .map(([pair, count]) => {
      const [label, prediction] = pair.split('\t');
      return { label, prediction, samples: count };
    });
}

function runsOf(samples: readonly ScoredSample[]): number[] {
  return samples.flatMap((sample) => sample.membersRun ?? []);
}
