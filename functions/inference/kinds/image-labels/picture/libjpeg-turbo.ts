/** libjpeg-turbo, compiled to WebAssembly: decodes on this thread, where libvips would wake others. */
import { createRequire } from 'node:module';

/** What the package gives; it has no types of its own. */
interface JpegDecoder {
  /** Memory for the file. */
  getEncodedBuffer(bytes: number): Uint8Array;
  /** @throws {number} where the file is damaged or draws a warning */
  decode(): void;
  /** The pixels, until the next file comes. */
  getDecodedBuffer(): Uint8Array;
}
interface Codec {
  readonly JPEGDecoder: new () => JpegDecoder;
}

/** Every failure leaves 16 bytes on the stack of the WebAssembly instance, which has 64 KiB. */
const MAX_FAILURES = 100;

let opened: Promise<JpegDecoder> | undefined;
let failures = 0;

/**
 * Decodes a grey or YCbCr file to `height × width` or `height × width × 3` bytes.
 *
 * @returns undefined where the file is damaged or of another kind
 */
export async function decodeJpeg(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  // Opened at the first JPEG: a task of another kind needs none of it.
  opened ??= open();
  const decoder = await opened;
  try {
    decoder.getEncodedBuffer(bytes.length).set(bytes);
    decoder.decode();
    return decoder.getDecodedBuffer().slice();
  } catch (error) {
    failures++;
    // A number is an exception of C++; anything else says that the instance itself has broken.
    if (failures >= MAX_FAILURES || typeof error !== 'number') {
      opened = undefined;
      failures = 0;
    }
    return undefined;
  }
}

async function open(): Promise<JpegDecoder> {
  // On Lambda the package lies in a layer, which `import` does not search.
  const require = createRequire(import.meta.url);
  const openCodec: () => Promise<Codec> = require('@cornerstonejs/codec-libjpeg-turbo-8bit/decodewasmjs');
  const { JPEGDecoder } = await openCodec();
  return new JPEGDecoder();
}
