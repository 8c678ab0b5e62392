import type { Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { PROBLEMS } from '../../functions/inference/problems/problems.ts';
import { type Brought, chosen, drop, paste } from './support/bring.ts';
import { explanationOf, INSECTS, photographs, whichOf } from './support/insects.ts';
import { openPlayedService, Reply } from './support/played-service.ts';
import { readEntries, readLabels, readPrediction, readTrouble } from './support/reading.ts';

/** The deadline is long, so that the page does not give up a request while the machine is busy. */
const service = openPlayedService({ ...INSECTS, deadlineMilliseconds: 60_000 });
const files = await photographs('a.png', 'b.png', 'c.png', 'd.png');
const LABELS = ['ant', 'bee', 'wasp', 'fly'];
const labelEach = (request: Request) => explanationOf(LABELS[whichOf(files, request)]);
const text = (name: string, type: string): Brought => ({ name, type, bytes: Buffer.from('Dear Sir') });

describe('several pictures', () => {
  it('have a row each in the history, with picture, prediction, certainty and latency; the user can select a row', async () => {
    const { page, complaints } = await service.visit(labelEach);
    const places = [await page.locator('#paper').isVisible(), await page.locator('#drop').isVisible()];

    await drop(page, ...files.slice(0, 3));

    expect(places, 'nobody draws for this model').toEqual([false, true]);
    expect(await readLabels(page)).toEqual(['ant', 'bee', 'wasp']);
    const [first] = await page.locator('#entries tr').allInnerTexts();
    expect(first).toMatch(/^a\.png\s+ant\s+93\.0 % sure\s+[\d.]+ ms/);
    await expect.poll(() => page.locator('#entries canvas').count()).toBe(3);
    expect(await page.locator('#status').textContent()).toBe('3 done');
    await paste(page, files[3]!);
    expect(await readLabels(page), 'the new one above those before').toEqual(['fly', 'ant', 'bee', 'wasp']);
    const shown = await readPrediction(page);
    await page.locator('#entries').getByRole('button', { name: 'bee', exact: true }).click();
    expect([shown, await readPrediction(page)], 'as a person selects').toEqual(['fly', 'bee']);
    expect(await page.locator('#entries [aria-current=true]').innerText()).toContain('b.png');
    expect(complaints).toEqual([]);
  });

  it('are sent two at a time, and never if they are cleared while they wait', async () => {
    const released = Promise.withResolvers<void>();
    let [underWay, most] = [0, 0];
    const { page, requests } = await service.visit(async () => {
      most = Math.max(most, ++underWay);
      await released.promise;
      underWay--;
      return explanationOf();
    });

    await drop(page, ...files);
    await expect.poll(() => underWay).toBe(2);
    // If the page sent a third request, it would appear within 200 ms.
    await page.waitForTimeout(200);
    await page.getByRole('button', { name: 'Clear' }).click();
    released.resolve();
    await drop(page, files[0]!);

    expect(await readLabels(page)).toEqual(['bee']);
    expect(most).toBe(2);
    expect(requests.filter((address) => address.endsWith('/explain'))).toHaveLength(3);
  });
});

describe('of several pictures', () => {
  it('one that is rejected says why in the words of the service, and the others get their responses', async () => {
    const { status, ...problem } = PROBLEMS['image-too-many-pixels'];
    const detail = 'At most 4000000 pixels.';
    const rejection = new Reply(status, { ...problem, detail });
    const { page } = await service.visit((sent) =>
      whichOf(files, sent) === 0 ? rejection : explanationOf(),
    );

    await drop(page, ...files.slice(0, 2));

    expect(await readEntries(page)).toEqual(['The image has too many pixels', 'bee']);
    expect(await readTrouble(page)).toContain(detail);
    expect(await page.locator('#progress').textContent()).toBe('1 done, 1 failed');
  });

  it('one that a busy service refuses is retried with the same id, after the time that the service gives', async () => {
    const ids: (string | undefined)[] = [];
    const { page } = await service.visit((request, count) => {
      ids.push(request.headers()['idempotency-key']);
      return count === 1 ? new Reply(429, {}, { 'retry-after': '1' }) : explanationOf();
    });

    // The page's clock stands still, because on a slow machine the retry could hide the message before the test reads it.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1000);
    await page.locator('#choose').setInputFiles(chosen(...files.slice(0, 1)));
    await page.locator('#doing', { hasText: 'The service is busy: next attempt in 1 s' }).waitFor();
    await page.clock.runFor(1000);

    expect(await readLabels(page)).toEqual(['bee']);
    expect(ids[0]).toBe(ids[1]);
  });

  it('those without a connection wait until a person retries, one or all', async () => {
    const { page } = await service.visit((_, count) => (count <= 3 ? 'no connection' : explanationOf()));
    await drop(page, ...files.slice(0, 3));
    const before = await readEntries(page);

    await page.getByRole('button', { name: 'Retry c.png' }).click();
    await page.locator('.outcome span').waitFor();
    await page.getByRole('button', { name: 'Retry all failed' }).click();

    expect(before).toEqual(['No connection', 'No connection', 'No connection']);
    await expect.poll(() => readLabels(page)).toEqual(['bee', 'bee', 'bee']);
  });

  it.each([
    ['only looks like a picture', text('letter.jpg', 'image/jpeg'), 'That is not a picture'],
    ['this browser cannot open', text('IMG_1.HEIC', ''), 'This browser cannot open HEIC pictures'],
  ])('one that %s says so', async (_, file, title) => {
    const { page } = await service.visit(() => explanationOf());

    await drop(page, file, files[0]!);

    expect(await readEntries(page)).toEqual([title, 'bee']);
  });

  it('a TIFF is sent unchanged, because the service decodes TIFF and few browsers do', async () => {
    const sent: unknown[] = [];
    const { page } = await service.visit((request) => {
      sent.push([request.headers()['content-type'], request.postData()]);
      return explanationOf();
    });

    await drop(page, text('scan.tif', ''));

    expect(await readLabels(page)).toEqual(['bee']);
    expect(sent).toEqual([['image/tiff', 'Dear Sir']]);
  });
});
