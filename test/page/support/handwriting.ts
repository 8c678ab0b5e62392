import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Position, Strokes } from './draw.ts';

/** The character is smaller than the paper, and not in its middle. */
const MARGIN = 0.15;
const SIZE = 0.6;

/**
 * The strokes of a character, in the order of writing.
 *
 * The package hanzi-writer-data takes them from a font of Arphic (Arphic Public License). They are the middle lines
 * of the strokes on a square of 1024 units. x points to the right, y upwards from -124.
 */
export function strokesOf(character: string): Strokes {
  const file = fileURLToPath(import.meta.resolve(`hanzi-writer-data/${character}.json`));
  const { medians }: { medians: [number, number][][] } = JSON.parse(readFileSync(file, 'utf8'));
  return medians.map((stroke) =>
    stroke.map(([x, y]): Position => [MARGIN + (SIZE * x) / 1024, MARGIN + (SIZE * (900 - y)) / 1024]),
  );
}
