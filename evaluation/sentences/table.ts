/** What an evaluation of sentences has shown, for a terminal and as JSON. */
import { table } from '../../project/table.ts';
import type { Report } from '../report.ts';
import type { Evaluation } from './evaluate.ts';
import type { Figures } from './tally.ts';

const HEAD = ['', 'characters wrong', 'difference, 95 % interval', 'sentences right', 'ms'];
const CHANGES_HEAD = ['changes by', 'right', 'wrong', 'harmful', 'missed'];

export function reportOf({ tallies, effort }: Evaluation): Report {
  const judges = [...tallies].map(([name, { figures }]) => {
    return { name, figures, milliseconds: effort.medianMilliseconds(name) };
  });
  const [first] = judges as [(typeof judges)[number]];
  const { sentences, characters, characterErrorRate, sentencesRight } = first.figures;
  const heard = [
    'as heard',
    percent(characterErrorRate.before),
    '',
    shareOf(sentencesRight.before, sentences),
    '',
  ];
  const lines = [
    `${sentences} sentences, ${characters} characters`,
    '',
    table([
      HEAD,
      heard,
      ...judges.map(({ name, figures, milliseconds }) => judgeRow(name, figures, milliseconds)),
    ]),
    '',
    table([CHANGES_HEAD, ...judges.map(({ name, figures }) => changesRow(name, figures))]),
    '',
    'right: an error is mended; wrong: it becomes another; harmful: what was right is no longer; missed: an error stays',
    ...(effort.membersRunLine === undefined ? [] : [effort.membersRunLine]),
    '',
  ];
  const content = {
    sentences,
    characters,
    judges: Object.fromEntries(
      judges.map(({ name, figures: { sentences: _, characters: __, ...figures }, milliseconds }) => {
        return [name, { ...figures, milliseconds }];
      }),
    ),
    membersRun: Object.fromEntries(effort.membersRun),
  };
  return { text: lines.join('\n'), content };
}

function judgeRow(name: string, figures: Figures, milliseconds: number | undefined): string[] {
  const { characterErrorRate: rate, sentencesRight, sentences } = figures;
  const { low, high } = rate.interval;
  return [
    name,
    percent(rate.after),
    `${signed(rate.difference)} (${signed(low)} to ${signed(high)})`,
    shareOf(sentencesRight.after, sentences),
    milliseconds === undefined ? '' : milliseconds.toFixed(2),
  ];
}

function changesRow(name: string, { corrections: { right, wrong, harmful, missed } }: Figures): string[] {
  return [name, ...[right, wrong, harmful, missed].map(String)];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}

function signed(share: number): string {
  return `${share > 0 ? '+' : ''}${(100 * share).toFixed(2)}`;
}

function shareOf(count: number, all: number): string {
  return `${count} (${((100 * count) / all).toFixed(1)} %)`;
}
