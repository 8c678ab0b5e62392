import type { FailureCount } from '../verdict/failures.ts';
import type { LoadReport } from './load-report.ts';

/** Largest number of kinds of failure in the table. report.json also has the rarer kinds. */
const MOST_ROWS = 8;
/** Largest number of characters that are shown of a reply. */
const MOST_EXCERPT = 120;

/** Lines of Markdown with the reasons of failures and an example of each; none without failures. */
export function describeFailures({ verdict: { failures }, requests }: LoadReport): string[] {
  if (failures.length === 0) return [];
  const rest = failures.slice(MOST_ROWS).reduce((sum, { count }) => sum + count, 0);
  const rows = failures
    .slice(0, MOST_ROWS)
    .map((failure) => [
      failure.status === undefined ? failure.kind : `${failure.kind} ${failure.status}`,
      String(failure.count),
      `${((100 * failure.count) / requests).toFixed(1)} %`,
      exampleOf(failure),
    ]);
  if (rest > 0) rows.push(['others', String(rest), '', 'see report.json']);
  return [tableRow(['failure', 'count', 'share', 'example']), '|---|--:|--:|---|', ...rows.map(tableRow), ''];
}

function exampleOf({ example }: FailureCount): string {
  const { sample, error, excerpt = '', id } = example;
  const reply = excerpt.trim() === '' ? '' : `: ${excerpt.slice(0, MOST_EXCERPT)}`;
  return `${sample}, id ${id}: ${error}${reply}`;
}

/** A row of a Markdown table. Text of services and samples can neither leave its cell nor control a terminal. */
export function tableRow(cells: readonly string[]): string {
  const safe = cells.map((cell) => cell.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll('|', '\\|'));
  return `| ${safe.join(' | ')} |`;
}
