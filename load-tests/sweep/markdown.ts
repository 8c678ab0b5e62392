import { tableRow } from '../report/failures.ts';
import { decisiveRows, findBest, type Row, rowKey, rowsOf, shownRows } from './findings.ts';
import type { SweepMeasurements } from './measurements.ts';
import { describeBatches, describeBest, describeDoubts, milliseconds } from './sentences.ts';
import { describeSetting } from './setting.ts';

const COLUMNS = [
  ...['workers × requests', 'clients', 'responses/s', '±', 'p50 ms', 'p99 ms'],
  ...['late', 'refused', 'lost', 'promise'],
];

/** The whole report as Markdown, for the terminal and for pull requests. */
export function toMarkdown(measured: SweepMeasurements): string {
  const { model, contract, started, modelVersion } = measured;
  const search = rowsOf(measured, 'search').sort((one, other) => other.rate - one.rate);
  return [
    `# Sweep: ${model}`,
    '',
    `${model} ${modelVersion} by ${contract}, ${started.slice(0, 16).replace('T', ' ')} UTC.`,
    '',
    ...toSection(measured),
    ...(search.length === 0
      ? []
      : [
          `All settings were compared first, with ${search[0]!.clients} clients:`,
          '',
          ...table(search, measured),
          '',
        ]),
  ].join('\n');
}

/** What a document holds of a sweep, below a heading of its own. */
function toSection(measured: SweepMeasurements): string[] {
  const { machine, versions, commit, commandLine, seconds } = measured;
  const [best = '', ...more] = describeBest(measured);
  return [
    ...[best, describeBatches(measured), ...more].flatMap((sentence) => [sentence, '']),
    ...table(shownRows(measured), measured),
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
    ...[describeSetting(row.setting), String(row.clients), row.rate.toFixed(1)],
    row.rates.size > 1 ? row.spread.toFixed(1) : '–',
    ...[milliseconds(row.p50), milliseconds(row.p99)],
    ...[row.late, row.refused, row.lost].map(String),
    row.isKept ? 'kept' : describeBroken(row, quantile),
  ];
}

function describeBroken({ requests, late, refused, lost, accuracy }: Row, quantile: number): string {
  const missed = (late + refused + lost) / Math.max(1, requests);
  if (requests === 0) return 'broken: no request was made';
  if (missed > 1 - quantile) return `broken: ${(100 * missed).toFixed(1)} % missed`;
  return accuracy === undefined ? 'broken: a worker died' : `broken: ${(100 * accuracy).toFixed(1)} % right`;
}
