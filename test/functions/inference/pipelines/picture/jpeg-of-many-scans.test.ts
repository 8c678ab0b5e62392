/** A valid JPEG of a few kilobytes with hundreds of scans takes a second to decode, so it must be refused before decoding. */
import { describe, expect, it } from 'vitest';
import { decodePicture } from '../../../../../functions/inference/pipelines/picture/decode.ts';
import { plain, RED } from '../../../support/pictures.ts';
import { encode, insertBehindStart, jpegSegment, type Kind, square } from './support.ts';

const TOO_MANY = /1000 × 1000 pixels, so decoding it takes \d+ times as much time/;
/** Bytes that contain the marker of a scan, as the video of a motion photo may by chance. */
const FILM = Array.from({ length: 200 }, () => [0xff, 0xda, 0, 1]).flat();

/** A JPEG, split at its scan markers. The last scan is repeated until there are `count` scans. */
async function ofScans(kind: Kind, count: number): Promise<string[]> {
  const [head, ...scans] = (await encode(kind, plain(RED, 1_000, 1_000)))
    .toString('latin1')
    .split('\xff\xda');
  const last = scans.pop()!.slice(0, -2);
  return [head!, ...scans, ...Array(count - scans.length - 1).fill(last), `${last}\xff\xd9`];
}

/** The message that a file is refused with; empty if the file is accepted. */
async function reasonOf(file: Buffer | string): Promise<string> {
  const bytes = typeof file === 'string' ? Buffer.from(file, 'latin1') : file;
  return decodePicture(bytes, square(8)).then(
    () => '',
    ({ message }) => message,
  );
}

describe('A JPEG of many scans', () => {
  it.each([
    ['is refused from 169 scans of a megapixel on: a progressive JPEG', 'a progressive JPEG'],
    ['is not refused if its first scan has the whole picture, because decoding ends there: a JPEG', 'a JPEG'],
  ] as const)('%s', async (_, kind) => {
    for (const [count, isRefused] of [
      [12, false],
      [168, false],
      [169, true],
      [883, true],
    ] as const) {
      const reason = await reasonOf((await ofScans(kind, count)).join('\xff\xda'));

      expect(TOO_MANY.test(reason), `${count}`).toBe(isRefused && kind === 'a progressive JPEG');
    }
  });

  it('is not a motion photo with bytes like scans in its thumbnail and after the picture', async () => {
    const picture = await encode('a JPEG', plain(RED));

    expect(await reasonOf(insertBehindStart(picture, jpegSegment(0xe1, ...FILM)))).toBe('');
    expect(await reasonOf(Buffer.concat([picture, Buffer.from(FILM)]))).toBe('');
  });

  it('is recognised if its scans come after restarts, stuffed bytes and fill bytes', async () => {
    const [head, first, ...others] = await ofScans('a progressive JPEG', 169);
    const disguised = [`${head}\xff\xda${first}`, ...others].join('\xff\x00\xff\xd0\xff\xff\xff\xda');

    expect(await reasonOf(disguised)).toMatch(TOO_MANY);
  });
});
