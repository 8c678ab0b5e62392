import type { Peak } from './report.ts';

/** Lines of Markdown that tell which rate was found, by which rule, in which probes. */
export function describePeak({ rate, rule, probes }: Peak): string[] {
  const found =
    rate === 0 ? 'No rate kept the promise.' : `Highest rate that kept the promise: **${rate} requests/s**.`;
  return [
    `${found} ${rule}`,
    '',
    '| requests/s | requests | percentile | promise |',
    '|--:|--:|--:|---|',
    ...probes.map(({ rate: tried, requests, percentileMilliseconds, kept }) => {
      const percentile = percentileMilliseconds === null ? '–' : `${percentileMilliseconds.toFixed(1)} ms`;
      return `| ${tried} | ${requests} | ${percentile} | ${kept ? 'kept' : 'broken'} |`;
    }),
  ];
}
