/** Decodes every kind of file through libvips, off this thread. docs/pictures.md says where the pixels differ from Pillow's. */
import type Sharp from 'sharp';
import { Problem } from '../../problems/problems.ts';
import { inksToRgb, onBackground, toRgb } from './colour.ts';
import type { PictureHeader, PictureSize } from './file/picture-header.ts';
import { tidied } from './file/png.ts';
import { type PictureFormat, placeOf } from './place.ts';
import { layoutOf, type Pixels, type Placing } from './resample/resample.ts';
import type { Axis } from './resample/taps.ts';

const LOADERS = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif', 'Tiff'].map(
  (name) => `VipsForeignLoad${name}Buffer`,
);

/** A picture of more pixels (over 48 MB) is held whole only for OpenCV's filter or a small reduction. Most photos have fewer. */
const MAX_WHOLE = 16_000_000;
/**
 * libvips reduces a large picture to this multiple of its final size. Its pixels then differ from Pillow's by 0.2 to 0.5 of
 * 255 in the mean.
 */
const LEFT_FOR_KERNEL = 4;

/**
 * Decodes a picture, or the first picture of an animation. The result is upright, or its layout says how it lies. A large
 * picture may be reduced. Colour profiles are ignored, as in Pillow, because members were trained on the stored numbers.
 * @returns the picture, its size before any reduction, and how it is resampled to the format
 * @throws {Problem} `image-unreadable`
 */
export async function decodeAnything(
  bytes: Uint8Array,
  format: PictureFormat,
  header: PictureHeader,
): Promise<{ decoded: Pixels; size: PictureSize; placing: Placing }> {
  const sharp = await openSharp();
  const pipeline = sharp(header.type === 'png' ? tidied(bytes) : bytes, {
    limitInputPixels: format.maxPixels,
    failOn: 'warning',
    pages: 1,
    ignoreIcc: true,
  });
  try {
    const { autoOrient: size, orientation = 1, space } = await pipeline.metadata();
    const isInks = space === 'cmyk';
    let placing = placeOf(size, format);
    // For OpenCV's filter, libvips does not turn the picture, because that takes a second copy. `layout` finds the turned pixels.
    const isWhole = placing.resampling === 'inter_linear';
    if (!isWhole) pipeline.autoOrient();
    const shrunk = isWhole ? undefined : shrunkSize(size, placing);
    if (shrunk) {
      placing = scaled(placing, shrunk);
      pipeline.resize({ ...shrunk, fit: 'fill', kernel: 'cubic', fastShrinkOnLoad: true });
    }
    if (isInks) pipeline.pipelineColourspace('cmyk');
    pipeline.toColourspace(isInks ? 'cmyk' : 'srgb');
    const { data, info } = await pipeline.raw().toBuffer({ resolveWithObject: true });
    const pixels = threeChannels(data, info.channels, isInks, format.background);
    const layout = layoutOf(isWhole ? orientation : 1, info);
    return { decoded: { pixels, left: 0, count: info.width, layout }, size, placing };
  } catch {
    throw new Problem('image-unreadable', 'The image is damaged or incomplete: it could not be decoded.');
  }
}

function threeChannels(data: Buffer, channels: number, isInks: boolean, background: string): Uint8Array {
  if (isInks) return inksToRgb(data);
  if (channels === 4) return onBackground(data, Buffer.from(background.slice(1), 'hex'));
  return channels === 1 ? toRgb(data) : data;
}

/** @returns undefined if the picture need not be reduced first */
function shrunkSize({ width, height }: PictureSize, { columns, rows }: Placing): PictureSize | undefined {
  const factor = Math.min(columns.length / columns.resized, rows.length / rows.resized) / LEFT_FOR_KERNEL;
  if (width * height <= MAX_WHOLE || factor <= 1) return undefined;
  return { width: Math.ceil(width / factor), height: Math.ceil(height / factor) };
}

/** The same placing for a picture that was reduced to another size. */
function scaled(placing: Placing, { width, height }: PictureSize): Placing {
  const scale = (axis: Axis, from: number): Axis => {
    const factor = from / axis.from;
    return { ...axis, from, start: axis.start * factor, length: axis.length * factor };
  };
  return { ...placing, columns: scale(placing.columns, width), rows: scale(placing.rows, height) };
}

let opened: Promise<typeof Sharp> | undefined;

/** Opens libvips at the first call, not at the start: that takes 90 ms and 24 MB, and most small pictures need no libvips. */
export function openSharp(): Promise<typeof Sharp> {
  opened ??= import('sharp').then(({ default: sharp }) => {
    // Every request has a new picture, so libvips' operation cache would only take memory.
    sharp.cache(false);
    // Most execution environments handle one request at a time, so a second thread would only compete with inference.
    sharp.concurrency(1);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: LOADERS });
    return sharp;
  });
  return opened;
}
