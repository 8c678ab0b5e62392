import { describe, expect, it } from 'vitest';
import { SAMPLE } from './support/pictures.ts';
import { readPrediction } from './support/reading.ts';
import { openSite } from './support/site.ts';

const site = openSite();

/** Kept at this size so that a phone has the page before a second is over, even at 1 Mbit/s and with nothing compressed. */
const MAX_BYTES = 105_000;

describe('the page as it arrives', () => {
  it('is one response of less than 105 KB, compressed or not', async () => {
    const plain = await fetch(site.url, { headers: { 'accept-encoding': 'identity' } });
    const compressed = await fetch(site.url, { headers: { 'accept-encoding': 'gzip' } });

    const bytes = (await plain.arrayBuffer()).byteLength;
    const transferred = Number(compressed.headers.get('content-length'));
    console.log(`page: ${bytes} bytes, ${transferred} transferred with gzip`);
    expect(compressed.headers.get('content-encoding')).toBe('gzip');
    expect(bytes).toBeLessThan(MAX_BYTES);
    expect(transferred).toBeLessThan(bytes / 1.5);
  });

  it('gives its first response without a complaint and without a request to another host', async () => {
    const started = performance.now();
    const { page, requests, complaints } = await site.visit();
    const opened = performance.now();
    await page.getByRole('button', { name: `Sample: ${SAMPLE.label}` }).click();
    await readPrediction(page);

    const responded = performance.now();
    console.log(
      `page open after ${Math.round(opened - started)} ms, first response ${Math.round(responded - opened)} ms later`,
    );
    // The second that is promised, and two more for opening the picture and for a machine that has other work.
    expect(responded - opened).toBeLessThan(3000);
    expect(complaints).toEqual([]);
    expect(requests).toEqual([`${site.url}/`, `${site.url}/explain`]);
  });
});
