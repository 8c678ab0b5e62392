/** How right a classifier is, for a terminal and as JSON. */
import { median, membersRun, membersRunLines, type Report } from './report.ts';

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
 */
export function reportOf(
  listed: readonly ScoredSample[],
  outside: readonly ScoredSample[],
  reject: string | undefined,
): Report {
  const right = reject === undefined ? 'none is right: the model rejects nothing' : `right: ${reject}`;
  // Where a label is outside of the list, no member can be right.
  const others = outside.map((sample) => ({ ...sample, judges: [] }));
  return {
    text: [
      ...linesOf('Labels of the list', listed),
      ...linesOf(`Labels outside the list (${right})`, others),
    ].join('\n'),
    content: { listed: contentOf(listed), outside: contentOf(others) },
  };
}

function linesOf(title: string, samples: readonly ScoredSample[]): string[] {
  if (samples.length === 0) return [];
  const scores = scoresOf(samples).map(([judge, { right, samples: count, milliseconds }]) => {
    const percent = ((100 * right) / count).toFixed(2).padStart(6);
    const suffix = milliseconds === undefined ? '' : `   ${milliseconds.toFixed(2)} ms`;
    return `  ${judge.padEnd(24)} ${percent} %   ${right} of ${count}${suffix}`;
  });
  const list = confusionsIn(samples);
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

function contentOf(samples: readonly ScoredSample[]): object {
  return {
    judges: Object.fromEntries(scoresOf(samples)),
    membersRun: membersRun(runsOf(samples)),
    confusions: confusionsIn(samples),
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

const CONFUSIONS = 20;

/** The most frequent wrong predictions, most frequent first. */
function confusionsIn(samples: readonly ScoredSample[]) {
  const wrong = samples.filter(({ right }) => !right);
  const alike = Map.groupBy(wrong, ({ label, predicted }) => JSON.stringify([label, predicted]));
  return [...alike.values()]
    .sort((one, other) => other.length - one.length)
    .slice(0, CONFUSIONS)
    .map((all) => ({ label: all[0]!.label, prediction: all[0]!.predicted, samples: all.length }));
}

function runsOf(samples: readonly ScoredSample[]): number[] {
  return samples.flatMap((sample) => sample.membersRun ?? []);
}
