import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCommonJpeg } from '../../../../../../functions/inference/pipelines/image-classification/picture/common-jpeg.ts';
import { decodeAnything } from '../../../../../../functions/inference/pipelines/image-classification/picture/libvips.ts';
import { noise, square } from './noise.ts';
import { expectTaken } from './taken.ts';

const FORMAT = square(64);

describe('decoding on this thread', () => {
  it.each(['4:2:0', '4:4:4'])(
    'gives the very pixels of libvips for a damaged JPEG (%s), or leaves it to it',
    async (chromaSubsampling) => {
      const whole = await noise(40, 40, 30).jpeg({ chromaSubsampling }).toBuffer();
      const numRuns = 250;
      let taken = 0;
      const damages = fc.array(fc.record({ at: fc.nat(whole.length - 1), bit: fc.nat(7) }), {
        minLength: 1,
        maxLength: 3,
      });

      // The smallest take no more of it than an eighth.
      const sizes = fc.constantFrom({}, { width: 19 }, { width: 9, height: 9 }, { width: 2, height: 2 });

      await fc.assert(
        fc.asyncProperty(damages, fc.nat(4), sizes, async (bits, missing, size) => {
          const start = missing > 0 ? (bits[0] as { at: number }).at : 0;
          const damaged = Buffer.concat([whole.subarray(0, start), whole.subarray(start + missing)]);
          for (const { at, bit } of bits) {
            if (at < damaged.length) damaged[at] = (damaged[at] as number) ^ (1 << bit);
          }
          const format = { ...FORMAT, ...size };
          const picture = await decodeCommonJpeg(damaged, format);
          if (!picture) return;
          taken++;
          const { pixels } = await decodeAnything(damaged, format);
          // What lies far beyond black and white, libjpeg-turbo limits in another way on every processor; ours is x86's.
          if (process.arch === 'x64') expect(Buffer.from(picture.pixels).equals(pixels)).toBe(true);
        }),
        { numRuns },
      );

      expectTaken(taken, numRuns, 0.1);
    },
  );

  it('decodes as before after thousands of failures', async () => {
    const whole = await noise(8, 8).jpeg().toBuffer();
    const expected = await decodeCommonJpeg(whole, FORMAT);

    for (let failure = 0; failure < 6_000; failure++) {
      expect(await decodeCommonJpeg(whole.subarray(0, -4), FORMAT)).toBeUndefined();
    }

    expect(await decodeCommonJpeg(whole, FORMAT)).toEqual(expected);
  });
});
