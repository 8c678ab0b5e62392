import { COLOURS } from '../../cost/report/svg.ts';
import {
  chart,
  horizontal,
  logarithmic,
  logarithmicTicks,
  plot,
  polyline,
  vertical,
} from '../../load-tests/report/charts/svg.ts';
import { escapeText } from '../../project/escape-text.ts';
import type { MachineLimits } from './machine-limits.ts';
import type { Roofline } from './measure.ts';
import { intensityOf, totalOf } from './table.ts';

/** The two roofs, and what they are called. */
const ROOFS = [
  { peak: 'float', name: 'roof, 32-bit floats', stroke: '#555', dashes: '' },
  { peak: 'integer', name: 'roof, 8-bit integers', stroke: '#555', dashes: '6 4' },
] as const;

/** Colours as they are and no variables: viewers of pictures know little of style sheets. */
const STYLE =
  'text{font:13px system-ui,sans-serif;fill:#222}.grid{stroke:#ccc;stroke-width:.5}.axis{stroke:#222}' +
  '.line{fill:none;stroke-width:1.5}circle{fill-opacity:.7}' +
  ROOFS.map(
    ({ peak, stroke, dashes }) => `.${peak}{stroke:${stroke};stroke-dasharray:${dashes || 'none'}}`,
  ).join('');

/** The roofs of the machine, and every member below them, larger dots for more questions at once: an SVG of its own. */
export function drawRoofline({ task, limits, members }: Roofline): string {
  const points = members.flatMap(({ name, batches }, member) =>
    batches.map((batch, index) => ({
      at: intensityOf(batch),
      reached: totalOf(batch.operations) / batch.seconds / 1e9,
      radius: 3 + index,
      colour: COLOURS[member % COLOURS.length],
      title: `${name}, ${batch.questions} at once`,
    })),
  );
  const corners = ROOFS.map(({ peak }) => limits[peak] / limits.bandwidth);
  const leastAt = Math.min(...points.map(({ at }) => at), ...corners) / 2;
  const mostAt = Math.max(...points.map(({ at }) => at), ...corners) * 2;
  const least = Math.min(...points.map(({ reached }) => reached), (leastAt * limits.bandwidth) / 1e9) / 2;
  const most = (Math.max(limits.float, limits.integer) / 1e9) * 2;
  const x = logarithmic(horizontal, leastAt, mostAt);
  const y = logarithmic(vertical, least, most);
  const roofs = ROOFS.map(({ peak }, index) => {
    const places = [leastAt, corners[index] as number, mostAt];
    return polyline(
      peak,
      places.map((at) => [x(at), y(heightOf(limits, peak, at))] as const),
    );
  });
  const dots = points.map(
    ({ at, reached, radius, colour, title }) =>
      `<circle cx="${x(at).toFixed(1)}" cy="${y(reached).toFixed(1)}" r="${radius}" fill="${colour}">` +
      `<title>${escapeText(title)}</title></circle>`,
  );
  const drawn = chart(
    `${task} below the roofs of one core`,
    { scale: x, ticks: logarithmicTicks(leastAt, mostAt), title: 'operations for each byte moved' },
    { scale: y, ticks: logarithmicTicks(least, most), title: 'G operations/s' },
    [...roofs, ...dots, ...legend(members.map(({ name }) => name))].join(''),
  );
  const background = '<rect width="100%" height="100%" fill="#fff"/>';
  return drawn
    .replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')
    .replace('>', `><style>${STYLE}</style>${background}`);
}

/** Billions of operations a second that a roof allows at this intensity. */
function heightOf(limits: MachineLimits, peak: 'float' | 'integer', at: number): number {
  return Math.min(limits[peak], at * limits.bandwidth) / 1e9;
}

/** Which colour is which member and which line which roof, in the corner below the roofs. */
function legend(names: readonly string[]): string[] {
  const entries = [
    ...names.map((name, index) => ({
      name,
      sign: (at: number) =>
        `<circle cx="-10" cy="${at - 4}" r="4" fill="${COLOURS[index % COLOURS.length]}"/>`,
    })),
    ...ROOFS.map(({ peak, name }) => ({
      name,
      sign: (at: number) => `<path class="line ${peak}" d="M-22 ${at - 4}h18"/>`,
    })),
  ];
  const left = plot.width - plot.right - 150;
  const top = plot.height - plot.bottom - 17 * entries.length;
  const lines = entries.map(({ name, sign }, index) => {
    const at = 17 * index + 8;
    return `${sign(at)}<text x="2" y="${at}">${escapeText(name)}</text>`;
  });
  return [`<g transform="translate(${left} ${top})">${lines.join('')}</g>`];
}
