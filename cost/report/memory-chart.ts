import { escapeText } from '../../project/escape-text.ts';
import { type ChartText, COLOURS, svgDocument } from './svg.ts';

/** What is drawn of one memory size on one architecture. */
export interface MemoryPoint {
  readonly memoryMegabytes: number;
  readonly architecture: string;
  readonly dollars: number;
  readonly latencyMilliseconds: number;
  readonly keepsPromise: boolean;
  readonly isCheapest: boolean;
}

const WIDTH = 860;
const HEIGHT = 480;
const PLOT = { left: 90, top: 100, right: 770, bottom: 420 };
const TICKS = 5;
const [COST_COLOUR, LATENCY_COLOUR] = COLOURS as [string, string];

/**
 * Cost (left, solid) and latency (right, dashed) over the memory size, a pair of lines for each architecture, as a
 * self-contained SVG. What breaks the promise is hollow, the cheapest that keeps it is ringed.
 */
export function memoryChart(points: readonly MemoryPoint[], text: ChartText): string {
  const sizes = [...new Set(points.map(({ memoryMegabytes }) => memoryMegabytes))].sort((a, b) => a - b);
  const [least = 0, most = 0] = [sizes[0], sizes.at(-1)];
  const x = (megabytes: number) =>
    least === most
      ? (PLOT.left + PLOT.right) / 2
      : PLOT.left + 30 + ((PLOT.right - PLOT.left - 60) * (megabytes - least)) / (most - least);
  const topCost = axisEnd(Math.max(...points.map(({ dollars }) => dollars)));
  const topLatency = axisEnd(Math.max(...points.map(({ latencyMilliseconds }) => latencyMilliseconds)));
  const y = (value: number, top: number) => PLOT.bottom - ((PLOT.bottom - PLOT.top) * value) / top;
  const architectures = [...new Set(points.map(({ architecture }) => architecture))];
  const lines = architectures.flatMap((architecture, index) => {
    const own = points
      .filter((point) => point.architecture === architecture)
      .sort((one, other) => one.memoryMegabytes - other.memoryMegabytes);
    const cost = own.map(
      (point): Dot => ({ ...point, x: x(point.memoryMegabytes), y: y(point.dollars, topCost) }),
    );
    const latency = own.map(
      (point): Dot => ({
        ...point,
        isCheapest: false,
        x: x(point.memoryMegabytes),
        y: y(point.latencyMilliseconds, topLatency),
      }),
    );
    return [drawLine(cost, COST_COLOUR, false, index), drawLine(latency, LATENCY_COLOUR, true, index)];
  });
  const legend = architectures.map((architecture, index) => `${shapeOf(index)} ${architecture}`).join('    ');
  return svgDocument(text, WIDTH, HEIGHT, [
    ...Array.from({ length: TICKS + 1 }, (_, step) => gridLine(step, topCost, topLatency)),
    ...sizes.map(
      (size) => `<text x="${x(size).toFixed(1)}" y="${PLOT.bottom + 20}" text-anchor="middle">${size}</text>`,
    ),
    `<text x="${(PLOT.left + PLOT.right) / 2}" y="${HEIGHT - 18}" text-anchor="middle">memory in MB</text>`,
    `<text x="${PLOT.left}" y="${PLOT.top - 28}" fill="${COST_COLOUR}">cost, solid</text>`,
    `<text x="${PLOT.right}" y="${PLOT.top - 28}" text-anchor="end" fill="${LATENCY_COLOUR}">latency, dashed</text>`,
    `<text x="${(PLOT.left + PLOT.right) / 2}" y="${PLOT.top - 28}" text-anchor="middle">${escapeText(legend)}</text>`,
    ...lines,
  ]);
}

interface Dot {
  readonly x: number;
  readonly y: number;
  readonly keepsPromise: boolean;
  readonly isCheapest: boolean;
}

function gridLine(step: number, topCost: number, topLatency: number): string {
  const height = PLOT.bottom - ((PLOT.bottom - PLOT.top) * step) / TICKS;
  const label = (top: number) => ((top * step) / TICKS).toLocaleString('en-US', { maximumFractionDigits: 4 });
  return (
    `<line x1="${PLOT.left}" x2="${PLOT.right}" y1="${height}" y2="${height}" stroke="#ddd"/>` +
    `<text x="${PLOT.left - 8}" y="${height + 4}" text-anchor="end" fill="${COST_COLOUR}">$${label(topCost)}</text>` +
    `<text x="${PLOT.right + 8}" y="${height + 4}" fill="${LATENCY_COLOUR}">${label(topLatency)} ms</text>`
  );
}

function drawLine(dots: readonly Dot[], colour: string, isDashed: boolean, index: number): string {
  const path = dots.map((dot) => `${dot.x.toFixed(1)},${dot.y.toFixed(1)}`).join(' ');
  const dash = isDashed ? ' stroke-dasharray="7 4"' : '';
  const marks = dots.map((dot) => {
    const ring = dot.isCheapest
      ? `<circle cx="${dot.x.toFixed(1)}" cy="${dot.y.toFixed(1)}" r="11" fill="none" stroke="${colour}" stroke-width="2"/>`
      : '';
    return ring + drawMark(dot, colour, index);
  });
  return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"${dash}/>${marks.join('')}`;
}

/** A circle for the first architecture, a square for the second. */
function drawMark({ x, y, keepsPromise }: Dot, colour: string, index: number): string {
  const fill = keepsPromise ? colour : '#fff';
  return index === 0
    ? `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="5" fill="${fill}" stroke="${colour}" stroke-width="2"/>`
    : `<rect x="${(x - 5).toFixed(1)}" y="${(y - 5).toFixed(1)}" width="10" height="10" fill="${fill}" stroke="${colour}" stroke-width="2"/>`;
}

function shapeOf(index: number): string {
  return index === 0 ? '●' : '■';
}

/** The end of an axis from 0: one, two or five times a power of ten, not below the value. */
function axisEnd(value: number): number {
  const decade = 10 ** Math.floor(Math.log10(value));
  return decade * ([1, 2, 5].find((factor) => factor * decade >= value) ?? 10);
}
