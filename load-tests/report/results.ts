import { percentileName } from '../verdict/promise.ts';
import type { LoadReport } from './load-report.ts';
import { describePeak } from './peak.ts';

/** Where and on what the results were measured. */
export interface ResultsContext {
  machine: string;
  commit: string;
  service: string;
  /** ISO date. */
  date: string;
}

const milliseconds = (value: number | null) => (value === null ? '–' : value.toFixed(1));

/** `RESULTS.md`: all scenarios in one table, and the way to the peak. */
export function toResults(reports: LoadReport[], context: ResultsContext): string {
  const [first] = reports;
  const rules = first?.rules;
  const percentile = percentileName(rules?.quantile ?? 0.99);
  const peak = reports.find((report) => report.peak !== undefined)?.peak;
  return [
    '# Load test results',
    '',
    'Written by `npm run load -- all --write-results`; do not edit.',
    '',
    `- Model ${first?.model ?? 'unknown'}, contract ${first?.contract ?? 'unknown'}`,
    `- Service: ${context.service}`,
    `- Machine, with the load generator on it: ${context.machine}`,
    `- Commit ${context.commit}, ${context.date}`,
    `- Promise: ${percentile} ≤ ${rules?.limitMilliseconds ?? 1000} ms to the last byte; time-outs and errors count as late`,
    '',
    `| scenario | verdict | requests | responses/s | mean ms | p50 ms | ${percentile} ms | cached ${percentile} ms | late or failed | lost | right | sure |`,
    '|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...reports.map(resultRow),
    '',
    'Mean, p50 and percentile are those of fresh responses. The last column is the confidence that the promise holds for',
    'fresh responses, given the number of samples.',
    '',
    ...(peak === undefined ? [] : ['## How the peak was found', '', ...describePeak(peak), '']),
  ].join('\n');
}

function resultRow(report: LoadReport): string {
  const { fresh, cached, verdict, peak } = report;
  const name = peak === undefined ? report.scenario : `peak: **${peak.rate}/s**`;
  const durations = fresh.durationMilliseconds;
  const cells = [
    name,
    verdict.outcome,
    report.requests,
    report.ratePerSecond.toFixed(1),
    milliseconds(durations.mean),
    milliseconds(durations.p50),
    milliseconds(fresh.percentileMilliseconds),
    cached.count === 0 ? '' : milliseconds(cached.percentileMilliseconds),
    fresh.late + fresh.failed + cached.late + cached.failed,
    verdict.lost,
    `${(100 * verdict.responses.accuracy).toFixed(1)} %`,
    `${(100 * fresh.confidence).toFixed(1)} %`,
  ];
  return `| ${cells.join(' | ')} |`;
}
