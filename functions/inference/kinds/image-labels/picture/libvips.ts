/** Decoding through libvips: takes every JPEG and PNG, and defines the pixels that everything else here equals. */
import sharp from 'sharp';
import { Problem } from '../../../service/problems.ts';
import { MAX_INPUT_PIXELS, type PictureFormat, type RgbPicture } from './format.ts';

/** `contain` without its bars is what sharp calls `inside`. */
const FITS = { fill: 'fill', cover: 'cover', contain: 'inside' } as const;

// Every request brings a new picture, so libvips' operation cache would only hold memory.
sharp.cache(false);
// One request per execution environment: a second thread would only compete with inference.
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });

/**
 * Decodes, turns upright and fits a picture; its bars are still missing.
 *
 * @throws {Problem} `image-too-many-pixels` or `image-unreadable`
 */
export async function decodeAnything(bytes: Uint8Array, format: PictureFormat): Promise<RgbPicture> {
  const { width, height, fit, background, maxPixels = MAX_INPUT_PIXELS } = format;
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'warning', pages: 1 })
      .autoOrient()
      .flatten({ background })
      .toColourspace('srgb')
      .resize(width, height, { fit: FITS[fit], kernel: 'cubic', fastShrinkOnLoad: false })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, pixels: data };
  } catch (error) {
    throw toProblem(error as Error, maxPixels);
  }
}

function toProblem({ message }: Error, maxPixels: number): Problem {
  return message.includes('pixel limit')
    ? new Problem('image-too-many-pixels', `The image must have at most ${maxPixels} pixels.`)
    : new Problem('image-unreadable', 'The image is damaged or incomplete: it could not be decoded.');
}
