import type { Check } from '../verdict/judge.ts';
import { percentileName } from '../verdict/judge.ts';
import { describePeak } from './peak.ts';
import type { LoadReport } from './report.ts';

const milliseconds = (value: number | null) => (value === null ? '–' : `${value.toFixed(1)} ms`);

/** The report as Markdown, for the terminal and for pull requests. */
export function toMarkdown(report: LoadReport): string {
  return [
    `# ${report.verdict.outcome}: ${report.scenario}`,
    '',
    summary(report),
    '',
    '| check | kept | seen |',
    '|---|---|---|',
    ...report.verdict.checks.map(checkRow),
    '',
    ...groupTable(report),
    '',
    ...(report.peak === undefined ? [] : [...describePeak(report.peak), '']),
    ...facts(report).map((fact) => `- ${fact}`),
    '',
  ].join('\n');
}

function summary(report: LoadReport): string {
  const promise =
    `${percentileName(report.rules.quantile)} ≤ ${report.rules.limitMilliseconds} ms to the last byte, ` +
    'time-outs and errors counted as late';
  const stopped = report.interrupted ? ' Stopped early: the verdict is on what there was.' : '';
  return (
    `${report.load}, against ${report.target}: ${report.task} by ${report.contract}. Promise: ${promise}. ${report.requests} requests in ` +
    `${report.seconds.toFixed(1)} s, ${report.ratePerSecond.toFixed(1)} good answers/s.${stopped}`
  );
}

function checkRow({ name, passed, detail }: Check): string {
  return `| ${name} | ${passed ? 'yes' : '**no**'} | ${detail.replaceAll('|', '\\|')} |`;
}

function groupTable(report: LoadReport): string[] {
  const percentile = percentileName(report.rules.quantile);
  const rows = (['fresh', 'cached'] as const)
    .filter((name) => report[name].count > 0)
    .map((name) => {
      const group = report[name];
      const { mean, p50, p95, p99 } = group.durationMilliseconds;
      const cells = [mean, p50, p95, p99, group.upperBoundMilliseconds].map(milliseconds);
      const billed = milliseconds(report.billedMilliseconds[name] || null);
      return `| ${name} | ${group.count} | ${cells.join(' | ')} | ${group.late} | ${group.failed} | ${billed} |`;
    });
  return [
    `| answers | count | mean | p50 | p95 | p99 | ${percentile} at most (99 % sure) | late | failed | in the function |`,
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...rows,
  ];
}

function facts(report: LoadReport): string[] {
  const { attempts, environments, spillOver, requestBytes, responseBytes } = report;
  const { generatorLagMilliseconds: lag } = report;
  const lines = [
    `First-time answers ${attempts.first}, answers on repeat ${attempts.repeat} ` +
      `(${attempts.repeatFromCache} of them from the cache), lost ${attempts.lost}`,
    `Environments seen ${environments}, spill-over ${spillOver}`,
    `Mean body of a request ${requestBytes.toFixed(0)} bytes, mean reply with its headers ${responseBytes.toFixed(0)} bytes`,
    `The load generator itself was late by at most ${lag.toFixed(0)} ms; that is part of the latencies`,
  ];
  const { impossibleHits } = report.verdict.answers;
  if (impossibleHits > 0) {
    lines.push(`${impossibleHits} answers claim to be cached for ids never sent before: counted as fresh`);
  }
  for (const figure of report.published) {
    const { requestsPerSecond, latency, remark } = figure;
    lines.push(`Published by others: ${requestsPerSecond} requests/s, ${latency} (${remark})`);
  }
  return lines;
}
