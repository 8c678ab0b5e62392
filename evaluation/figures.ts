/** Accuracy of a model, for a terminal and as JSON. */
import { levenshtein } from '../project/levenshtein.ts';
import { median } from '../project/median.ts';

/** The prediction for a sample, and its source: a member, the ensemble before rejection, the response, or the best hypothesis. */
interface Judge {
  readonly name: string;
  readonly best: string;
  readonly milliseconds?: number | undefined;
}

export interface ScoredSample {
  readonly label: string;
  /** Whether the model has this label. */
  readonly isListed: boolean;
  /** The right prediction; undefined if the label is not listed and the model has no reject label. */
  readonly wanted: string | undefined;
  /** The last judge is the response. */
  readonly judges: readonly Judge[];
}

/**
 * @param labels the model's labels; `reject` is the right prediction for samples with labels outside the list
 * @param countsCharacters whether predictions are sentences, so that the share of wrong characters is reported, too
 */
export function reportOf(
  scored: readonly ScoredSample[],
  labels: { readonly reject?: string | undefined } | undefined,
  countsCharacters = false,
) {
  const right =
    labels?.reject === undefined ? 'no response is right without a reject label' : `right: ${labels.reject}`;
  const sectionOf = (title: string, areListed: boolean) => {
    const samples = scored.filter(({ isListed }) => isListed === areListed);
    return section(title, samples, countsCharacters);
  };
  const listed = sectionOf(labels ? 'Labels of the list' : 'Samples', true);
  const outside = sectionOf(`Labels outside the list (${right})`, false);
  return {
    text: [...listed.lines, ...outside.lines].join('\n'),
    content: { listed: listed.content, outside: outside.content },
  };
}

function section(title: string, samples: readonly ScoredSample[], countsCharacters: boolean) {
  const scores = scoresOf(samples, countsCharacters);
  const confusions = confusionsIn(samples);
  const content = { judges: Object.fromEntries(scores), confusions };
  if (samples.length === 0) return { lines: [], content };
  const scoreLines = scores.map(([judge, { right, samples: count, milliseconds, characterErrorRate }]) => {
    const parts = [`${percent(right / count).padStart(8)}   ${right} of ${count}`];
    if (characterErrorRate !== undefined) parts.push(`characters wrong ${percent(characterErrorRate)}`);
    if (milliseconds !== undefined) parts.push(`${milliseconds.toFixed(2)} ms`);
    return `  ${judge.padEnd(24)} ${parts.join('   ')}`;
  });
  const lines = [
    title,
    '',
    ...scoreLines,
    ...(confusions.length === 0 ? [] : ['', '  label → prediction, samples']),
    ...confusions.map(({ label, prediction, samples: count }) => `  ${label} → ${prediction}  ${count}`),
    '',
  ];
  return { lines, content };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}

/** Accuracy of each judge. */
function scoresOf(samples: readonly ScoredSample[], countsCharacters: boolean) {
  const judged = samples.flatMap(({ wanted, judges }) => judges.map((judge) => ({ ...judge, wanted })));
  // The groups have the order of the judges of one sample.
  return [...Map.groupBy(judged, ({ name }) => name)].map(([name, all]) => {
    const right = all.filter(({ best, wanted }) => best === wanted).length;
    const milliseconds = median(all.flatMap((one) => one.milliseconds ?? []));
    const characterErrorRate = countsCharacters ? errorRateOf(all) : undefined;
    return [name, { right, samples: all.length, milliseconds, characterErrorRate }] as const;
  });
}

/** Wrong, missing and superfluous characters, as a share of the characters in the right predictions. */
function errorRateOf(all: readonly { readonly best: string; readonly wanted: string | undefined }[]): number {
  let [wrong, total] = [0, 0];
  for (const { best, wanted = '' } of all) {
    wrong += levenshtein(best, wanted);
    total += [...wanted].length;
  }
  return wrong / Math.max(1, total);
}

const CONFUSIONS = 20;

/** The most frequent wrong predictions, most frequent first. */
function confusionsIn(samples: readonly ScoredSample[]) {
  const wrong = samples.flatMap(({ label, wanted, judges }) => {
    const prediction = judges.at(-1)!.best;
    return prediction === wanted ? [] : [{ label, prediction }];
  });
  const alike = Map.groupBy(wrong, (pair) => JSON.stringify(pair));
  return [...alike.values()]
    .sort((one, other) => other.length - one.length)
    .slice(0, CONFUSIONS)
    .map((all) => ({ ...all[0]!, samples: all.length }));
}
