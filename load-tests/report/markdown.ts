import { percentileName } from '../verdict/objective.ts';
import type { Check } from '../verdict/outcome.ts';
import type { Peak } from '../verdict/peak.ts';
import { describeFailures, tableRow } from './failures.ts';
import type { LoadReport } from './load-report.ts';

const milliseconds = (value: number | null) => (value === null ? '–' : `${value.toFixed(1)} ms`);

/** How tables name the two kinds of requests. */
const KINDS = { fresh: 'first requests', cached: 'repeats' } as const;

const FINDINGS: Record<Check['finding'], string> = {
  passed: 'passed',
  failed: '**failed**',
  unproven: '**not proven**',
  invalid: '**invalid**',
};

/** The report as Markdown, for the terminal and for pull requests. */
export function toMarkdown(report: LoadReport): string {
  return [
    `# ${report.verdict.outcome}: ${report.scenario}`,
    '',
    forManagers(report),
    '',
    summary(report),
    '',
    '| check | result | measured |',
    '|---|---|---|',
    ...report.verdict.checks.map(({ name, finding, detail }) => tableRow([name, FINDINGS[finding], detail])),
    '',
    ...describeFailures(report),
    ...groupTable(report),
    '',
    ...(report.peak === undefined ? [] : [...describePeak(report.peak), '']),
    ...facts(report).map((fact) => `- ${fact}`),
    '',
  ].join('\n');
}

/** The verdict in plain sentences, without figures that need an explanation. */
function forManagers({ rules, verdict, requests }: LoadReport): string {
  const share = percentileName(rules.quantile).slice(1);
  const objective = `at least ${share} of 100 responses arrive within ${rules.limitMilliseconds / 1000} s`;
  const failed = verdict.checks.flatMap(({ name, finding }) => (finding === 'failed' ? name : [])).join(', ');
  const sentences: Record<typeof verdict.outcome, string> = {
    PASS: `The service meets its objective under this load: ${objective}.`,
    FAIL: `The service misses its objective under this load. Failed checks: ${failed}. The objective is that ${objective}.`,
    'NOT PROVEN': `${requests} requests are too few to tell whether the service meets its objective (${objective}). Run longer.`,
    INVALID:
      'This run says nothing about the service: the load generator was late, sent another load than planned, or was the bottleneck. Repeat the run on an idle machine.',
  };
  return `**${sentences[verdict.outcome]}**`;
}

function summary(report: LoadReport): string {
  const objective =
    `${percentileName(report.rules.quantile)} ≤ ${report.rules.limitMilliseconds} ms to the last byte, ` +
    'time-outs and errors counted as late';
  const stopped = report.interrupted ? ' Stopped early: the verdict covers the requests so far.' : '';
  return (
    `${report.load}, against ${report.target}: model ${report.model}, contract ${report.contract}. Objective: ${objective}. ${report.requests} requests in ` +
    `${report.seconds.toFixed(1)} s, ${report.ratePerSecond.toFixed(1)} good responses/s.${stopped}`
  );
}

/** A table with a row for first requests and a row for repeats. Percentiles for which there are too few requests are left out. */
function groupTable(report: LoadReport): string[] {
  const kinds = (['fresh', 'cached'] as const).filter((kind) => report[kind].count > 0);
  if (kinds.length === 0) return [];
  const quantiles = [
    ...new Set(kinds.flatMap((kind) => report.percentiles[kind].map(([share]) => share))),
  ].sort();
  const heads = [
    'responses',
    'count',
    'mean',
    ...quantiles.map((share) => (share === 1 ? 'slowest' : percentileName(share))),
  ];
  const more = ['late', 'failed', 'in the service'];
  const rows = kinds.map((kind) => {
    const group = report[kind];
    const known = new Map(report.percentiles[kind]);
    return [
      KINDS[kind],
      String(group.count),
      milliseconds(group.durationMilliseconds.mean),
      ...quantiles.map((share) => milliseconds(known.get(share) ?? null)),
      String(group.late),
      String(group.failed),
      milliseconds(report.billedMilliseconds[kind] || null),
    ];
  });
  const columns = [...heads, ...more];
  return [tableRow(columns), `|---|${'--:|'.repeat(columns.length - 1)}`, ...rows.map(tableRow)];
}

function facts(report: LoadReport): string[] {
  const { coldStarts, requestBytes, responseBytes, commandLine, commit, machine } = report;
  return [
    `Cold starts ${coldStarts}`,
    `Mean body of a request ${requestBytes.toFixed(0)} bytes, mean response with its headers ${responseBytes.toFixed(0)} bytes`,
    describeGenerator(report),
    `Made by \`${commandLine}\`, commit ${commit}`,
    `Load generator on ${machine}`,
  ];
}

function describeGenerator({ verdict: { generator } }: LoadReport): string {
  const { sentPerSecond, lagMilliseconds, stallMilliseconds, busy, ceilingPerSecond } = generator;
  const ceiling =
    ceilingPerSecond === null ? '' : `; it can send about ${ceilingPerSecond.toFixed(0)}/s at most`;
  return (
    `The load generator sent ${sentPerSecond.toFixed(1)} requests/s, late by ${lagMilliseconds.p99.toFixed(1)} ms (p99), ` +
    `${lagMilliseconds.most.toFixed(1)} ms at most; its event loop was busy for ${(100 * busy).toFixed(0)} % of the time, ` +
    `with a longest stall of ${stallMilliseconds.toFixed(0)} ms${ceiling}`
  );
}

/** Lines of Markdown about the probes of a search. The check `peak found` has the result of the search. */
function describePeak({ probes }: Peak): string[] {
  return [
    '| requests/s | seconds | requests | p50 | percentile | objective |',
    '|--:|--:|--:|--:|--:|---|',
    ...probes.map(({ rate, seconds, requests, result, reason, purpose, ...latency }) => {
      const outcome = `${result}${purpose === 'confirmation' ? ' (confirmation)' : ''}${reason === '' ? '' : `: ${reason}`}`;
      const { p50Milliseconds: p50, percentileMilliseconds: percentile } = latency;
      const cells = [String(rate), seconds.toFixed(0), String(requests), milliseconds(p50)];
      return tableRow([...cells, milliseconds(percentile), outcome]);
    }),
  ];
}
