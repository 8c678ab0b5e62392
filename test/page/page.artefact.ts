import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { drop, paste } from './support/bring.ts';
import { drawWithFinger, drawWithMouse, drawWithPen } from './support/handwriting.ts';
import { PHONE } from './support/phone.ts';
import { photographOf, SAMPLE, samplePicture } from './support/pictures.ts';
import { readAloud, readAnswer, readId } from './support/reading.ts';
import { openSite } from './support/site.ts';

const site = openSite();

/** Kept at this size so that a phone has the page before a second is over, even at 1 Mbit/s. */
const MAX_BYTES = 60_000;

describe('the page as it arrives', () => {
  it('is one response of less than 60 KB, compressed or not', async () => {
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
    expect(complaints).toEqual([]);
    expect(requests).toEqual([`${site.url}/`, `${site.url}/explain`]);
  });
});

describe('a character on the page', () => {
  it.each([
    ['mouse', drawWithMouse],
    ['pen', drawWithPen],
    ['finger', drawWithFinger],
  ])('is drawn with a %s and read', async (_, draw) => {
    const { page } = await site.visit(PHONE);

    await draw(page, '林');
    await page.getByRole('button', { name: 'Read it' }).click();

    expect(await readAnswer(page)).toBe('林');
  });

  it('is drawn and read with nothing but a keyboard', async () => {
    const { page } = await site.visit();
    const press = async (key: string, times = 1) => {
      for (let time = 0; time < times; time++) await page.keyboard.press(key);
    };

    await press('Tab');
    // From the middle of the paper to where the first of three lines begins.
    await press('ArrowLeft', 4);
    await press('ArrowUp', 4);
    for (const width of [7, 6, 9]) {
      await press(' ');
      await press('ArrowRight', width);
      await press(' ');
      await press('ArrowDown', 4);
      await press('ArrowLeft', width === 7 ? 6 : 7);
    }
    await press('Enter');

    expect(await readAnswer(page)).toBe('三');
  });

  it('loses its last stroke, or all of them, when it is to', async () => {
    const { page } = await site.visit();
    await drawWithMouse(page, '三');
    const undo = page.getByRole('button', { name: 'Undo' });

    await undo.click();
    await undo.click();
    const leftAfterTwo = await undo.isEnabled();
    await undo.click();

    expect([leftAfterTwo, await undo.isEnabled()]).toEqual([true, false]);
    expect(await page.getByRole('button', { name: 'Read it' }).isEnabled()).toBe(false);
  });
});

describe('a picture brought to the page', () => {
  it.each([
    ['chosen', '#choose'],
    ['photographed', '#photograph'],
  ])('is read when it is %s', async (_, input) => {
    const { page } = await site.visit();

    await page
      .locator(input)
      .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: samplePicture() });

    expect(await readAnswer(page)).toBe(SAMPLE.label);
  });

  it.each([
    ['dropped', drop],
    ['pasted', paste],
  ])('is read when it is %s', async (_, bring) => {
    const { page } = await site.visit();

    await bring(page, { name: 'a.jpg', type: 'image/jpeg', bytes: samplePicture() });

    expect(await readAnswer(page)).toBe(SAMPLE.label);
  });

  it('is sent byte for byte when it is a crop already', async () => {
    const { page } = await site.visit();
    const asked = page.waitForRequest('**/explain');

    await page
      .locator('#choose')
      .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: samplePicture() });

    const { image } = (await asked).postDataJSON();
    expect(Buffer.from(image, 'base64').equals(samplePicture())).toBe(true);
  });

  it('is cut to its character when it is a photograph of a whole sheet', async () => {
    const { page } = await site.visit();
    const buffer = await photographOf(samplePicture());

    await page.locator('#choose').setInputFiles({ name: 'sheet.jpg', mimeType: 'image/jpeg', buffer });

    expect(await readAnswer(page)).toBe(SAMPLE.label);
  });
});

describe('an answer on the page', () => {
  it('shows the five best of every member and of all together', async () => {
    const { page } = await site.visit();
    const health = await fetch(`${site.url}/healthz`);
    const { members } = (await health.json()) as { members: string[] };

    await page.getByRole('button', { name: `Sample: ${SAMPLE.label}` }).click();
    await readAnswer(page);

    const ballots = page.locator('.votes section');
    expect(await ballots.locator('h3').allTextContents()).toEqual(
      ['All together', ...members].map((voter) => expect.stringContaining(voter)),
    );
    expect(await page.locator('.votes li').count()).toBe(5 * (members.length + 1));
  });

  it('says how long each step took', async () => {
    const { page } = await site.visit();

    await page.getByRole('button', { name: `Sample: ${SAMPLE.label}` }).click();
    await readAnswer(page);

    const steps = await page.locator('.legend div').allTextContents();
    expect(steps).toEqual(
      ['check', 'look up', 'decode', 'predict', 'remember', 'the way'].map((step) =>
        expect.stringMatching(new RegExp(`^${step}[\\d.]+ ms$`)),
      ),
    );
  });

  it('is the remembered one when the same id is asked again', async () => {
    const { page } = await site.visit();
    await page.getByRole('button', { name: `Sample: ${SAMPLE.label}` }).click();
    const first = [await readAnswer(page), await readId(page)];
    const firstSpoken = await readAloud(page);

    await page.getByRole('button', { name: 'Ask again' }).click();
    await page.locator('.facts', { hasText: 'Remembered:' }).waitFor();

    expect(firstSpoken).toMatch(/Computed now, and remembered for this id\.$/);
    expect([await readAnswer(page), await readId(page)]).toEqual(first);
    expect(await readAloud(page)).toMatch(/Remembered: this id was answered before, no model had to run\.$/);
  });

  it('comes again when the request is pasted into a shell', async () => {
    const { page } = await site.visit();
    await drawWithMouse(page, '中');
    await page.getByRole('button', { name: 'Read it' }).click();
    const answer = [await readId(page), await readAnswer(page)];

    await page.getByRole('button', { name: 'Show as curl' }).click();
    const command = await page.getByRole('textbox', { name: 'curl' }).inputValue();

    const { stdout } = await promisify(execFile)('sh', ['-c', command]);
    const reply = JSON.parse(stdout);
    expect([reply.esun_uuid, reply.answer]).toEqual(answer);
  });
});
