import { commandLine } from '../../project/command-line.ts';
import { tableRow } from '../report/failures.ts';
import { percentileName } from '../verdict/objective.ts';
import {
  type Comparison,
  decisiveRows,
  fastestFirst,
  findBest,
  judgeBatches,
  type Row,
  rowKey,
  rowsOf,
  shownRows,
} from './findings.ts';
import type { SweepMeasurements } from './measurements.ts';
import { describeSetting, startLine } from './setting.ts';

const COLUMNS = [
  ...['workers × concurrency', 'clients', 'responses/s', '±', 'p50 ms', 'p99 ms'],
  ...['late', 'refused', 'lost', 'objective'],
];

/** The whole report as Markdown, for the terminal and for pull requests. */
export function toMarkdown(measured: SweepMeasurements): string {
  const { model, contract, started, modelVersion, machine, versions, commit, commandLine, seconds } =
    measured;
  const search = fastestFirst(rowsOf(measured, 'search'));
  const [best = '', ...more] = describeBest(measured);
  const compared = `All settings were compared first, with ${search[0]?.clients} clients:`;
  return [
    `# Sweep: ${model}`,
    '',
    `Model ${model} ${modelVersion}, contract ${contract}, ${started.slice(0, 16).replace('T', ' ')} UTC.`,
    '',
    ...[best, describeBatches(measured), ...more].flatMap((sentence) => [sentence, '']),
    ...table(shownRows(measured), measured),
    '',
    ...describeDoubts(measured).map((doubt) => `- ${doubt}`),
    `- Measured in ${(seconds / 60).toFixed(1)} min by \`${commandLine}\`, commit ${commit}; ${versions}`,
    `- On ${machine}, which also ran the load generator`,
    '',
    ...(search.length === 0 ? [] : [compared, '', ...table(search, measured), '']),
  ].join('\n');
}

/** One row for each setting and number of clients; the best one is bold. */
function table(rows: readonly Row[], measured: SweepMeasurements): string[] {
  const best = findBest(decisiveRows(measured))?.row;
  return [
    tableRow(COLUMNS),
    `|---|${'--:|'.repeat(COLUMNS.length - 2)}---|`,
    ...rows.map((row) => {
      const cells = cellsOf(row, measured);
      return tableRow(best && rowKey(row) === rowKey(best) ? cells.map((cell) => `**${cell}**`) : cells);
    }),
  ];
}

function cellsOf(row: Row, measured: SweepMeasurements): string[] {
  return [
    ...[describeSetting(row.setting), String(row.clients), row.rate.toFixed(1)],
    row.rates.size > 1 ? row.spread.toFixed(1) : '–',
    ...[milliseconds(row.p50), milliseconds(row.p99)],
    ...[row.late, row.refused, row.lost].map(String),
    row.isMet ? 'met' : describeMissed(row, measured),
  ];
}

function describeMissed(row: Row, { quantile, samplesRight }: SweepMeasurements): string {
  const { requests, late, refused, lost, accuracy = 1 } = row;
  const missed = (late + refused + lost) / Math.max(1, requests);
  if (requests === 0) return 'missed: no request was made';
  if (missed > 1 - quantile) return `missed: ${(100 * missed).toFixed(1)} % late, refused or lost`;
  return accuracy < samplesRight ? `missed: ${(100 * accuracy).toFixed(1)} % right` : 'missed: a worker died';
}

/** The best setting with its start command, and the next best setting unless {@link describeBatches} makes a comparison. */
export function describeBest(measured: SweepMeasurements): string[] {
  const rows = decisiveRows(measured);
  const best = findBest(rows);
  const objective = `${percentileName(measured.quantile)} within ${measured.limitMilliseconds} ms`;
  if (best === undefined) {
    return [`**No setting met the objective** (${objective}) with any number of clients that was measured.`];
  }
  const { row, isSure, next } = best;
  const line = startLine(commandLine('start'), measured.modelArgument, row.setting);
  const latency = `p50 ${milliseconds(row.p50)}, p99 ${milliseconds(row.p99)} ms`;
  const isNamed = judgeBatches(rows)?.beside !== undefined;
  return [
    isSure ? `**Best: \`${line}\`**` : `**Likely best: \`${line}\`** (other settings may be as fast)`,
    `${describeRow(row)}, ${latency}; ${objective} met with ${(100 * row.confidence).toFixed(1)} % confidence.`,
    ...(next && !isNamed ? [`Next: ${describeRow(next.row)}, ${describeComparison(next.comparison)}.`] : []),
  ];
}

/** Whether batches pay, which decides `batch` in the model's ensemble.json. */
export function describeBatches(measured: SweepMeasurements): string {
  const { axes, noBatches } = measured;
  const found = judgeBatches(decisiveRows(measured));
  if (found === undefined) {
    if (noBatches !== undefined) return `**No batches possible**: ${noBatches}.`;
    if (axes.batch.every((batch) => batch === 1)) return 'Batches were not tried.';
    return '**Batches do not pay**: no setting with them met the objective.';
  }
  const { row, beside, pay } = found;
  if (beside === undefined) {
    return `**Whether batches pay is open**: no setting without them met the objective. ${describeRow(row)}.`;
  }
  const { comparison, row: single } = beside;
  const manifest = `"batch": { "largest": ${row.setting.batch} }`;
  const [verdict, advice] =
    pay === undefined
      ? ['Whether batches pay is open', ' More rounds would decide (`--minutes`).']
      : pay
        ? ['Batches pay', ` For ensemble.json: \`${manifest}\`.`]
        : ['Batches do not pay', ''];
  const rounds = comparison.rounds > 1 ? `, ${comparison.rounds} rounds` : '';
  return `**${verdict}: ${describeComparison(comparison)}**${rounds}. ${describeRow(row)}; ${describeRow(single)}.${advice}`;
}

/** A row in words, such as `2 × 4: 187.1/s with 16 clients`. */
function describeRow({ setting, rate, clients }: Row): string {
  return `${describeSetting(setting)}: ${rate.toFixed(1)}/s with ${clients} ${clients === 1 ? 'client' : 'clients'}`;
}

/** A comparison in words, such as `+12.3 % (90 %: +8.1 to +16.5 %)`. */
function describeComparison({ ratio, interval }: Comparison): string {
  const percent = (of: number) => `${of < 1 ? '−' : '+'}${Math.abs(100 * (of - 1)).toFixed(1)}`;
  if (interval === undefined) return `${percent(ratio)} % in one round`;
  return `${percent(ratio)} % (90 %: ${percent(interval[0])} to ${percent(interval[1])} %)`;
}

/** Milliseconds with two decimals, from 10 ms on with one, and from 100 ms on with none. */
function milliseconds(value: number | null): string {
  return value === null ? '–' : value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
}

/** If the load generator used more than this share of a core, it may have been the limit. */
const GENERATOR_BUSY = 0.85;

/** Reasons to doubt the figures. */
export function describeDoubts({ visits, interrupted }: SweepMeasurements): string[] {
  const points = visits.flatMap((visit) => visit.points);
  const limited = points.filter(({ generatorBusy }) => generatorBusy > GENERATOR_BUSY).length;
  const deaths = points.reduce((sum, point) => sum + point.deaths, 0);
  const doubts: [applies: boolean, text: string][] = [
    [interrupted, '**Stopped early**: the report covers the measurements so far.'],
    [
      limited > 0,
      `In ${limited} of ${points.length} measurements the load generator used more than ${100 * GENERATOR_BUSY} % of a core ` +
        'and may have been the limit.',
    ],
    [deaths > 0, `**${deaths} workers died** during the measurements.`],
  ];
  return doubts.filter(([applies]) => applies).map(([, text]) => text);
}
