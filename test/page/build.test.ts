import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildPage } from '../../functions/page/build.ts';

/** Limit of the page without its samples. */
const MAX_BYTES = 85_000;
const SOURCES = path.resolve(import.meta.dirname, '../../functions/page');

describe('the page as it is built', () => {
  it('is the same from the same sources', async () => {
    expect(await buildPage()).toEqual(await buildPage());
  });

  it('refers to no other host, and loads within a second at 1 Mbit/s', async () => {
    const { html } = await buildPage();

    expect(Buffer.byteLength(html)).toBeLessThan(MAX_BYTES);

    // The SVG namespace is not an address, because nothing is fetched from it.
    const addresses = html.match(/https?:\/\/[^'"\s]+/g) ?? [];
    expect(addresses.filter((address) => address !== 'http://www.w3.org/2000/svg')).toEqual([]);
  });

  it('has sources that mention no model', () => {
    const files = globSync('**/*.*', { cwd: SOURCES });
    const textOf = (file: string) => readFileSync(path.join(SOURCES, file), 'utf8');

    expect(files.length).toBeGreaterThan(50);
    expect(files.filter((file) => /handwriting|esun|chinese|digits|\b64\b/i.test(textOf(file)))).toEqual([]);
  });
});
