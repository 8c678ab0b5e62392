/** Accuracy of a corrector of sentences, for a terminal and as JSON. */
import { levenshtein } from '../project/levenshtein.ts';
import { median } from '../project/median.ts';
import { cellsOf, table } from '../project/table.ts';
import { membersRun, membersRunLine, type Report } from './report.ts';

export interface PredictedSentence {
  /** The most probable hypothesis. */
  readonly heard: string;
  readonly said: string;
  /** Predictions by judge; the response comes last. */
  readonly predicted: ReadonlyMap<
    string,
    { readonly text: string; readonly milliseconds: number | undefined }
  >;
  /** Members that run before the prediction is decided. */
  readonly membersRun: number;
}

/** @param evaluated at least one sentence, each predicted by the same judges */
export function reportOf(evaluated: readonly PredictedSentence[]): Report {
  const sentences = evaluated.length;
  const characters = evaluated.reduce((total, { said }) => total + [...said].length, 0);
  const names = [...evaluated[0]!.predicted.keys()];
  const judges = names.map((name) => ({ name, ...figuresOf(evaluated, name) }));
  const runs = membersRun(evaluated);
  const percent = (share: number) => `${(100 * share).toFixed(2)} %`;
  const shareOf = (count: number) => `${count} (${((100 * count) / sentences).toFixed(1)} %)`;
  const columns: Readonly<Record<string, (judge: (typeof judges)[number]) => string>> = {
    '': ({ name }) => name,
    'characters wrong': ({ characterErrorRate: { after } }) => percent(after),
    'sentences right': ({ sentencesRight: { after } }) => shareOf(after),
    ms: ({ milliseconds }) => milliseconds?.toFixed(2) ?? '',
  };
  const [head, ...rows] = cellsOf(columns, judges);
  const { characterErrorRate, sentencesRight } = judges[0]!;
  const heard = ['as heard', percent(characterErrorRate.before), shareOf(sentencesRight.before)];
  const lines = [
    `${sentences} sentences, ${characters} characters`,
    '',
    table([head, heard, ...rows]),
    '',
    membersRunLine(runs),
    '',
  ];
  const figures = Object.fromEntries(judges.map(({ name, ...content }) => [name, content]));
  return { text: lines.join('\n'), content: { sentences, characters, judges: figures, membersRun: runs } };
}

/** Accuracy of a judge; `before` is the recognised sentence, `after` the predicted one. */
function figuresOf(evaluated: readonly PredictedSentence[], judge: string) {
  const sentences = evaluated.map(({ heard, said, predicted }) => {
    const { text, milliseconds } = predicted.get(judge)!;
    const [before, after] = [levenshtein(heard, said), levenshtein(text, said)];
    return { before, after, characters: [...said].length, milliseconds };
  });
  const characters = Math.max(1, sum(sentences, 'characters'));
  return {
    /** Wrong, missing and superfluous characters as a share of those that were said. */
    characterErrorRate: {
      before: sum(sentences, 'before') / characters,
      after: sum(sentences, 'after') / characters,
    },
    sentencesRight: {
      before: sentences.filter((sentence) => sentence.before === 0).length,
      after: sentences.filter((sentence) => sentence.after === 0).length,
    },
    /** Median over sentences. */
    milliseconds: median(sentences.flatMap((sentence) => sentence.milliseconds ?? [])),
  };
}

function sum<Key extends string>(all: readonly Readonly<Record<Key, number>>[], key: Key): number {
  return all.reduce((total, one) => total + one[key], 0);
}
