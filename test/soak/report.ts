import { describeMachine } from '../../load-tests/command/machine.ts';
import type { breakService } from './soak.ts';

const WRONGS = ['lost', 'changed', 'unlike in calm', 'hung', 'wrong status', 'broken connection'];

const grouped = (count: number) => count.toLocaleString('en');

/** Formats the report as text with Markdown tables. */
export function formatReport(report: Awaited<ReturnType<typeof breakService>>): string {
  const { models, seed, workers, fronts, capacity, counts, growth, findings, leftOut } = report;
  const wrongs = WRONGS.map(
    (wrong) => [wrong, findings.filter(({ what }) => what === wrong).length] as const,
  );
  const memory = growth
    ? `within ${grouped(growth.requests)} requests, memory changes by ${(growth.bytes / 2 ** 20).toFixed(0)} MiB`
    : 'this system does not report the memory of processes';
  return [
    `${report.passed ? 'PASS' : 'FAIL'}: ${models.join(' and ')}, seed ${seed}, ${workers} workers of each model, ` +
      `front processes: ${fronts}, on ${describeMachine()}; ${capacity.toFixed(0)} requests/s without faults`,
    '',
    '| fault | times | survived | longest recovery |',
    '|---|--:|--:|--:|',
    ...[...Map.groupBy(report.results, ({ name }) => name)].map(([name, ofIt]) => {
      const longest = Math.max(...ofIt.map(({ recoverySeconds }) => recoverySeconds));
      const survived = ofIt.filter((one) => one.survived).length;
      return `| ${name} | ${ofIt.length} | ${survived} | ${longest.toFixed(1)} s |`;
    }),
    '',
    `At the end, ${grouped(report.repeated)} responses were requested again; ${memory}.`,
    '',
    '| what | count |',
    '|---|--:|',
    ...[...Object.entries(counts), ...wrongs].map(([name, count]) => `| ${name} | ${grouped(count)} |`),
    ...findings
      .slice(0, 20)
      .map(({ during, what, detail }) => `\n${during}: ${what}: ${detail.slice(0, 500)}`),
    ...(leftOut.length > 0 ? ['', `Left out on this machine: ${leftOut.join('; ')}`] : []),
  ].join('\n');
}
