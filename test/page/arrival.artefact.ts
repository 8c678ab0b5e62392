import { describe, expect, it } from 'vitest';
import { SAMPLE } from './support/pictures.ts';
import { readAnswer } from './support/reading.ts';
import { openSite } from './support/site.ts';

const site = openSite();

/** Kept at this size so that a phone has the page before a second is over, even at 1 Mbit/s and with nothing compressed. */
const MAX_BYTES = 72_000;

describe('the page as it arrives', () => {
  it('is one response of less than 72 KB, compressed or not', async () => {
    const plain = await fetch(site.url, { headers: { 'accept-encoding': 'identity' } });
    const compressed = await fetch(site.url, { headers: { 'accept-encoding': 'gzip' } });

    const bytes = (await plain.arrayBuffer()).byteLength;
    const transferred = Number(compressed.headers.get('content-length'));
    console.log(`page: ${bytes} bytes, ${transferred} transferred with gzip`);
    expect(compressed.headers.get('content-encoding')).toBe('gzip');
    expect(bytes).toBeLessThan(MAX_BYTES);
    expect(transferred).toBeLessThan(bytes / 1.5);
  });

  it('may load nothing and run nothing but what it brings', async () => {
    const response = await fetch(site.url);

    const policy = response.headers.get('content-security-policy')?.split('; ') ?? [];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy.filter((directive) => /^(script|style)-src/.test(directive))).toEqual([
      expect.stringMatching(/^script-src 'sha256-[\w+/]{43}='$/),
      expect.stringMatching(/^style-src 'sha256-[\w+/]{43}='$/),
    ]);
  });

  it('gives its first answer without a complaint and without asking another host', async () => {
    const started = performance.now();
    const { page, requests, complaints } = await site.visit();
    const opened = performance.now();
    await page.getByRole('button', { name: `Sample: ${SAMPLE.label}` }).click();
    await readAnswer(page);

    const answered = performance.now();
    console.log(
      `page open after ${Math.round(opened - started)} ms, first answer ${Math.round(answered - opened)} ms later`,
    );
    // The second that is promised, and two more for opening the picture and for a machine that has other work.
    expect(answered - opened).toBeLessThan(3000);
    expect(complaints).toEqual([]);
    expect(requests).toEqual([`${site.url}/`, `${site.url}/explain`]);
  });
});
