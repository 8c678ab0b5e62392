import { escapeText } from '../../project/escape-text.ts';
import {
  type Axis,
  chart,
  horizontal,
  latencyRange,
  logarithmic,
  logarithmicTicks,
  polyline,
  ticks,
  vertical,
  verticalLine,
} from '../report/charts/svg.ts';
import { htmlPage, section } from '../report/html.ts';
import { renderMarkdown } from '../report/render-markdown.ts';
import { type Row, shownRows } from './findings.ts';
import { toMarkdown } from './markdown.ts';
import type { SweepMeasurements } from './measurements.ts';
import { milliseconds } from './sentences.ts';
import { describeSetting, keyOf } from './setting.ts';

/** Colours in both modes that stay apart for colour-blind readers (Okabe and Ito 2008), lighter on dark ground. */
const LIGHT = ['#0072b2', '#d55e00', '#009e73', '#b0508f', '#7a6a00', '#555555'];
const DARK = ['#56b4e9', '#ff8c42', '#2fd0a3', '#e39ac4', '#f0e442', '#bbbbbb'];
const colours = (values: readonly string[]) =>
  `:root { ${values.map((value, index) => `--curve-${index}: ${value};`).join(' ')} }`;
const curveStyle = `${colours(LIGHT)}@media (prefers-color-scheme: dark) {${colours(DARK)}}
${LIGHT.map((_, index) => `.curve-${index} { stroke: var(--curve-${index}); fill: var(--curve-${index}); } `).join('')}
.line { fill: none; } circle { stroke: none; }`;

/** The rows of one setting, with more and more clients. */
type Curve = readonly [Row, ...Row[]];

/** The whole report as one HTML file that loads nothing from anywhere. */
export function toHtml(measured: SweepMeasurements): string {
  const rows = shownRows(measured);
  const charts = rows.length === 0 ? '' : `<div class="charts">${chartsOf(rows, measured)}</div>`;
  const text = renderMarkdown(toMarkdown(measured), 'sweep');
  return htmlPage(`Sweep: ${measured.task}`, text + charts, curveStyle);
}

function chartsOf(rows: readonly Row[], { limitMilliseconds: limit }: SweepMeasurements): string {
  const curves = [...Map.groupBy(rows, ({ setting }) => keyOf(setting)).values()] as unknown as Curve[];
  const legend = curves.map(
    ([{ setting }], index) =>
      `<span class="key" style="background: var(--${kindOf(index)})"></span>${escapeText(describeSetting(setting))}`,
  );
  const most = Math.max(1, ...rows.map(({ rate, spread }) => rate + spread)) * 1.05;
  const y = { scale: vertical(0, most), ticks: ticks(most), title: 'responses/s in time' };
  const range = latencyRange(
    rows.flatMap(({ p99 }) => p99 ?? []),
    limit,
  );
  const latency = logarithmic(horizontal, range.least, range.most);
  const latencies = { scale: latency, ticks: logarithmicTicks(range.least, range.most) };
  const numbers = [...new Set(rows.map(({ clients }) => clients))];
  const clients = logarithmic(horizontal, Math.min(...numbers) * 0.9, Math.max(...numbers) * 1.1);
  const draw = (title: string, x: Axis, place: (row: Row) => number | null, line = '') =>
    section(title, chart(title, x, y, line + drawn(curves, place, y)), legend.join(''));
  return (
    draw(
      'Throughput over p99',
      { ...latencies, title: 'p99, ms to the last byte' },
      ({ p99 }) => (p99 === null ? null : latency(p99)),
      verticalLine('limit', latency(limit)),
    ) +
    draw('Throughput over clients', { scale: clients, ticks: numbers, title: 'clients' }, (row) =>
      clients(row.clients),
    )
  );
}

function kindOf(index: number): string {
  return `curve-${index % LIGHT.length}`;
}

/** Filled points keep the promise, open ones break it. @param place of a row on the horizontal axis */
function drawn(curves: readonly Curve[], place: (row: Row) => number | null, { scale }: Axis): string {
  return curves
    .map((rows, index) => {
      const points = rows.map((row) => {
        const x = place(row);
        return x === null ? undefined : ([x, scale(row.rate)] as const);
      });
      const circles = rows.map((row, at) => {
        const [x, y] = points[at] ?? [];
        if (x === undefined || y === undefined) return '';
        const open = row.isKept ? '' : ' style="fill: none; stroke: var(--late)"';
        const { clients, rate, spread, p50, p99 } = row;
        const title =
          `${clients} clients: ${rate.toFixed(1)} ± ${spread.toFixed(1)} responses/s, p50 ${milliseconds(p50)} ms, ` +
          `p99 ${milliseconds(p99)} ms, promise ${row.isKept ? 'kept' : 'broken'}`;
        return `<circle class="${kindOf(index)}" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="4"${open}><title>${title}</title></circle>`;
      });
      return polyline(kindOf(index), points) + circles.join('');
    })
    .join('');
}
