import type { PageModel } from '../../../functions/inference/information/page.ts';
import type { Position, Strokes } from './draw.ts';
import { INSECT_LABELS, INSECTS } from './insects.ts';

const FILL: [number, number] = [0.8, 0.8];
const GEOMETRY = { width: 64, height: 64, fill: FILL, line: 3 };

/** Black ink on white paper. */
export const DRAWN_INSECTS: PageModel = {
  ...INSECTS,
  page: {
    language: 'en',
    draw: { ...GEOMETRY, paper: '#ffffff', ink: '#000000', centre: 'box', format: 'png', guides: 'none' },
  },
  labels: INSECT_LABELS.length,
};

/** So many lines from left to right, one below the other. */
export function lines(count: number): Strokes {
  return Array.from({ length: count }, (_, line) => {
    const y = 0.25 + 0.08 * line;
    return [0.3, 0.7].map((x): Position => [x, y + x / 40]);
  });
}
