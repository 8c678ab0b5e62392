import { escapeText } from '../../project/escape-text.ts';
import type { Evidence } from '../verdict/evidence.ts';
import { latencyOverTime, rateAgainstLatency } from './charts.ts';
import type { LoadReport } from './load-report.ts';
import { toMarkdown } from './markdown.ts';
import { renderMarkdown } from './render-markdown.ts';
import { style } from './style.ts';

const key = (colour: string, text: string) =>
  `<span class="key" style="background: var(--${colour})"></span>${text}`;

const LATENCIES =
  key('fresh', 'first requests') + key('cached', 'repeats') + key('late', 'late or failed; the limit');
const PROBES =
  key('fresh', 'p50 as a line; met') +
  key('late', 'missed; the limit') +
  key('doubt', 'spoiled by the generator');

/** The whole report as one HTML file that loads nothing from anywhere. */
export function toHtml(report: LoadReport, { exchanges }: Evidence): string {
  const { outcome } = report.verdict;
  const { peak } = report;
  const limit = report.rules.limitMilliseconds;
  const charts = [
    ...(peak === undefined
      ? []
      : [section('Rate against latency', rateAgainstLatency(peak.probes, limit), PROBES)]),
    section('Latency over time', latencyOverTime(exchanges, limit), LATENCIES),
  ];
  const drawn = exchanges.length === 0 ? '' : `<div class="charts">${charts.join('')}</div>`;
  const text = renderMarkdown(toMarkdown(report), outcome.replaceAll(' ', '-'));
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<title>${escapeText(`${outcome}: ${report.scenario}`)}</title><style>${style}</style></head>` +
    `<body>${text}${drawn}</body></html>`
  );
}

/** A chart with its heading and what its colours mean. */
function section(title: string, picture: string, keys: string): string {
  return `<section><h2>${title}</h2><p>${keys}</p>${picture}</section>`;
}
