/** Decoding through libvips: takes every JPEG, PNG and WebP, and defines the pixels that everything else here equals. */
import type Sharp from 'sharp';
import { Problem } from '../../problems/problems.ts';
import type { PictureHeader } from './file/picture-header.ts';
import { withoutCompressedTexts } from './file/png-header.ts';
import { readHeader } from './file/read-header.ts';
import { MAX_INPUT_PIXELS, type PictureFormat, type RgbPicture } from './format.ts';

/** `contain` without its bars is what sharp calls `inside`. */
const FITS = { fill: 'fill', cover: 'cover', contain: 'inside' } as const;
const LOADERS = ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'];

let opened: Promise<typeof Sharp> | undefined;

/**
 * Decodes, turns upright and fits a picture; its bars are still missing. Of moving pictures it is the first one.
 *
 * A large JPEG or WebP is never decoded in full: eighths, quarters or halves of it come out of the decoder.
 *
 * @param header what it says, where that has been read already
 * @throws {Problem} `image-format` or `image-unreadable`
 */
export async function decodeAnything(
  bytes: Uint8Array,
  format: PictureFormat,
  { type, profile }: PictureHeader = readHeader(bytes),
): Promise<RgbPicture> {
  const { width, height, fit, background, maxPixels = MAX_INPUT_PIXELS } = format;
  // Opened at the first picture that needs it: small ones do without its 90 ms and 24 MB.
  opened ??= open();
  const sharp = await opened;
  const pipeline = sharp(type === 'png' ? withoutCompressedTexts(bytes) : bytes, {
    limitInputPixels: maxPixels,
    failOn: 'warning',
    pages: 1,
    ignoreIcc: profile !== 'other',
  })
    .autoOrient()
    .flatten({ background })
    .toColourspace('srgb')
    .resize(width, height, {
      fit: FITS[fit],
      kernel: 'cubic',
      // A JPEG keeps twice the pixels for the kernel; a WebP would otherwise be decoded in full.
      fastShrinkOnLoad: type === 'webp',
    });
  // After the picture has shrunk, this takes a fraction of what it takes before.
  if (profile === 'rgb') pipeline.withIccProfile('srgb');
  try {
    const { data, info } = await pipeline.raw().toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, pixels: data };
  } catch {
    throw new Problem('image-unreadable', 'The image is damaged or incomplete: it could not be decoded.');
  }
}

async function open(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  // Every request brings a new picture, so libvips' operation cache would only hold memory.
  sharp.cache(false);
  // One request per execution environment: a second thread would only compete with inference.
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  return sharp;
}
