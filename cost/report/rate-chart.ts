import { escapeText } from '../../project/escape-text.ts';
import { type ChartText, COLOURS, svgDocument } from './svg.ts';

/** Dollars over requests per second, by rising rates. */
export interface Curve {
  readonly name: string;
  readonly points: readonly { readonly rate: number; readonly dollars: number }[];
}

const WIDTH = 1120;
const HEIGHT = 620;
const PLOT = { left: 84, top: 84, right: 770, bottom: 556 };
const LABEL_GAP = 17;

/**
 * The cost of a period over the request rate, both axes logarithmic, as a self-contained SVG.
 * The dotted vertical is the rate of the load.
 */
export function rateChart(curves: readonly Curve[], rate: number, text: ChartText): string {
  const points = curves.flatMap((curve) => curve.points);
  const rates = extent(points.map((point) => point.rate));
  const costs = extent(points.map((point) => point.dollars));
  const x = scale(rates, [PLOT.left, PLOT.right]);
  const y = scale(decades(costs), [PLOT.bottom, PLOT.top]);
  const labels = placeLabels(curves.map(({ points }) => y(points.at(-1)?.dollars ?? costs[0])));
  const parts = [
    ...ticks(decades(costs)).map(
      (value) =>
        `<line x1="${PLOT.left}" x2="${PLOT.right}" y1="${y(value)}" y2="${y(value)}" stroke="#ddd"/>` +
        `<text x="${PLOT.left - 8}" y="${y(value) + 4}" text-anchor="end">$${value.toLocaleString('en-US')}</text>`,
    ),
    ...ticks(rates).map(
      (value) =>
        `<line x1="${x(value)}" x2="${x(value)}" y1="${PLOT.top}" y2="${PLOT.bottom}" stroke="#eee"/>` +
        `<text x="${x(value)}" y="${PLOT.bottom + 20}" text-anchor="middle">${value}</text>`,
    ),
    `<line x1="${x(rate)}" x2="${x(rate)}" y1="${PLOT.top}" y2="${PLOT.bottom}" stroke="#555" stroke-dasharray="2 4"/>`,
    `<text x="${x(rate)}" y="${PLOT.top - 6}" text-anchor="middle" fill="#555">${rate}/s</text>`,
    ...curves.map((curve, index) => drawCurve(curve, index, x, y, labels[index] ?? 0)),
    `<text x="${(PLOT.left + PLOT.right) / 2}" y="${HEIGHT - 20}" text-anchor="middle">requests per second</text>`,
  ];
  return svgDocument(text, WIDTH, HEIGHT, parts);
}

type Range = readonly [number, number];

function drawCurve(
  { name, points }: Curve,
  index: number,
  x: (value: number) => number,
  y: (value: number) => number,
  labelY: number,
): string {
  const colour = COLOURS[index % COLOURS.length];
  const dash = index < COLOURS.length ? '' : ' stroke-dasharray="7 4"';
  const path = points.map(({ rate, dollars }) => `${x(rate).toFixed(1)},${y(dollars).toFixed(1)}`).join(' ');
  const end = y(points.at(-1)?.dollars ?? 1);
  return (
    `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"${dash}/>` +
    `<line x1="${PLOT.right}" y1="${end}" x2="${PLOT.right + 14}" y2="${labelY}" stroke="${colour}"${dash}/>` +
    `<text x="${PLOT.right + 18}" y="${labelY + 4}" fill="${colour}">${escapeText(name)}</text>`
  );
}

/** Moves labels apart so that none covers another, in the order of their curves' ends. */
function placeLabels(ends: readonly number[]): number[] {
  const order = ends.map((end, index) => ({ end, index })).sort((one, other) => one.end - other.end);
  const placed: number[] = [];
  let previous = Number.NEGATIVE_INFINITY;
  for (const { end, index } of order) {
    previous = Math.max(end, previous + LABEL_GAP);
    placed[index] = previous;
  }
  return placed;
}

function scale([low, high]: Range, [from, to]: Range): (value: number) => number {
  return (value) => from + ((to - from) * Math.log(value / low)) / Math.log(high / low);
}

function extent(values: readonly number[]): Range {
  return [Math.min(...values), Math.max(...values)];
}

function decades([low, high]: Range): Range {
  return [10 ** Math.floor(Math.log10(low)), 10 ** Math.ceil(Math.log10(high))];
}

/** The powers of ten within a range. */
function ticks([low, high]: Range): number[] {
  const first = Math.ceil(Math.log10(low) - 1e-9);
  const last = Math.floor(Math.log10(high) + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => Number(`1e${first + index}`));
}
