import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { drop } from './support/bring.ts';
import { HeldQuestions } from './support/held-questions.ts';
import { explanationOf, INSECTS, photographs } from './support/insects.ts';
import { openPlayedService } from './support/played-service.ts';
import { readLabels } from './support/reading-photographs.ts';

const service = openPlayedService(INSECTS);
const [file] = await photographs('a.png');

/** Asks about a picture, and then a hundred times. @param play answers each of these, with its number from 1 */
async function askCrowd(play: (route: Route, count: number) => Promise<void>): Promise<Page> {
  const { page } = await service.visit(() => explanationOf());
  await drop(page, file!);
  await readLabels(page);
  let count = 0;
  await page.route('**/predictions/insects', (route) => play(route, ++count));
  await page.getByRole('button', { name: 'Ask 100 at once' }).click();
  return page;
}

const answer = (route: Route, headers = {}) => route.fulfill({ json: { bee: 0.9 }, headers });
const figure = (page: Page, name: string) =>
  page
    .locator('#figures div', { has: page.locator('dt', { hasText: name }) })
    .locator('dd')
    .innerText();
const ended = (page: Page) => page.locator('#crowd [role=status]', { hasText: ' answered in ' });

describe('a hundred at once', () => {
  it('ask as programs do, each with an id of its own, six at a time, and say so', async () => {
    const ids = new Set<string | undefined>();
    const held = new HeldQuestions();
    const page = await askCrowd(async (route, count) => {
      ids.add(route.request().headers()['idempotency-key']);
      await held.hold();
      await answer(route, { 'x-subsecond-environment': String(count % 3) });
    });
    await held.gathered(6);
    held.release();
    await ended(page).waitFor();

    expect(ids.size).toBe(100);
    expect(held.most).toBe(6);
    expect(await ended(page).innerText()).toMatch(
      /^100 of 100 answered in [\d.]+ s, \d+ a second: 6 at a time, for a browser opens no more .* HTTP\/1\.1\.$/,
    );
    expect(await figure(page, 'environments')).toBe('3');
    expect(await figure(page, 'p99')).toMatch(/ ms$/);
  });

  it('count what is refused and what is lost apart', async () => {
    const page = await askCrowd((route, count) => {
      if (count % 10 === 0) return route.fulfill({ status: 429, headers: { 'retry-after': '1' } });
      return count % 25 === 1 ? route.abort() : answer(route);
    });
    await ended(page).waitFor();

    expect([await figure(page, 'refused'), await figure(page, 'lost')]).toEqual(['10', '4']);
    expect(await ended(page).innerText()).toMatch(/^86 of 100 answered/);
    expect(await page.locator('#cells .refused').count()).toBe(10);
  });

  it('end when they are stopped, and what is under way is waited for', async () => {
    const held = new HeldQuestions();
    const page = await askCrowd(async (route) => {
      await held.hold();
      await answer(route);
    });
    await held.gathered(6);
    await page.getByRole('button', { name: 'Stop' }).click();
    held.release();
    await ended(page).waitFor();

    expect(await ended(page).innerText()).toMatch(/^6 of 6 answered/);
    expect(await page.getByRole('button', { name: 'Ask 100 at once' }).isVisible()).toBe(true);
  });
});
