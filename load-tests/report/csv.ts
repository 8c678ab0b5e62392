import { type Cell, csvLine } from '../../project/csv.ts';
import type { ExchangeRecord } from '../client/records.ts';

/** One request in a row. Seconds since the run began, everything else in milliseconds. */
const COLUMNS: Record<string, (record: ExchangeRecord, began: number) => Cell> = {
  due_seconds: ({ at }, began) => round((at - began) / 1000, 6),
  left_late_ms: ({ lagMilliseconds }) => round(lagMilliseconds, 3),
  latency_ms: ({ milliseconds }) => round(milliseconds, 3),
  id: ({ id }) => id,
  attempt: ({ attempt }) => attempt,
  repeated: ({ repeated }) => repeated,
  sample: ({ sample }) => sample,
  outcome: ({ outcome }) => outcome,
  status: ({ status }) => status,
  failure: ({ failure }) => failure,
  error: ({ error }) => error,
  answer: ({ answer }) => answer,
  label: ({ label }) => label,
  cache: ({ cache }) => cache,
  cold_start: ({ coldStart }) => coldStart,
  server_ms: ({ serverMilliseconds }) => serverMilliseconds,
};

/** First line of a CSV file (RFC 4180). */
export const csvHead = `${csvLine(['scenario', ...Object.keys(COLUMNS)])}\r\n`;

/** A line for every request of a run, in the order in which they were due. */
export function toCsv(scenario: string, exchanges: readonly ExchangeRecord[]): string {
  const inOrder = exchanges.toSorted((first, second) => first.at - second.at);
  const began = inOrder[0]?.at ?? 0;
  return inOrder
    .map((record) => [scenario, ...Object.values(COLUMNS).map((cell) => cell(record, began))])
    .map((cells) => `${csvLine(cells)}\r\n`)
    .join('');
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
