import { escapeText } from '../../../project/escape-text.ts';
import {
  chart,
  horizontal,
  latencyRange,
  logarithmic,
  logarithmicTicks,
  plot,
  polyline,
  ticks,
  vertical,
} from '../../report/charts/svg.ts';
import type { Row } from '../findings/rows.ts';
import { milliseconds } from '../findings/verdict.ts';
import { describeSetting, keyOf } from '../setting.ts';

/** Colours in both modes that stay apart for colour-blind readers (Okabe and Ito 2008), lighter on dark ground. */
const LIGHT = ['#0072b2', '#d55e00', '#009e73', '#b0508f', '#7a6a00', '#555555'];
const DARK = ['#56b4e9', '#ff8c42', '#2fd0a3', '#e39ac4', '#f0e442', '#bbbbbb'];

/** Of the curves, on top of the style of all reports. */
export const curveStyle = `${colours(LIGHT)}@media (prefers-color-scheme: dark) {${colours(DARK)}}
${LIGHT.map((_, index) => `.curve-${index} { stroke: var(--curve-${index}); fill: var(--curve-${index}); } `).join('')}
.line { fill: none; } circle { stroke: none; }`;

function colours(values: readonly string[]): string {
  return `:root { ${values.map((value, index) => `--curve-${index}: ${value};`).join(' ')} }`;
}

/** The rows of a setting, with more and more clients. */
export interface Curve {
  readonly name: string;
  /** Class of its line and its points. */
  readonly kind: string;
  readonly rows: readonly Row[];
}

export function curvesOf(rows: readonly Row[]): Curve[] {
  const keys = [...new Set(rows.map(({ setting }) => keyOf(setting)))];
  return keys.map((key, index) => {
    const own = rows.filter(({ setting }) => keyOf(setting) === key);
    return { name: describeSetting(own[0]!.setting), kind: `curve-${index % LIGHT.length}`, rows: own };
  });
}

/** Which colour is which setting, as HTML. */
export function legend(curves: readonly Curve[]): string {
  return curves
    .map(
      ({ name, kind }) => `<span class="key" style="background: var(--${kind})"></span>${escapeText(name)}`,
    )
    .join('');
}

/** Throughput over latency: each point is a number of clients, the dashed line is the limit. */
export function throughputOverLatency(curves: readonly Curve[], of: 'p50' | 'p99', limit: number): string {
  const rows = curves.flatMap((curve) => curve.rows);
  const { least, most } = latencyRange(
    rows.flatMap((row) => row[of] ?? []),
    limit,
  );
  const x = logarithmic(horizontal, least, most);
  const { y, axis } = rateAxis(rows);
  return chart(
    `Throughput over ${of}`,
    { scale: x, ticks: logarithmicTicks(least, most), title: `${of}, ms to the last byte` },
    axis,
    `<line class="limit" x1="${x(limit).toFixed(1)}" y1="${plot.top}" x2="${x(limit).toFixed(1)}" y2="${y(0)}"/>` +
      curves
        .map((curve) => draw(curve, (row) => (row[of] === null ? undefined : [x(row[of]), y(row.rate)])))
        .join(''),
  );
}

/** Throughput over the number of clients, which doubles from mark to mark. */
export function throughputOverClients(curves: readonly Curve[]): string {
  const rows = curves.flatMap((curve) => curve.rows);
  const { y, axis } = rateAxis(rows);
  const { x, axis: clients } = clientAxis(rows);
  const drawn = curves.map((curve) => draw(curve, (row) => [x(row.clients), y(row.rate)]));
  return chart('Throughput over clients', clients, axis, drawn.join(''));
}

/** What a question costs the service's processes. @returns nothing where the platform does not tell */
export function cpuOverClients(curves: readonly Curve[]): string | undefined {
  const rows = curves.flatMap((curve) => curve.rows);
  const most = Math.max(...rows.map(({ cpuMilliseconds }) => cpuMilliseconds ?? 0)) * 1.1;
  if (most === 0) return undefined;
  const y = vertical(0, most);
  const { x, axis: clients } = clientAxis(rows);
  const drawn = curves.map((curve) =>
    draw(curve, ({ clients: number, cpuMilliseconds: cost }) =>
      cost === null ? undefined : [x(number), y(cost)],
    ),
  );
  const axis = { scale: y, ticks: ticks(most), title: 'CPU ms a question' };
  return chart('CPU over clients', clients, axis, drawn.join(''));
}

function rateAxis(rows: readonly Row[]) {
  const most = Math.max(1, ...rows.map(({ rate, spread }) => rate + spread)) * 1.05;
  const y = vertical(0, most);
  return { y, axis: { scale: y, ticks: ticks(most), title: 'answers/s in time' } };
}

function clientAxis(rows: readonly Row[]) {
  const numbers = [...new Set(rows.map(({ clients }) => clients))];
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const x = logarithmic(horizontal, least * 0.9, most * 1.1);
  return { x, axis: { scale: x, ticks: numbers, title: 'clients' } };
}

/** Filled points keep the promise, open ones break it. */
function draw(
  { kind, rows }: Curve,
  place: (row: Row) => readonly [x: number, y: number] | undefined,
): string {
  const points = rows.map((row) => {
    const at = place(row);
    if (at === undefined) return '';
    const [cx, cy] = at.map((value) => value.toFixed(1));
    const { clients, rate, spread, p50, p99, isKept } = row;
    const title =
      `${clients} clients: ${rate.toFixed(1)} ± ${spread.toFixed(1)} answers/s, p50 ${milliseconds(p50)} ms, ` +
      `p99 ${milliseconds(p99)} ms, promise ${isKept ? 'kept' : 'broken'}`;
    const open = isKept ? '' : ' style="fill: none; stroke: var(--late)"';
    return `<circle class="${kind}" cx="${cx}" cy="${cy}" r="4"${open}><title>${escapeText(title)}</title></circle>`;
  });
  return polyline(kind, rows.map(place)) + points.join('');
}
