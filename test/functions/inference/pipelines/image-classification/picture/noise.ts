import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import type { PictureFormat } from '../../../../../../functions/inference/pipelines/image-classification/picture/format.ts';

/** A picture of noise, which uses every code and every coefficient. */
export function noise(width: number, height: number, sigma = 60): Sharp {
  const background = { r: 200, g: 120, b: 60 };
  return sharp({
    create: { width, height, channels: 3, background, noise: { type: 'gaussian', mean: 128, sigma } },
  });
}

/** A format of so many pixels across and down. */
export function square(side: number, changes: Partial<PictureFormat> = {}): PictureFormat {
  return { width: side, height: side, colour: 'rgb', fit: 'fill', background: '#ffffff', ...changes };
}

/** A chunk of a PNG, with its length and its checksum. */
export function pngChunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)]);
}
