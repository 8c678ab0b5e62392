import type { Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { explanationOf, INSECTS } from './support/insects.ts';
import { PHONE } from './support/phone.ts';
import { openPlayedService, Reply } from './support/played-service.ts';
import { readFacts, readOverflow, readRows } from './support/reading.ts';

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
const heardBox = (page: Page) => page.getByRole('textbox', { name: 'Recognised text' });

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
  it('are not sent twice when nothing was changed, nor when nothing is there', async () => {
    const { page, requests } = await service.visit(giveBack);
    await heardBox(page).fill('在見');
    await readRows(page);

    await heardBox(page).fill('在見  ');
    await page.waitForTimeout(800);
    await heardBox(page).fill('   ');
    await page.getByRole('button', { name: 'Correct', exact: true }).click();
    await page.waitForTimeout(800);

    expect(requests.filter((address) => address.endsWith('/explain'))).toHaveLength(1);
  });

  it('are not sent in the middle of a character that is composed of several keys', async () => {
    const sent: string[] = [];
    const { page } = await service.visit((request) => {
      sent.push(heardIn(request));
      return giveBack(request);
    });
    await heardBox(page).focus();
    const devtools = await page.context().newCDPSession(page);

    await devtools.send('Input.imeSetComposition', { text: 'ㄗㄞ', selectionStart: 2, selectionEnd: 2 });
    await page.waitForTimeout(1000);
    const before = [...sent];
    await devtools.send('Input.insertText', { text: '在' });

    expect((await readRows(page)).predicted).toBe('在');
    expect([before, sent]).toEqual([[], ['在']]);
  });

  it('for which there was no time are returned as heard, and the page says so', async () => {
    const { page } = await service.visit((request) => {
      const fallback = { ...giveBack(request), members: [] };
      return new Reply(200, fallback, { 'x-subsecond-members': '0/2; fallback' });
    });

    await heardBox(page).fill('在見');

    const facts = await readFacts(page);
    expect(facts[0]).toBe('Not corrected before the deadline: the text is unchanged');
    expect(facts.at(-1)).toMatch(/^Not cached, for lack of time/);
    expect(await page.locator('#result > .votes').count()).toBe(0);
  });

  it('are sometimes best made of another guess than the first, and the page says of which', async () => {
    const { page } = await service.visit((request) => ({ ...giveBack(request), hypothesis: 1 }));

    await heardBox(page).fill('在見');

    expect((await readFacts(page))[1]).toMatch(/from hypothesis 2$/);
  });

  it('fit a phone, however long they are', async () => {
    const { page } = await service.visit(giveBack, PHONE);

    await heardBox(page).fill(`${'今天在見'.repeat(20)}${'abc'.repeat(60)}`);
    await readRows(page);

    expect(await readOverflow(page)).toBe(0);
    expect(await page.locator('html').evaluate('scrollY')).toBe(0);
  });
});
