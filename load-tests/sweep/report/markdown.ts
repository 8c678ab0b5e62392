import { tableRow } from '../../report/failures.ts';
import { findBest } from '../findings/best.ts';
import { describeDoubts } from '../findings/doubts.ts';
import { decisiveRows, isSearchOnly, type Row, rowKey, rowsOf, shownRows } from '../findings/rows.ts';
import { describeBatches, describeBest, milliseconds } from '../findings/verdict.ts';
import type { SweepMeasurements } from '../measurements.ts';
import { describeSetting, keyOf } from '../setting.ts';

const COLUMNS = [
  'workers × questions',
  'clients',
  'answers/s',
  '±',
  'p50 ms',
  'p99 ms',
  'late',
  'refused',
  'lost',
  'CPU ms',
  'promise',
];
/** Columns of a row that others have published. */
const [RATE, LATENCY] = [COLUMNS.indexOf('answers/s'), COLUMNS.indexOf('p50 ms')];

/** The whole report as Markdown, for the terminal and for pull requests. */
export function toMarkdown(measured: SweepMeasurements): string {
  const { task, contract, started } = measured;
  return [
    `# Sweep: ${task}`,
    '',
    `${task} ${measured.taskVersion} by ${contract}, ${started.slice(0, 16).replace('T', ' ')} UTC.`,
    '',
    ...toSection(measured),
    ...search(measured),
    ...dropped(measured),
  ].join('\n');
}

/** What a document holds of a sweep, below a heading of its own. */
export function toSection(measured: SweepMeasurements): string[] {
  const { published, machine, versions, commit, commandLine, seconds } = measured;
  const [best, ...more] = describeBest(measured);
  return [
    ...[best, describeBatches(measured), ...more].flatMap((sentence) => [sentence ?? '', '']),
    ...table(shownRows(measured), measured),
    ...published.map(({ requestsPerSecond, latency, remark }) =>
      tableRow(
        COLUMNS.map((_, column) =>
          column === 0
            ? `*published: ${remark}*`
            : column === RATE
              ? `*${requestsPerSecond}*`
              : column === LATENCY
                ? `*${latency}*`
                : '',
        ),
      ),
    ),
    '',
    ...describeDoubts(measured).map((doubt) => `- ${doubt}`),
    `- Measured in ${(seconds / 60).toFixed(1)} min by \`${commandLine}\`, commit ${commit}; ${versions}`,
    `- On ${machine}, with the load generator`,
    '',
  ];
}

/** One row for each setting and number of clients; the best stands out. */
function table(rows: readonly Row[], measured: SweepMeasurements): string[] {
  const best = findBest(decisiveRows(measured))?.row;
  return [
    tableRow(COLUMNS),
    `|---|${'--:|'.repeat(COLUMNS.length - 2)}---|`,
    ...rows.map((row) => {
      const cells = cellsOf(row, measured.quantile);
      return tableRow(best && rowKey(row) === rowKey(best) ? cells.map((cell) => `**${cell}**`) : cells);
    }),
  ];
}

function cellsOf(row: Row, quantile: number): string[] {
  return [
    describeSetting(row.setting),
    String(row.clients),
    row.rate.toFixed(1),
    row.rates.size > 1 ? row.spread.toFixed(1) : '–',
    milliseconds(row.p50),
    milliseconds(row.p99),
    String(row.late),
    String(row.refused),
    String(row.lost),
    milliseconds(row.cpuMilliseconds),
    row.isKept ? 'kept' : describeBroken(row, quantile),
  ];
}

function describeBroken({ questions, late, refused, lost, accuracy }: Row, quantile: number): string {
  const missed = (late + refused + lost) / Math.max(1, questions);
  if (questions === 0) return 'broken: nothing was asked';
  if (missed > 1 - quantile) return `broken: ${(100 * missed).toFixed(1)} % missed`;
  return accuracy === undefined ? 'broken: a worker died' : `broken: ${(100 * accuracy).toFixed(1)} % right`;
}

/** The first comparison of all settings, where there was one. */
function search(measured: SweepMeasurements): string[] {
  if (isSearchOnly(measured)) return [];
  const rows = rowsOf(measured, 'search');
  if (rows.length === 0) return [];
  return [
    `All settings were compared first, with ${rows[0]!.clients} clients:`,
    '',
    ...table(
      rows.toSorted((one, other) => other.rate - one.rate),
      measured,
    ),
    '',
  ];
}

function dropped(measured: SweepMeasurements): string[] {
  const seen = new Set<string>();
  const lines = measured.dropped
    .filter(({ setting }) => !seen.has(keyOf(setting)) && seen.add(keyOf(setting)))
    .map(({ setting, round, reason }) => `- ${describeSetting(setting)}, after round ${round}: ${reason}`);
  return lines.length === 0 ? [] : ['Dropped on the way:', '', ...lines, ''];
}
