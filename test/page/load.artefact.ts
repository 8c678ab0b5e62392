import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { drop } from './support/bring.ts';
import { HeldQuestions } from './support/held-questions.ts';
import { explanationOf, INSECTS, photographs } from './support/insects.ts';
import { openPlayedService } from './support/played-service.ts';
import { readLabels } from './support/reading-history.ts';

const service = openPlayedService(INSECTS);
const [file] = await photographs('a.png');

/** Sends a picture once, and then a hundred times. @param play answers each of these, with its number from 1 */
async function runLoadTest(play: (route: Route, count: number) => Promise<void>): Promise<Page> {
  const { page } = await service.visit(() => explanationOf());
  await drop(page, file!);
  await readLabels(page);
  let count = 0;
  await page.route('**/predictions/insects', (route) => play(route, ++count));
  await page.getByRole('button', { name: 'Send 100 requests' }).click();
  return page;
}

const answer = (route: Route) => route.fulfill({ json: { bee: 0.9 } });
const figure = (page: Page, name: string) =>
  page
    .locator('#figures div', { has: page.locator('dt', { hasText: name }) })
    .locator('dd')
    .innerText();
const ended = (page: Page) => page.locator('#load-note', { hasText: ' answered in ' });

describe('a load test', () => {
  it('sends a hundred requests as programs do, each with an id of its own, six at once', async () => {
    const ids = new Set<string | undefined>();
    const held = new HeldQuestions();
    const page = await runLoadTest(async (route) => {
      ids.add(route.request().headers()['idempotency-key']);
      await held.hold();
      await answer(route);
    });
    await held.gathered(6);
    held.release();
    await ended(page).waitFor();

    expect(ids.size).toBe(100);
    expect(held.most).toBe(6);
    expect(await ended(page).innerText()).toMatch(
      /^100 of 100 answered in [\d.]+ s: \d+ responses a second, 6 requests at once\.$/,
    );
    expect(await figure(page, 'p99')).toMatch(/ ms$/);
  });

  it('counts what is refused and what failed apart', async () => {
    const page = await runLoadTest((route, count) => {
      if (count % 10 === 0) return route.fulfill({ status: 429, headers: { 'retry-after': '1' } });
      return count % 25 === 1 ? route.abort() : answer(route);
    });
    await ended(page).waitFor();

    expect([await figure(page, 'refused'), await figure(page, 'failed')]).toEqual(['10', '4']);
    expect(await ended(page).innerText()).toMatch(/^86 of 100 answered/);
    expect(await page.locator('#cells .refused').count()).toBe(10);
  });

  it('ends when it is stopped, and what is under way is waited for', async () => {
    const held = new HeldQuestions();
    const page = await runLoadTest(async (route) => {
      await held.hold();
      await answer(route);
    });
    await held.gathered(6);
    await page.getByRole('button', { name: 'Stop' }).click();
    held.release();
    await ended(page).waitFor();

    expect(await ended(page).innerText()).toMatch(/^6 of 6 answered/);
    expect(await page.getByRole('button', { name: 'Send 100 requests' }).isVisible()).toBe(true);
  });
});
