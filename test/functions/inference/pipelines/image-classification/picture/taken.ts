import { expect } from 'vitest';
import {
  shrinkOnLoad,
  shrunk,
} from '../../../../../../functions/inference/pipelines/image-classification/picture/common-jpeg.ts';
import { readHeader } from '../../../../../../functions/inference/pipelines/image-classification/picture/file/read-header.ts';
import { placeOf } from '../../../../../../functions/inference/pipelines/image-classification/picture/fit.ts';
import type {
  PictureFormat,
  RgbPicture,
} from '../../../../../../functions/inference/pipelines/image-classification/picture/format.ts';
import { decodeAnything } from '../../../../../../functions/inference/pipelines/image-classification/picture/libvips.ts';
import {
  type Axis,
  PHASES,
  wholeLength,
} from '../../../../../../functions/inference/pipelines/image-classification/picture/resize/taps.ts';

/** Levels: the cubic kernel's steepest slope, 1.5 times 255 a sample, over 64 phases. */
const MOST_BY_A_PHASE = 6;

/** Tells how many pictures were compared at all, and fails where too few were. */
export function expectTaken(taken: number, of: number, share: number): void {
  console.log(`${expect.getState().currentTestName}: ${taken} of ${of} on this thread`);
  expect(taken).toBeGreaterThanOrEqual(share * of);
}

/** Whether a file was decoded on this thread; fails where libvips refuses it or sees other pixels. */
export async function isTakenBy(
  decode: (bytes: Buffer, format: PictureFormat) => Promise<RgbPicture | undefined>,
  bytes: Buffer,
  format: PictureFormat,
): Promise<boolean> {
  const picture = await decode(bytes, format);
  if (!picture) return false;
  const reference = await decodeAnything(bytes, format);
  expect([picture.width, picture.height]).toEqual([reference.width, reference.height]);
  if (Buffer.from(picture.pixels).equals(reference.pixels)) return true;
  expect(differences(picture, reference, undecided(bytes, format))).toEqual([]);
  return true;
}

/** Samples that differ, except by a phase in rows and columns where libvips' phase is undecided. */
function differences(picture: RgbPicture, reference: RgbPicture, { columns, rows }: Undecided): string[] {
  const found: string[] = [];
  for (const [at, sample] of picture.pixels.entries()) {
    const by = Math.abs(sample - (reference.pixels[at] as number));
    const column = Math.trunc(at / 3) % picture.width;
    const row = Math.trunc(at / 3 / picture.width);
    const allowed = columns.has(column) || rows.has(row) ? MOST_BY_A_PHASE : 0;
    if (by > allowed) found.push(`column ${column}, row ${row}: by ${by}`);
  }
  return found;
}

interface Undecided {
  readonly columns: ReadonlySet<number>;
  readonly rows: ReadonlySet<number>;
}

/**
 * libvips adds the factor up from line to line, here each position is multiplied: where a position lies between two phases,
 * the last bit of the sum decides, and so how libvips has divided its work.
 */
function undecided(bytes: Buffer, format: PictureFormat): Undecided {
  const header = readHeader(bytes);
  const size = header.type === 'jpeg' ? shrunk(header, shrinkOnLoad(header, format)) : header;
  const { columns, rows } = placeOf(size, format);
  return { columns: betweenPhases(columns), rows: betweenPhases(rows) };
}

function betweenPhases(axis: Axis): ReadonlySet<number> {
  const { from, factor, start, to } = axis;
  const first = factor > 1 ? factor / 2 - (wholeLength(axis) * factor - from) / 2 : -0.5;
  const found = new Set<number>();
  for (let sample = 0; sample < to; sample++) {
    const halfPhases = ((start + sample) * factor + first) * 2 * PHASES;
    if (Math.abs(halfPhases - Math.round(halfPhases)) < 1e-6) found.add(sample);
  }
  return found;
}
