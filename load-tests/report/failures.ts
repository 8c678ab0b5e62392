import type { FailureCount } from '../verdict/failures.ts';
import type { LoadReport } from './load-report.ts';

/** Rows of a table; what is rarer stands in report.json. */
const MOST_ROWS = 8;
/** Characters of a reply that are shown. */
const MOST_EXCERPT = 120;

/** Lines of Markdown that tell why exchanges failed, an example of each; none where all is well. */
export function describeFailures({ verdict: { failures }, requests }: LoadReport): string[] {
  if (failures.length === 0) return [];
  const rest = failures.slice(MOST_ROWS).reduce((sum, { count }) => sum + count, 0);
  const rows = failures
    .slice(0, MOST_ROWS)
    .map((failure) => [
      kindOf(failure),
      String(failure.count),
      `${((100 * failure.count) / requests).toFixed(1)} %`,
      exampleOf(failure),
    ]);
  if (rest > 0) rows.push(['others', String(rest), '', 'see report.json']);
  return [tableRow(['failure', 'count', 'share', 'example']), '|---|--:|--:|---|', ...rows.map(tableRow), ''];
}

/** What failed, in a few words: `status 503`, `timeout`. */
function kindOf({ kind, status }: Pick<FailureCount, 'kind' | 'status'>): string {
  return status === undefined ? kind : `${kind} ${status}`;
}

/** One exchange that failed so: which sample it sent, what was wrong, and how the reply began. */
function exampleOf({ example }: FailureCount): string {
  const { sample, error, excerpt = '', id } = example;
  const reply = excerpt.trim() === '' ? '' : `: ${excerpt.slice(0, MOST_EXCERPT)}`;
  return `${sample}, id ${id}: ${error}${reply}`;
}

/** A row of a Markdown table; what a service or a sample says cannot break out of its cell, or steer a terminal. */
export function tableRow(cells: readonly string[]): string {
  const safe = cells.map((cell) => cell.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll('|', '\\|'));
  return `| ${safe.join(' | ')} |`;
}
