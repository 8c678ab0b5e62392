import { htmlPage, section } from '../../report/html.ts';
import { renderMarkdown } from '../../report/render-markdown.ts';
import { type Row, shownRows } from '../findings/rows.ts';
import type { SweepMeasurements } from '../measurements.ts';
import {
  cpuOverClients,
  curveStyle,
  curvesOf,
  legend,
  throughputOverClients,
  throughputOverLatency,
} from './charts.ts';
import { toMarkdown } from './markdown.ts';

/** The whole report as one HTML file that loads nothing from anywhere. */
export function toHtml(measured: SweepMeasurements): string {
  const rows = shownRows(measured);
  const charts = rows.length === 0 ? '' : `<div class="charts">${chartsOf(rows, measured)}</div>`;
  return htmlPage(
    `Sweep: ${measured.task}`,
    renderMarkdown(toMarkdown(measured), 'sweep') + charts,
    curveStyle,
  );
}

function chartsOf(rows: readonly Row[], { limitMilliseconds: limit }: SweepMeasurements): string {
  const curves = curvesOf(rows);
  const keys = legend(curves);
  const cpu = cpuOverClients(curves);
  return [
    section('Throughput over p99', throughputOverLatency(curves, 'p99', limit), keys),
    section('Throughput over p50', throughputOverLatency(curves, 'p50', limit), keys),
    section('Throughput over clients', throughputOverClients(curves), keys),
    ...(cpu === undefined ? [] : [section('CPU of a question over clients', cpu, keys)]),
  ].join('');
}
