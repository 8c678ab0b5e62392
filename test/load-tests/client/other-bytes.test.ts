import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Sample } from '../../../functions/inference/contracts/client.ts';
import { hypothesesOf, normalizeTranscripts } from '../../../functions/inference/contracts/samples.ts';
import { withOtherBytes } from '../../../load-tests/client/new-request.ts';
import { markedSample } from '../fixtures/model-folder.ts';

const pixels = (jpeg: Uint8Array) => sharp(jpeg, { failOn: 'warning' }).raw().toBuffer();
const twice = (sample: Sample, pipeline: string) =>
  [0, 1].map(() => withOtherBytes(sample, randomUUID(), pipeline)) as [Sample, Sample];

describe('a sample in other bytes', () => {
  it('is the same picture if it is a JPEG', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const create = { width: 50, height: 67, channels: 3, background: 'white', noise } as const;
    const bytes = await sharp({ create }).jpeg().toBuffer();
    const sample = { ...markedSample('永'), bytes };

    const [first, second] = twice(sample, 'image-classification');

    expect(Buffer.compare(first.bytes, second.bytes)).not.toBe(0);
    expect((await pixels(first.bytes)).equals(await pixels(bytes))).toBe(true);
    expect((await pixels(second.bytes)).equals(await pixels(bytes))).toBe(true);
    expect(first).toMatchObject({ name: sample.name, label: '永', mediaType: 'image/jpeg' });
  });

  it('has the same sentences if it comes from a speech recogniser', () => {
    const bytes = Buffer.from('\ufeff再 見\n在 見\n');
    const sample = { name: '1.txt', label: '再見', mediaType: 'text/plain', bytes };

    const [first, second] = twice(sample, 'text-correction');

    expect(Buffer.compare(first.bytes, second.bytes)).not.toBe(0);
    for (const other of [first, second]) {
      expect(normalizeTranscripts(hypothesesOf(other))).toEqual(['再見', '在見']);
    }
  });

  it.each([
    ['its media type is not that of a JPEG', { mediaType: 'image/png' }],
    ['its bytes are no JPEG, whatever its media type is', { bytes: Buffer.from('PNG') }],
    ['it is a text of which each word counts', { mediaType: 'text/plain' }],
  ])('stays unchanged if %s', (_name, changes) => {
    const sample = { ...markedSample('永'), ...changes };

    expect(withOtherBytes(sample, 'a', 'text-classification')).toBe(sample);
  });
});
