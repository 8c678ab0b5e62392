/** Reads the header of a WebP (RFC 9649). */
import type { OtherHeader, PictureSize } from './picture-header.ts';

/** `RIFF`, a length and `WEBP`. */
const FILE_HEADER_BYTES = 12;
/** Type and length before the data of a chunk. */
const CHUNK_BYTES = 8;
/** Limit of chunks before the picture, far above what any file has. */
const MAX_CHUNKS = 100;
/** Flags of `VP8X`: transparency and animation. */
const COMPLICATED = 0x12;
/** Bytes per pixel of a lossless, transparent or animated picture. */
const BYTES_A_PIXEL = 4;
/** Bytes per pixel of a lossy picture: 1 of luminance, and 0.5 of both colours together. */
const LOSSY_WORK = 1.5;
/** Work per pixel: four bytes are predicted from their neighbours, and converted. */
const LOSSLESS_WORK = 20;

/** @returns undefined if no decoder would find a picture */
export function readWebpHeader(bytes: Uint8Array): OtherHeader | undefined {
  let size: PictureSize | undefined;
  let isComplicated = false;
  for (const [type, data] of chunksOf(bytes)) {
    if (type === 'VP8X' && data.length >= 10) {
      size = { width: 1 + data.readUIntLE(4, 3), height: 1 + data.readUIntLE(7, 3) };
      isComplicated = (data[0]! & COMPLICATED) !== 0;
    } else if (type === 'VP8 ' || type === 'VP8L' || type === 'ANMF') {
      size ??= sizeOf(type, data);
      const isSimple = type === 'VP8 ' && !isComplicated;
      if (!size) return undefined;
      const pixels = size.width * size.height;
      const heldBytes = isSimple ? 0 : BYTES_A_PIXEL * pixels;
      const workBytes = (isSimple ? LOSSY_WORK : LOSSLESS_WORK) * pixels;
      return { type: 'webp', ...size, heldBytes, workBytes };
    }
  }
  return undefined;
}

function* chunksOf(bytes: Uint8Array): Generator<[type: string, data: Buffer]> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let position = FILE_HEADER_BYTES;
  for (let count = 0; count < MAX_CHUNKS && position + CHUNK_BYTES <= file.length; count++) {
    const start = position + CHUNK_BYTES;
    const length = file.readUInt32LE(position + 4);
    yield [file.toString('latin1', position, position + 4), file.subarray(start, start + length)];
    position = start + length + (length & 1);
  }
}

/** The size of the picture, for a file without `VP8X`. */
function sizeOf(type: string, data: Buffer): PictureSize | undefined {
  if (type === 'VP8 ' && data.length >= 10 && data.readUIntBE(3, 3) === 0x9d012a) {
    return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
  }
  if (type === 'VP8L' && data.length >= 5 && data[0] === 0x2f) {
    const bits = data.readUInt32LE(1);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) };
  }
  return undefined;
}
