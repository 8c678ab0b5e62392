import type { Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chosen, drop, paste } from './support/bring.ts';
import { HeldQuestions } from './support/held-questions.ts';
import { explanationOf, INSECTS, photographs, whichOf } from './support/insects.ts';
import { openPlayedService } from './support/played-service.ts';
import { readCards, readLabels } from './support/reading-photographs.ts';

const service = openPlayedService(INSECTS);
const files = await photographs('a.png', 'b.png', 'c.png', 'd.png');
const LABELS = ['ant', 'bee', 'wasp', 'fly'];
const labelEach = (request: Request) => explanationOf(LABELS[whichOf(files, request)]);

describe('several photographs', () => {
  it('are answered each on a card of its own, with what it is, how sure, and how many members agree', async () => {
    const { page, complaints } = await service.visit(labelEach);

    await drop(page, ...files.slice(0, 3));

    expect(await readLabels(page)).toEqual(['ant', 'bee', 'wasp']);
    const [first] = await readCards(page);
    expect(first).toMatch(/^ant\s+93\.0 % sure\s+Both models agree, [\d.]+ ms$/);
    expect(await page.locator('#photographs canvas').count()).toBe(3);
    expect(await page.locator('#status').textContent()).toBe('3 answered');
    expect(complaints).toEqual([]);
  });

  it('stand above those that were brought before, in the order in which they came', async () => {
    const { page } = await service.visit(labelEach);
    await page.locator('#choose').setInputFiles(chosen(...files.slice(0, 1)));
    await readLabels(page);

    await paste(page, ...files.slice(1, 3));

    expect(await readLabels(page)).toEqual(['bee', 'wasp', 'ant']);
  });

  it('are asked about two at a time', async () => {
    const held = new HeldQuestions();
    const { page } = await service.visit(async () => {
      await held.hold();
      return explanationOf();
    });

    await drop(page, ...files);
    await held.gathered(2);
    held.release();

    expect(await readLabels(page)).toHaveLength(4);
    expect(held.most).toBe(2);
  });

  it('tell how each member voted, one at a time', async () => {
    const { page } = await service.visit(labelEach);
    await drop(page, ...files.slice(0, 2));
    await readLabels(page);
    const votes = page.locator('#photographs .votes');
    const before = await votes.count();

    await page.getByRole('button', { name: 'Votes and time of a.png' }).click();
    await page.getByRole('button', { name: 'Votes and time of b.png' }).click();

    const shown = page.locator('#photographs > li', { has: page.locator('.votes') });
    expect([before, await shown.count()]).toEqual([0, 1]);
    expect(await shown.locator('.votes h3').allTextContents()).toEqual([
      'All togethermean',
      'firstweight 1, 9.0 ms',
      'secondweight 1, 9.0 ms',
    ]);
    expect(await page.locator('.toggle[aria-expanded=true]').count()).toBe(1);
  });

  it('are removed one by one, with the keyboard, too, or all at once', async () => {
    const { page } = await service.visit(labelEach);
    await drop(page, ...files);
    await readLabels(page);

    await page.getByRole('button', { name: 'Remove a.png' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    const left = await readLabels(page);
    await page.getByRole('button', { name: 'Remove all' }).click();

    expect(left).toEqual(['wasp', 'fly']);
    expect(await page.locator('#photographs > li').count()).toBe(0);
    expect(await page.locator('#empty').isVisible()).toBe(true);
  });

  it('are fifty at most, and the page says how many were left out', async () => {
    const { page } = await service.visit(() => explanationOf());
    const names = Array.from({ length: 53 }, (_, index) => `${index}.png`);

    await page.locator('#choose').setInputFiles(chosen(...(await photographs(...names))));

    expect(await page.getByRole('alert').textContent()).toContain(
      '3 of 53 were left out. 50 are shown at most',
    );
    expect(await page.locator('#photographs > li').count()).toBe(50);
  });
});

describe('one photograph', () => {
  it('tells everything at once, and keeps its answer when it is asked again with the same id', async () => {
    const ids: (string | undefined)[] = [];
    const { page } = await service.visit((request) => {
      ids.push(request.headers()['idempotency-key']);
      return explanationOf();
    });
    await page.locator('#choose').setInputFiles(chosen(...files.slice(0, 1)));
    await page.locator('#photographs .votes').waitFor();

    const asked = page.waitForRequest('**/explain');
    await page.getByRole('button', { name: 'Ask again' }).click();
    await asked;

    expect(await readLabels(page)).toEqual(['bee']);
    expect(ids[0]).toBe(ids[1]);
    expect(await page.locator('#status').textContent()).toMatch(/^It is bee, 93\.0 % sure, in [\d.]+ ms\./);
  });

  it.each([
    [1, '60\\.0 % are asked for'],
    [2, 'the first 2 together have 53\\.0 % where 60\\.0 % are asked for'],
  ])('of which nobody knows what it shows says so (labels counted together: %i)', async (together, why) => {
    const mean = [
      { label: 'neither', probability: 0.41 },
      { label: 'ant', probability: 0.12 },
      { label: 'fly', probability: 0.1 },
    ];
    const refused = { rejected: true, threshold: 0.6, together, mean };
    const { page } = await service.visit(() => ({ ...explanationOf('neither', 0.41), ...refused }));

    await page.locator('#choose').setInputFiles(chosen(...files.slice(0, 1)));

    expect(await readCards(page)).toEqual([
      expect.stringMatching(
        new RegExp(`^None that it knows\\s+41\\.0 %\\s+neither: only 41\\.0 % sure, and ${why}`),
      ),
    ]);
  });
});
