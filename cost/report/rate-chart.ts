import {
  chart,
  escapeText,
  logarithmic,
  logarithmicTicks,
  type Plot,
  polyline,
} from '../../project/chart.ts';

/** Dollars over requests per second, by rising rates. */
export interface Curve {
  readonly name: string;
  readonly points: readonly { readonly rate: number; readonly dollars: number }[];
}

export interface ChartText {
  readonly title: string;
  readonly subtitle: string;
}

/** Colours that stay apart for colour-blind readers (Okabe and Ito 2008). */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#56b4e9', '#e69f00', '#000000'];
const PLOT: Plot = { width: 1120, height: 620, x: [100, 770], y: [556, 84] };
const { x: ACROSS, y: UP } = PLOT;
const LABEL_GAP = 17;

const STYLE = `
svg { background: #fff; font: 13px system-ui, sans-serif; fill: #222; }
.grid { stroke: #ddd; } .axis, .rate { stroke: #555; } .rate { stroke-dasharray: 2 4; }
.line { fill: none; stroke-width: 2; } .label { stroke: none; } .dashed .line { stroke-dasharray: 7 4; }
`;

/** The cost of a period over the request rate, both axes logarithmic, as a self-contained SVG. The dotted vertical is the rate of the load. */
export function rateChart(curves: readonly Curve[], rate: number, { title, subtitle }: ChartText): string {
  const points = curves.flatMap((curve) => curve.points);
  const rates = extent(points.map((point) => point.rate));
  const costs = decades(extent(points.map((point) => point.dollars)));
  const [x, y] = [logarithmic(rates, ACROSS), logarithmic(costs, UP)];
  const labels = placeLabels(curves.map(({ points }) => y(points.at(-1)?.dollars ?? costs[0])));
  const content = [
    `<style>${STYLE}</style>`,
    `<text x="20" y="26" font-size="18" font-weight="600">${escapeText(title)}</text>`,
    `<text x="20" y="45" fill="#555">${escapeText(subtitle)}</text>`,
    polyline(
      'rate',
      UP.map((end) => [x(rate), end] as const),
    ),
    `<text x="${x(rate)}" y="${UP[1] - 6}" text-anchor="middle" fill="#555">${rate}/s</text>`,
    ...curves.map(({ name, points }, index) => {
      const [last] = points.slice(-1).map(({ dollars }) => y(dollars));
      const line = points.map(({ rate, dollars }) => [x(rate), y(dollars)] as const);
      const pointer = [[ACROSS[1], last ?? UP[0]] as const, [ACROSS[1] + 14, labels[index]!] as const];
      const colour = COLOURS[index % COLOURS.length];
      return (
        `<g fill="${colour}" stroke="${colour}"${index < COLOURS.length ? '' : ' class="dashed"'}>` +
        `${polyline('', line)}${polyline('', pointer)}` +
        `<text class="label" x="${ACROSS[1] + 18}" y="${labels[index]! + 4}">${escapeText(name)}</text></g>`
      );
    }),
  ];
  const dollars = { scale: y, ticks: logarithmicTicks(costs), title: 'dollars', label: dollarsOf };
  const requests = { scale: x, ticks: logarithmicTicks(rates), title: 'requests per second' };
  return chart(PLOT, title, requests, dollars, content.join('\n'));
}

function dollarsOf(value: number): string {
  return `$${value.toLocaleString('en-US')}`;
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

function extent(values: readonly number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)];
}

function decades([low, high]: readonly [number, number]): [number, number] {
  return [10 ** Math.floor(Math.log10(low)), 10 ** Math.ceil(Math.log10(high))];
}
