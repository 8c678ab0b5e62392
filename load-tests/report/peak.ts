import type { Peak } from '../verdict/peak.ts';
import { tableRow } from './failures.ts';

const LIMITS: Record<Peak['limitedBy'], string> = {
  service: 'More breaks the promise.',
  generator: 'The load generator allowed no more: the service may.',
  search: 'The search goes no higher: the service may.',
};

/** Lines of Markdown that tell which rate was found, in which probes. */
export function describePeak({ rate, limitedBy, probes }: Peak): string[] {
  const found =
    rate === 0
      ? 'No rate kept the promise.'
      : `Highest rate that kept the promise: **${rate} requests/s**. ${LIMITS[limitedBy]}`;
  return [
    found,
    '',
    '| requests/s | seconds | requests | p50 | percentile | promise |',
    '|--:|--:|--:|--:|--:|---|',
    ...probes.map((probe) => {
      const { result, reason, purpose, p50Milliseconds, percentileMilliseconds: percentile } = probe;
      const outcome = `${result}${purpose === 'confirmation' ? ' (confirmation)' : ''}${reason === '' ? '' : `: ${reason}`}`;
      const latencies = [p50Milliseconds, percentile].map((value) =>
        value === null ? '–' : `${value.toFixed(1)} ms`,
      );
      return tableRow([
        String(probe.rate),
        probe.seconds.toFixed(0),
        String(probe.requests),
        ...latencies,
        outcome,
      ]);
    }),
  ];
}
