/** Decoding: bytes of an untrusted picture to the fixed grid of pixels that the members take. */
import sharp from 'sharp';
import { decodePlainJpeg } from './jpeg/plain-jpeg.ts';
import { Problem } from './problems.ts';

/** Size of the grid in pixels, as `ensemble.json` gives it. */
export interface PixelGrid {
  readonly width: number;
  readonly height: number;
}

/** Width times height we are ready to decode: a 31 KB PNG can hold 256 megapixels. */
export const MAX_INPUT_PIXELS = 4_000_000;

const SIGNATURES = [Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')];

// Every request brings a new picture, so libvips' operation cache would only hold memory.
sharp.cache(false);
// One request per execution environment: a second thread would only compete with inference.
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });

/**
 * Decodes a JPEG or PNG to `height × width × 3` bytes, sRGB, row by row (NHWC).
 *
 * A photograph is turned the way it was held, and the picture is stretched to the grid. Training reads its
 * pictures through this very function, so the members see the same resampling in both places.
 *
 * @throws {Problem} `image-format`, `image-too-many-pixels` or `image-unreadable`
 */
export async function decodePixels(bytes: Uint8Array, grid: PixelGrid): Promise<Uint8Array> {
  if (!SIGNATURES.some((signature) => signature.equals(bytes.subarray(0, signature.length)))) {
    throw new Problem('image-format', 'The image must be a JPEG or PNG file.');
  }
  return decodePlainJpeg(bytes, grid) ?? decodeAnything(bytes, grid);
}

/** Through libvips: the reference that `decodePlainJpeg` equals to the bit. Exported for the tests of that. */
export async function decodeAnything(bytes: Uint8Array, grid: PixelGrid): Promise<Uint8Array> {
  try {
    const { data } = await sharp(bytes, { limitInputPixels: MAX_INPUT_PIXELS, failOn: 'warning', pages: 1 })
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .resize(grid.width, grid.height, { fit: 'fill', kernel: 'cubic', fastShrinkOnLoad: false })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return data;
  } catch (error) {
    throw toProblem(error as Error);
  }
}

function toProblem({ message }: Error): Problem {
  return message.includes('pixel limit')
    ? new Problem('image-too-many-pixels', `The image must have at most ${MAX_INPUT_PIXELS} pixels.`)
    : new Problem('image-unreadable', 'The image is damaged or incomplete: it could not be decoded.');
}
