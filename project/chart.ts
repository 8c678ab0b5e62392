/** Charts as SVG: two axes with a grid, and what is drawn between them. Classes give the colours. */

/** Maps a value to a position on an axis. */
type Scale = (value: number) => number;
type Ends = readonly [least: number, most: number];

/** Size of a picture, and where its axes begin and end, x from the left and y from the bottom. */
export interface Plot {
  readonly width: number;
  readonly height: number;
  readonly x: Ends;
  readonly y: Ends;
}

/** Maps values to a logarithmic axis; values below the least are drawn there. */
export function logarithmic([least, most]: Ends, place: Ends): Scale {
  const [from, to] = place;
  const decades = Math.log10(most / least) || 1;
  return (value) => from + (Math.log10(Math.max(least, value) / least) / decades) * (to - from);
}

const MOST_TICKS = 8;

/** 1, 2, 5, 10, 20, … within `least` and `most`; only powers of ten where these would be too many. */
export function logarithmicTicks([least, most]: Ends): number[] {
  const within: number[] = [];
  for (let power = Math.floor(Math.log10(least)); power <= Math.log10(most); power++) {
    const values = [1, 2, 5].map((factor) => Number((factor * 10 ** power).toPrecision(3)));
    within.push(...values.filter((value) => value >= least * 0.999 && value <= most * 1.001));
  }
  return within.length <= MOST_TICKS ? within : within.filter((value) => Number.isInteger(Math.log10(value)));
}

export interface Axis {
  readonly scale: Scale;
  readonly ticks: readonly number[];
  readonly title: string;
  /** Label of a tick. @default the number */
  readonly label?: (tick: number) => string;
}

/** A picture of axes, grid and whatever was drawn inside, with a title for screen readers. */
export function chart(plot: Plot, title: string, x: Axis, y: Axis, content: string): string {
  const [[left, right], [bottom, top]] = [plot.x, plot.y];
  const labelOf = ({ label = String }: Axis, tick: number) => escapeText(label(tick));
  const grid = y.ticks.map((tick) => {
    const at = y.scale(tick).toFixed(1);
    return (
      `<line class="grid" x1="${left}" y1="${at}" x2="${right}" y2="${at}"/>` +
      `<text x="${left - 8}" y="${at}" dy="0.32em" text-anchor="end">${labelOf(y, tick)}</text>`
    );
  });
  const labels = x.ticks.map((tick) => {
    const at = x.scale(tick).toFixed(1);
    return `<text x="${at}" y="${bottom + 16}" text-anchor="middle">${labelOf(x, tick)}</text>`;
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${plot.width} ${plot.height}" role="img" aria-label="${escapeText(title)}">` +
    `${grid.join('')}${labels.join('')}` +
    `<line class="axis" x1="${left}" y1="${bottom}" x2="${right}" y2="${bottom}"/>` +
    `<text x="${(left + right) / 2}" y="${plot.height - 6}" text-anchor="middle">${escapeText(x.title)}</text>` +
    `<text transform="translate(14 ${(top + bottom) / 2}) rotate(-90)" text-anchor="middle">${escapeText(y.title)}</text>` +
    `${content}</svg>`
  );
}

/** A line through points in the coordinates of the picture. Its class gives the colour. */
export function polyline(kind: string, points: readonly (readonly [x: number, y: number])[]): string {
  const places = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  return places && `<polyline class="line ${kind}" points="${places}"/>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as it may stand in HTML, SVG and XML, within attributes as well. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] as string);
}
