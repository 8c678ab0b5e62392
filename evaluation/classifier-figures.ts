/** Accuracy of a classifier, for a terminal and as JSON. */
import { median } from '../project/median.ts';
import { membersRun, membersRunLine, type Report } from './report.ts';

export interface ScoredSample {
  readonly label: string;
  /** Whether the model has this label. */
  readonly isListed: boolean;
  /** The right prediction; undefined if there is none. */
  readonly wanted: string | undefined;
  /** The prediction in the response. */
  readonly predicted: string;
  /** Each member, and the ensemble before its reject threshold. */
  readonly judges: readonly {
    readonly name: string;
    readonly best: string;
    readonly milliseconds?: number;
  }[];
  readonly membersRun: number;
}

/** @param reject the right prediction for labels outside the list; undefined if the model has no reject label */
export function reportOf(scored: readonly ScoredSample[], reject: string | undefined): Report {
  const right = reject === undefined ? 'none is right: the model rejects nothing' : `right: ${reject}`;
  const listed = sectionOf('Labels of the list', scored, true);
  const outside = sectionOf(`Labels outside the list (${right})`, scored, false);
  return {
    text: [...listed.lines, ...outside.lines].join('\n'),
    content: { listed: listed.content, outside: outside.content },
  };
}

function sectionOf(title: string, scored: readonly ScoredSample[], areListed: boolean) {
  const samples = scored.filter(({ isListed }) => isListed === areListed);
  const scores = scoresOf(samples);
  const runs = membersRun(samples);
  const confusions = confusionsIn(samples);
  const content = { judges: Object.fromEntries(scores), membersRun: runs, confusions };
  if (samples.length === 0) return { lines: [], content };
  const scoreLines = scores.map(([judge, { right, samples: count, milliseconds }]) => {
    const percent = ((100 * right) / count).toFixed(2).padStart(6);
    const suffix = milliseconds === undefined ? '' : `   ${milliseconds.toFixed(2)} ms`;
    return `  ${judge.padEnd(24)} ${percent} %   ${right} of ${count}${suffix}`;
  });
  const lines = [
    title,
    '',
    ...scoreLines,
    '',
    `  ${membersRunLine(runs)}`,
    ...(confusions.length === 0 ? [] : ['', '  label → prediction, samples']),
    ...confusions.map(({ label, prediction, samples: count }) => `  ${label} → ${prediction}  ${count}`),
    '',
  ];
  return { lines, content };
}

/** Accuracy of each judge; the response comes last. */
function scoresOf(samples: readonly ScoredSample[]) {
  const judged = samples.flatMap(({ wanted, predicted, judges }) => {
    const all = [...judges, { name: 'as predicted', best: predicted, milliseconds: undefined }];
    return all.map((judge) => ({ ...judge, isRight: judge.best === wanted }));
  });
  // The groups have the order of the judges of one sample.
  return [...Map.groupBy(judged, ({ name }) => name)].map(([name, all]) => {
    const right = all.filter(({ isRight }) => isRight).length;
    const milliseconds = median(all.flatMap((one) => one.milliseconds ?? []));
    return [name, { right, samples: all.length, milliseconds }] as const;
  });
}

const CONFUSIONS = 20;

/** The most frequent wrong predictions, most frequent first. */
function confusionsIn(samples: readonly ScoredSample[]) {
  const wrong = samples.filter(({ predicted, wanted }) => predicted !== wanted);
  const alike = Map.groupBy(wrong, ({ label, predicted }) => JSON.stringify([label, predicted]));
  return [...alike.values()]
    .sort((one, other) => other.length - one.length)
    .slice(0, CONFUSIONS)
    .map((all) => ({ label: all[0]!.label, prediction: all[0]!.predicted, samples: all.length }));
}
