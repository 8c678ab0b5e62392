/** The report as a table one can paste. */
import { thisMachine } from '../../../bench/machine.ts';
import { type FaultResult, isPassed, type Outcome, ROLES, type Usage } from './outcome.ts';

const MEBIBYTE = 2 ** 20;
const MOST_COMPLAINTS = 20;

export function formatOutcome(outcome: Outcome): string {
  const { task, seed, seconds, environments, calm, counts, faults, leftOut, farewell } = outcome;
  const { cores, processor, node } = thisMachine();
  const survived = faults.filter(({ complaints }) => complaints.length === 0).length;
  const count = (value: number) => value.toLocaleString('en');
  const lines = [
    `${isPassed(outcome) ? 'PASS' : 'FAIL'}: ${task}, ${duration(seconds)}, seed ${seed}, ` +
      `${environments} environments on ${cores} × ${processor}, Node ${node}`,
    `in calm: ${calm.right} of ${calm.labelled} samples right, ${calm.capacity.toFixed(0)} questions/s`,
    '',
    '| fault | times | survived | recovery, median and worst |',
    '|---|--:|--:|--:|',
    ...faultRows(faults),
    `| **all** | **${faults.length}** | **${survived}** | |`,
    '',
    '| | |',
    '|---|--:|',
    `| questions, and attempts at them | ${count(counts.questions)}, ${count(counts.attempts)} |`,
    `| answers | ${count(counts.answers)} |`,
    `| of these from memory | ${count(counts.fromMemory)} |`,
    `| of these while the table was out of reach | ${count(counts.degraded)} |`,
    `| of these worse for lack of time | ${count(counts.provisional)} |`,
    `| another question under a known id, refused with 422 | ${count(counts.conflicts)} |`,
    `| refused with Retry-After: 429, 503 | ${count(counts.refused429)}, ${count(counts.refused503)} |`,
    `| attempts given up when their time was over | ${count(counts.late)} |`,
    `| attempts while the service was down on purpose, and those cut while it stopped | ` +
      `${count(counts.unreachable)}, ${count(counts.cutWhileStopping)} |`,
    `| damaged requests, and those refused with a 4xx | ${count(counts.damaged)}, ${count(counts.damagedRefused)} |`,
    `| **answers lost** | **${counts.wrong.lost}** |`,
    `| **answers changed** | **${counts.wrong.changed}** |`,
    `| answers unlike those in calm | ${counts.wrong['wrong answer']} |`,
    `| wrong statuses | ${wrongStatuses(counts.wrongStatuses)} |`,
    `| connections refused or broken without a reason | ${counts.wrong['broken connection']} |`,
    '',
    '| memory and descriptors | at the start | at the end |',
    '|---|--:|--:|',
    ...ROLES.filter((role) => outcome.start[role].processes + outcome.end[role].processes > 0).map(
      (role) => `| ${role} | ${usage(outcome.start[role])} | ${usage(outcome.end[role])} |`,
    ),
  ];
  const complaints = faults.flatMap(({ name, at, complaints: all }) =>
    all.map((complaint) => `- ${duration(at)}, ${name}: ${complaint}`),
  );
  if (farewell !== undefined) complaints.push(`- at the end: ${farewell}`);
  if (complaints.length > 0) lines.push('', 'Not survived:', ...complaints.slice(0, MOST_COMPLAINTS));
  if (complaints.length > MOST_COMPLAINTS) lines.push(`- and ${complaints.length - MOST_COMPLAINTS} more`);
  if (leftOut.length > 0)
    lines.push('', 'Left out here:', ...leftOut.map(({ name, why }) => `- ${name}: ${why}`));
  return lines.join('\n');
}

function faultRows(faults: readonly FaultResult[]): string[] {
  const byName = Map.groupBy(faults, ({ name }) => name);
  return [...byName].map(([name, results]) => {
    const survived = results.filter(({ complaints }) => complaints.length === 0).length;
    const seconds = results.flatMap(({ recoverySeconds }) => recoverySeconds ?? []).sort((a, b) => a - b);
    const median = seconds[Math.floor((seconds.length - 1) / 2)];
    const recovery = median === undefined ? '–' : `${median.toFixed(1)} s, ${seconds.at(-1)!.toFixed(1)} s`;
    return `| ${name} | ${results.length} | ${survived} | ${recovery} |`;
  });
}

function wrongStatuses(statuses: ReadonlyMap<string, number>): string {
  if (statuses.size === 0) return '0';
  return [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
}

function usage({ processes, residentBytes, descriptors }: Usage): string {
  const memory = `${(residentBytes / MEBIBYTE).toFixed(0)} MiB`;
  return `${processes}: ${memory}${descriptors === undefined ? '' : `, ${descriptors} descriptors`}`;
}

function duration(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
