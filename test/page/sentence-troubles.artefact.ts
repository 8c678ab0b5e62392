import type { Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { explanationOf, INSECTS } from './support/insects.ts';
import { PHONE } from './support/phone.ts';
import { openPlayedService, Reply } from './support/played-service.ts';
import { readFacts, readOverflow, readRows, readTrouble } from './support/reading.ts';

const service = openPlayedService({
  ...INSECTS,
  name: 'sentences',
  pipeline: 'text-correction',
  title: 'Spoken sentences',
  hint: 'Type what was heard.',
  contract: 'esun-2022',
  page: { language: 'zh-Hant' },
  labels: 0,
});

async function send(page: Page, sentence: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Recognised text' }).fill(sentence);
  await page.keyboard.press('Enter');
}

/** The best hypothesis of a request. */
const heardIn = (request: Request): string => request.postDataJSON().sentence_list[0];

/** A service that corrects nothing. */
const giveBack = (request: Request) => ({
  ...explanationOf(heardIn(request), 0.9),
  text: heardIn(request),
  hypothesis: 0,
  threshold: 0.8,
  members: ['first', 'second'].map((name) => ({ name, weight: 1, milliseconds: 3, places: [] })),
  mean: [],
});

describe('sentences', () => {
  it('are not sent if they are blank', async () => {
    const { page, requests } = await service.visit(giveBack);

    await send(page, '   ');
    await send(page, '在見');
    await readRows(page);

    expect(requests.filter((address) => address.endsWith('/explain'))).toHaveLength(1);
  });

  it('are reported as late after ten seconds without a response', async () => {
    const { page } = await service.visit(() => new Promise(() => {}));

    await send(page, '在見');

    expect(await readTrouble(page)).toMatch(/^No response yet\s*The service took longer than 10 seconds/);
  });

  it('are shown unchanged if there was no time to correct them, and the page says so', async () => {
    const { page } = await service.visit((request) => {
      const fallback = { ...giveBack(request), members: [] };
      return new Reply(200, fallback, { 'x-subsecond-members': '0/2; fallback' });
    });

    await send(page, '在見');

    const facts = await readFacts(page);
    expect(facts[0]).toBe('Not corrected before the deadline: the text is unchanged');
    expect(facts.at(-1)).toMatch(/^Not cached, because not every member/);
    expect(await page.locator('#result > .votes').count()).toBe(0);
  });

  it('can be predicted from another hypothesis than the first, and the page says which', async () => {
    const { page } = await service.visit((request) => ({ ...giveBack(request), hypothesis: 1 }));

    await send(page, '在見');

    expect((await readFacts(page))[1]).toMatch(/based on hypothesis 2$/);
  });

  it('fit a phone, however long they are', async () => {
    const { page } = await service.visit(giveBack, PHONE);

    await send(page, `${'今天在見'.repeat(20)}${'abc'.repeat(60)}`);
    await readRows(page);

    expect(await readOverflow(page)).toBe(0);
    expect(await page.locator('html').evaluate('scrollY')).toBe(0);
  });
});
