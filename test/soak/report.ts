import { describeMachine } from '../../load-tests/command/machine.ts';
import type { MemoryGrowth } from './reckoning.ts';
import type { breakService } from './soak.ts';

const grouped = (count: number) => count.toLocaleString('en');

/** The report as a table one can paste. */
export function formatReport(report: Awaited<ReturnType<typeof breakService>>): string {
  const { models, seed, workers, capacity, passed, counts, wrongs, results, leftOut, events } = report;
  const complaints = [
    ...report.complaints.map((one) => `- ${one}`),
    ...results.flatMap(({ name, complaints: all }) => all.map((one) => `- ${name}: ${one}`)),
  ];
  return [
    `${passed ? 'PASS' : 'FAIL'}: ${models.join(' and ')}, seed ${seed}, ${workers} workers on ${describeMachine()}; ` +
      `in calm ${capacity.toFixed(0)} requests/s`,
    '',
    '| fault | times | survived | longest recovery |',
    '|---|--:|--:|--:|',
    ...[...Map.groupBy(results, ({ name }) => name)].map(([name, all]) => {
      const survived = all.filter(({ complaints }) => complaints.length === 0).length;
      const longest = Math.max(...all.map(({ recoverySeconds }) => recoverySeconds));
      return `| ${name} | ${all.length} | ${survived} | ${longest.toFixed(1)} s |`;
    }),
    '',
    `At the end, ${grouped(report.repeated)} responses were requested again; ${describeGrowth(report.growth)}.`,
    '',
    '| what | count |',
    '|---|--:|',
    ...Object.entries({ ...counts, ...wrongs }).map(([name, count]) => `| ${name} | ${grouped(count)} |`),
    ...(complaints.length > 0 ? ['', `Not survived, see ${events}:`, ...complaints.slice(0, 20)] : []),
    ...(leftOut.length > 0 ? ['', `Left out on this machine: ${leftOut.join('; ')}`] : []),
  ].join('\n');
}

function describeGrowth(growth: MemoryGrowth | undefined): string {
  if (!growth) return 'this system does not tell what memory grows by';
  const mebibytes = (growth.bytes / 2 ** 20).toFixed(0);
  return `within ${grouped(growth.requests)} requests, memory changes by ${mebibytes} MiB`;
}
