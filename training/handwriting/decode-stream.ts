/**
 * The service's own decoder as a filter: pictures on standard input, pixels on standard output.
 *
 * The input has, for each picture, its length as a 32-bit little-endian number, and its bytes. The output has, in the same order,
 * `height × width × 3` bytes for each picture. A picture that cannot be decoded ends the filter with an error that has the
 * picture's number.
 * Usage: node decode-stream.ts WIDTH HEIGHT
 */
import { once } from 'node:events';
import { decodePicture } from '../../functions/inference/pipelines/picture/decode.ts';
import type { PictureFormat } from '../../functions/inference/pipelines/picture/place.ts';

const format: PictureFormat = {
  width: Number(process.argv[2]),
  height: Number(process.argv[3]),
  colour: 'rgb',
  fit: 'fill',
  resample: 'bicubic',
  background: '#ffffff',
  maxPixels: 50_000_000,
};
/** Number of pictures that are decoded at once, enough to keep libuv's four threads busy. */
const WINDOW = 16;

async function* pictures(): AsyncGenerator<Buffer> {
  let pending = Buffer.alloc(0);
  for await (const chunk of process.stdin) {
    pending = Buffer.concat([pending, chunk]);
    while (pending.length >= 4 && pending.length >= 4 + pending.readUInt32LE(0)) {
      const end = 4 + pending.readUInt32LE(0);
      yield pending.subarray(4, end);
      pending = pending.subarray(end);
    }
  }
}

let count = 0;
const underWay: Promise<Uint8Array>[] = [];
async function writeOldest(): Promise<void> {
  if (!process.stdout.write(await underWay.shift()!)) await once(process.stdout, 'drain');
}
for await (const picture of pictures()) {
  const number = count++;
  const decoding = decodePicture(picture, format).then(({ pixels }) => pixels);
  decoding.catch((error) => {
    console.error(`picture ${number} cannot be decoded: ${error.message}`);
    process.exit(1);
  });
  underWay.push(decoding);
  if (underWay.length === WINDOW) await writeOldest();
}
while (underWay.length > 0) await writeOldest();
