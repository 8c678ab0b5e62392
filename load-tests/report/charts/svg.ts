import { escapeText } from '../../../project/escape-text.ts';

/** Rectangle of a chart's plotting area within its picture: as wide as a phone, so that its text can be read there. */
export const plot = { width: 480, height: 270, left: 66, right: 14, top: 12, bottom: 42 } as const;

/** Maps a value to a position on an axis. */
export type Scale = (value: number) => number;

/** A linear horizontal axis from `least` to `most`. */
export function horizontal(least: number, most: number): Scale {
  const width = plot.width - plot.left - plot.right;
  return (value) => plot.left + ((value - least) / (most - least || 1)) * width;
}

/** A linear vertical axis; values grow upwards. */
export function vertical(least: number, most: number): Scale {
  const height = plot.height - plot.top - plot.bottom;
  return (value) => plot.height - plot.bottom - ((value - least) / (most - least || 1)) * height;
}

/** The same axis over logarithms; values below `least` are drawn at `least`. */
export function logarithmic(axis: typeof horizontal, least: number, most: number): Scale {
  const scale = axis(Math.log10(least), Math.log10(most));
  return (value) => scale(Math.log10(Math.max(least, value)));
}

/** Ends of an axis for these latencies and their limit, in milliseconds, with some room around. */
export function latencyRange(values: readonly number[], limit: number): { least: number; most: number } {
  const least = values.reduce((low, value) => Math.min(low, value), limit);
  const most = values.reduce((high, value) => Math.max(high, value), limit);
  return { least: Math.max(0.1, least * 0.8), most: most * 1.3 };
}

/** Round numbers that divide 0 to `most` into about five parts. */
export function ticks(most: number): number[] {
  const rough = most / 5 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough;
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, index) =>
    Number((index * step).toPrecision(6)),
  );
}

const MOST_TICKS = 8;

/** 1, 2, 5, 10, 20, … within `least` and `most`; only powers of ten where these would be too many. */
export function logarithmicTicks(least: number, most: number): number[] {
  const result: number[] = [];
  for (let power = Math.floor(Math.log10(least)); power <= Math.log10(most); power++) {
    result.push(...[1, 2, 5].map((factor) => Number((factor * 10 ** power).toPrecision(3))));
  }
  const within = result.filter((value) => value >= least * 0.999 && value <= most * 1.001);
  return within.length <= MOST_TICKS ? within : within.filter((value) => Number.isInteger(Math.log10(value)));
}

/** An axis with its lines and labels. */
export interface Axis {
  scale: Scale;
  ticks: number[];
  title: string;
}

/** A chart of axes, grid and whatever was drawn inside, with a title for screen readers. */
export function chart(title: string, x: Axis, y: Axis, content: string): string {
  const bottom = plot.height - plot.bottom;
  const right = plot.width - plot.right;
  const grid = y.ticks.map((tick) => {
    const at = y.scale(tick).toFixed(1);
    return (
      `<line class="grid" x1="${plot.left}" y1="${at}" x2="${right}" y2="${at}"/>` +
      `<text x="${plot.left - 8}" y="${at}" dy="0.32em" text-anchor="end">${tick}</text>`
    );
  });
  const labels = x.ticks.map((tick) => {
    const at = x.scale(tick).toFixed(1);
    return `<text x="${at}" y="${bottom + 16}" text-anchor="middle">${tick}</text>`;
  });
  const middle = (plot.top + bottom) / 2;
  return (
    `<svg viewBox="0 0 ${plot.width} ${plot.height}" role="img" aria-label="${escapeText(title)}">` +
    `${grid.join('')}${labels.join('')}` +
    `<line class="axis" x1="${plot.left}" y1="${bottom}" x2="${right}" y2="${bottom}"/>` +
    `<text x="${(plot.left + right) / 2}" y="${plot.height - 6}" text-anchor="middle">${escapeText(x.title)}</text>` +
    `<text transform="translate(14 ${middle}) rotate(-90)" text-anchor="middle">${escapeText(y.title)}</text>` +
    `${content}</svg>`
  );
}

/** A line through points in the coordinates of the picture; it breaks where a point is missing. Its class gives the colour. */
export function polyline(
  kind: string,
  points: readonly (readonly [x: number, y: number] | undefined)[],
): string {
  let path = '';
  let broken = true;
  for (const point of points) {
    if (point !== undefined) path += `${broken ? 'M' : 'L'}${point[0].toFixed(1)} ${point[1].toFixed(1)}`;
    broken = point === undefined;
  }
  return path === '' ? '' : `<path class="line ${kind}" d="${path}"/>`;
}

/** A line across the plotting area at a height of the picture. */
export function horizontalLine(kind: string, y: number): string {
  const at = y.toFixed(1);
  return `<line class="${kind}" x1="${plot.left}" y1="${at}" x2="${plot.width - plot.right}" y2="${at}"/>`;
}
