import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { shrinkOnLoad, shrunk } from '../../../../../functions/inference/pipelines/picture/common-jpeg.ts';
import { readHeader } from '../../../../../functions/inference/pipelines/picture/file/read-header.ts';
import { placeOf } from '../../../../../functions/inference/pipelines/picture/fit.ts';
import type {
  PictureFormat,
  RgbPicture,
} from '../../../../../functions/inference/pipelines/picture/format.ts';
import { decodeAnything } from '../../../../../functions/inference/pipelines/picture/libvips.ts';
import {
  type Axis,
  PHASES,
  wholeLength,
} from '../../../../../functions/inference/pipelines/picture/resize/taps.ts';
import { modelDirectory } from '../../../../../model-repository/find-model.ts';
import { encode, type Kind, noise, square } from './support.ts';

/** Levels: the cubic kernel's steepest slope, 1.5 times 255 a sample, over 64 phases. */
const MOST_BY_A_PHASE = 6;

type Decode = (bytes: Buffer, format: PictureFormat) => Promise<RgbPicture | undefined>;

/** The files of a model's samples. */
export function samplesOf(model: string, ending: string): Buffer[] {
  const folder = path.join(modelDirectory(model), 'samples');
  const names = readdirSync(folder).filter((name) => name.endsWith(ending));
  return names.map((name) => readFileSync(path.join(folder, name)));
}

/** Formats to decode into. */
export const sizes = (least: number, most: number) =>
  fc.record({
    width: fc.integer({ min: least, max: most }),
    height: fc.integer({ min: least, max: most }),
    fit: fc.constantFrom('fill' as const, 'cover' as const, 'contain' as const),
  });

/** Files of noise, in colour or grey, as sharp encodes them. @param encoding the encoder's options */
export const encoded = (kind: Kind, encoding: fc.Arbitrary<object>, most = 140) =>
  fc
    .record({
      width: fc.integer({ min: 1, max: most }),
      height: fc.integer({ min: 1, max: most }),
      sigma: fc.integer({ min: 1, max: 128 }),
      colours: fc.constantFrom('srgb', 'b-w'),
      options: encoding,
    })
    .map(
      ({ width, height, sigma, colours, options }) =>
        () =>
          encode(kind, noise(width, height, sigma).toColourspace(colours), options),
    );

/** Compares files by chance, and tells how many were compared at all. @param share of them that are to be decoded on this thread at least */
export async function compare(
  decode: Decode,
  files: fc.Arbitrary<Buffer | (() => Promise<Buffer>)>,
  formats: fc.Arbitrary<Partial<PictureFormat>>,
  numRuns: number,
  share: number,
): Promise<number> {
  let taken = 0;
  const property = fc.asyncProperty(files, formats, async (file, format) => {
    const bytes = Buffer.isBuffer(file) ? file : await file();
    if (await isTakenBy(decode, bytes, { ...square(64), ...format })) taken++;
  });
  await fc.assert(property, { numRuns });
  console.log(`${expect.getState().currentTestName}: ${taken} of ${numRuns} on this thread`);
  expect(taken).toBeGreaterThanOrEqual(share * numRuns);
  return taken;
}

/** Whether a file was decoded on this thread; fails where libvips refuses it or sees other pixels. */
export async function isTakenBy(decode: Decode, bytes: Buffer, format: PictureFormat): Promise<boolean> {
  const picture = await decode(bytes, format);
  if (!picture) return false;
  const reference = await decodeAnything(bytes, format);
  expect([picture.width, picture.height]).toEqual([reference.width, reference.height]);
  if (Buffer.from(picture.pixels).equals(reference.pixels)) return true;
  expect(differences(picture, reference, bytes, format)).toEqual([]);
  return true;
}

/**
 * Samples that differ, except by a phase where libvips' own is undecided: it adds the factor up from line to line, here each
 * position is multiplied. Where that lies between two phases, the last bit of the sum decides, and so how libvips has divided
 * its work.
 */
function differences(
  picture: RgbPicture,
  reference: RgbPicture,
  bytes: Buffer,
  format: PictureFormat,
): string[] {
  const header = readHeader(bytes);
  const size = header.type === 'jpeg' ? shrunk(header, shrinkOnLoad(header, format)) : header;
  const place = placeOf(size, format);
  const [columns, rows] = [betweenPhases(place.columns), betweenPhases(place.rows)];
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
