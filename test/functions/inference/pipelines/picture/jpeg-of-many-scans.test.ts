/** A valid JPEG of a few kilobytes and hundreds of scans took a second to decode: it must be refused unseen. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodePicture } from '../../../../../functions/inference/pipelines/picture/decode.ts';
import { plain, RED } from '../../../support/pictures.ts';
import { encode, insertBehindStart, jpegSegment, square } from './support.ts';

const FORMAT = square(8);
const SIDE = 1024;
const BLOCKS = (SIDE / 8) ** 2;
const ONE_CODE = [1, ...Array(15).fill(0)];
/** Coefficients of a block beside the first, and bits of each: every one of them may come in a scan of its own. */
const [COEFFICIENTS, BITS] = [63, 14];
const MOST_SCANS = 1 + COEFFICIENTS * BITS;
const TOO_MANY = { problem: 'image-unreadable', message: 'The JPEG must have at most 30 scans.' };

/** Bytes that hold the marker of a scan, as films do by chance. */
const FILM = Array.from({ length: 200 }, () => [0xff, 0xda, 0, 1]).flat();

/** A grey picture, progressive (ITU-T T.81, annex G): all its coefficients are zero, so each scan is next to nothing. */
function progressive(scans: number): Buffer {
  const size = [SIDE >> 8, SIDE & 0xff];
  const parts = [
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xdb, 0, ...Array(64).fill(1)),
    jpegSegment(0xc2, 8, ...size, ...size, 1, 1, 0x11, 0),
    jpegSegment(0xc4, 0x00, ...ONE_CODE, 0),
    // The one code of the other table ends 2^14 blocks at once.
    jpegSegment(0xc4, 0x10, ...ONE_CODE, 0xe0),
    jpegSegment(0xda, 1, 1, 0, 0, 0, 0),
    Buffer.alloc(BLOCKS / 8),
  ];
  for (let scan = 0; scan < scans - 1; scan += 1) {
    const coefficient = 1 + Math.floor(scan / BITS);
    const bit = BITS - 1 - (scan % BITS);
    const before = bit === BITS - 1 ? 0 : bit + 1;
    parts.push(
      jpegSegment(0xda, 1, 1, 0, coefficient, coefficient, (before << 4) | bit),
      Buffer.from([0, 1]),
    );
  }
  return Buffer.concat([...parts, Buffer.from([0xff, 0xd9])]);
}

describe('A JPEG of very many scans', () => {
  it('is refused where libvips would decode it, and would find no fault in it', async () => {
    const picture = progressive(MOST_SCANS);
    expect(picture.length).toBeLessThan(13_000);
    await expect(sharp(picture, { failOn: 'warning' }).stats()).resolves.toHaveProperty('isOpaque', true);

    await expect(decodePicture(picture, FORMAT)).rejects.toMatchObject(TOO_MANY);
  });

  it('is refused where the small decoder would take it by its header', async () => {
    const picture = await encode('a JPEG', plain(RED));
    const scan = picture.subarray(picture.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
    const many = [picture.subarray(0, -2), ...Array(MOST_SCANS - 1).fill(scan), picture.subarray(-2)];
    await expect(decodePicture(picture, FORMAT)).resolves.toHaveProperty('pixels.length', 192);

    await expect(decodePicture(Buffer.concat(many), FORMAT)).rejects.toMatchObject(TOO_MANY);
  });

  it('is decoded up to twice as many as encoders make', async () => {
    await expect(decodePicture(progressive(30), FORMAT)).resolves.toHaveProperty('pixels.length', 192);
    await expect(decodePicture(progressive(31), FORMAT)).rejects.toMatchObject(TOO_MANY);
  });

  it('is not what a motion photo is, with what looks like scans in a thumbnail and behind the picture', async () => {
    const picture = await encode('a JPEG', plain(RED));
    const thumbnail = insertBehindStart(picture, jpegSegment(0xe1, ...FILM));
    const film = Buffer.concat([picture, Buffer.from(FILM)]);

    await expect(decodePicture(thumbnail, FORMAT)).resolves.toHaveProperty('pixels.length', 192);
    await expect(decodePicture(film, FORMAT)).resolves.toHaveProperty('pixels.length', 192);
  });

  it('is counted behind restarts, stuffed bytes and what fills up a marker', async () => {
    const [head, first, ...others] = progressive(31).toString('latin1').split('\xff\xda');
    const disguised = [`${head}\xff\xda${first}`, ...others].join('\xff\x00\xff\xd0\xff\xff\xff\xda');

    await expect(decodePicture(Buffer.from(disguised, 'latin1'), FORMAT)).rejects.toMatchObject(TOO_MANY);
  });
});
