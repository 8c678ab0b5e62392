import type { FailureCount, WrongResponse } from '../verdict/failures.ts';
import type { LoadReport } from './load-report.ts';

/** Rows of a table; what is rarer stands in report.json. */
const MOST_ROWS = 8;
/** Characters of a reply that are shown. */
const MOST_EXCERPT = 120;

/** Lines of Markdown that tell why exchanges failed and which predictions were wrong, an example of each; none where all is well. */
export function describeFailures({ verdict, requests }: LoadReport): string[] {
  const { failures, wrong, responses } = verdict;
  return [
    ...table(['failure', 'count', 'share', 'example'], failures, (failure) => [
      kindOf(failure),
      String(failure.count),
      percent(failure.count / requests),
      exampleOf(failure),
    ]),
    ...table(['wrong prediction', 'count', 'share', 'example'], wrong, ({ answer, label, count, sample }) => [
      `${answer} instead of ${label}`,
      String(count),
      percent(count / responses.count),
      sample,
    ]),
  ];
}

/** What failed, in a few words: `status 503`, `timeout`. */
export function kindOf({ kind, status }: Pick<FailureCount, 'kind' | 'status'>): string {
  return status === undefined ? kind : `${kind} ${status}`;
}

/** One exchange that failed so: which sample it sent, what was wrong, and how the reply began. */
export function exampleOf({ example }: FailureCount): string {
  const { sample, error, excerpt = '', id } = example;
  const reply = excerpt.trim() === '' ? '' : `: ${excerpt.slice(0, MOST_EXCERPT)}`;
  return `${sample}, id ${id}: ${error}${reply}`;
}

function table<Row extends FailureCount | WrongResponse>(
  heads: string[],
  rows: readonly Row[],
  cells: (row: Row) => string[],
): string[] {
  if (rows.length === 0) return [];
  const shown = rows.slice(0, MOST_ROWS);
  const rest = rows.slice(MOST_ROWS).reduce((sum, { count }) => sum + count, 0);
  return [
    tableRow(heads),
    '|---|--:|--:|---|',
    ...shown.map((row) => tableRow(cells(row))),
    ...(rest === 0 ? [] : [tableRow(['others', String(rest), '', 'see report.json'])]),
    '',
  ];
}

/** A row of a Markdown table; what a service or a sample says cannot break out of its cell, or steer a terminal. */
export function tableRow(cells: readonly string[]): string {
  const safe = cells.map((cell) => cell.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll('|', '\\|'));
  return `| ${safe.join(' | ')} |`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
