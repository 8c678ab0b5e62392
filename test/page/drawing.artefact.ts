import type { Page, Request } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { PageModel } from '../../functions/inference/information/page.ts';
import { drawWithMouse, type Position, type Strokes } from './support/draw.ts';
import { explanationOf, INSECT_LABELS, INSECTS } from './support/insects.ts';
import { PHONE, SMALL_PHONE } from './support/phone.ts';
import { openPlayedService } from './support/played-service.ts';
import { readOverflow, readPrediction } from './support/reading.ts';
import { LONG_LABEL } from './support/tiny-models.ts';

const FILL: [number, number] = [0.8, 0.8];
const GEOMETRY = { width: 64, height: 64, fill: FILL, line: 3 };

/** Black ink on white paper. */
const DRAWN_INSECTS: PageModel = {
  ...INSECTS,
  page: {
    language: 'en',
    draw: { ...GEOMETRY, paper: '#ffffff', ink: '#000000', centre: 'box', format: 'png', guides: 'none' },
  },
  labels: INSECT_LABELS.length,
};

/** Lines from left to right, one below the other. */
function lines(count: number): Strokes {
  return Array.from({ length: count }, (_, line) => {
    const y = 0.25 + 0.08 * line;
    return [0.3, 0.7].map((x): Position => [x, y + x / 40]);
  });
}

const service = openPlayedService(DRAWN_INSECTS, INSECT_LABELS);

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const candidates = (page: Page) => page.locator('#candidates button').allInnerTexts();
const line = (page: Page) => page.locator('#reading').innerText();

/** Draws lines, and waits for the prediction. */
async function draw(page: Page, count: number): Promise<void> {
  await drawWithMouse(page, lines(count));
  await readPrediction(page);
}

/** Number of lines in a picture. */
async function linesIn(request: Request): Promise<number> {
  const picture = sharp(request.postDataBuffer()!).greyscale().raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  const inked = (row: number) => data[row * info.width + info.width / 2]! < 128;
  const rows = Array.from({ length: info.height - 1 }, (_, row) => row);
  return rows.filter((row) => !inked(row) && inked(row + 1)).length;
}

/** A service that predicts a wasp for one line, and a bee for more. */
const byLines = async (request: Request) => explanationOf((await linesIn(request)) > 1 ? 'bee' : 'wasp');

describe('what is drawn', () => {
  it('is read after every stroke: what it is, and what else it may be', async () => {
    const { page } = await service.visit(byLines);
    const said: string[] = [];

    for (const stroke of lines(3)) {
      await drawWithMouse(page, [stroke]);
      await readPrediction(page);
      said.push(await line(page));
    }

    expect(said).toEqual(['wasp after one stroke', 'bee after 2 strokes', 'bee after 3 strokes']);
    expect(await candidates(page)).toEqual(['bee', 'ant', 'Other…']);
  });

  it('may be what the members think of first where it was refused', async () => {
    const refused = { prediction: 'isnull', rejected: true, threshold: 0.95 };
    const { page } = await service.visit(() => ({ ...explanationOf(), ...refused }));

    await draw(page, 2);

    expect(await line(page)).toBe('None of its labels, perhaps bee?');
    expect(await page.locator('#candidates .prediction').count()).toBe(0);
  });
});

it('labels and history fit into the window of a phone, however long a label is', async () => {
  const { page } = await service.visit(() => explanationOf(LONG_LABEL.replaceAll(' ', '')), SMALL_PHONE);

  await draw(page, 2);
  await page.locator('#candidates button').first().click();
  await page.locator('#entries tr').waitFor();
  await drawWithMouse(page, lines(1));
  await page.locator('#candidates button').first().waitFor();

  expect(await readOverflow(page)).toBe(0);
});

describe('a sheet', () => {
  it('is finished after a pause: the next stroke begins a new one, and undoing brings it back', async () => {
    const sent: number[] = [];
    const { page } = await service.visit(async (request) => {
      sent.push(await linesIn(request));
      return explanationOf();
    });
    await drawWithMouse(page, lines(2));
    await page.getByText('The next stroke begins a new sheet').waitFor();

    await draw(page, 1);
    await page.keyboard.press('Control+z');
    await page.locator('#empty').waitFor();
    await page.keyboard.press('Meta+z');
    await readPrediction(page);

    expect(sent.slice(-2)).toEqual([1, 2]);
  });

  it('makes room for the next when one of the candidates is chosen', async () => {
    const { page } = await service.visit(() => explanationOf());
    await draw(page, 2);

    await page.locator('#candidates button').nth(1).click();

    expect(await line(page)).toBe('ant is noted as the right label.');
    expect(await candidates(page)).toEqual([]);
    const sent = page.waitForRequest('**/explain');
    await drawWithMouse(page, lines(1));
    expect(await linesIn(await sent)).toBe(1);
  });

  it('loses no focus to a button that goes', async () => {
    const { page } = await service.visit(() => explanationOf());
    const focused: (string | null)[] = [];
    for (const press of ['Undo', 'New sheet', 'bee']) {
      await draw(page, 1);
      await page.locator('.input').getByRole('button', { name: press, exact: true }).press('Enter');
      focused.push(await page.locator(':focus').getAttribute('id'));
    }

    expect(focused).toEqual(['paper', 'paper', 'paper']);
  });
});

describe('what the model knows', () => {
  it('is pasted into the field, and undone there', async () => {
    const { page } = await service.visit(() => explanationOf());
    await draw(page, 1);
    await button(page, 'Other…').click();

    await page.getByRole('searchbox').fill('wasp');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Escape');

    expect(await button(page, 'Undo').isEnabled()).toBe(true);
    expect(await page.locator(':focus').innerText()).toBe('Other…');
  });

  it.each(['light', 'dark'] as const)(
    'is traced in grey where it is %s, and nothing of it is sent',
    async (colorScheme) => {
      const { page } = await service.visit(() => explanationOf(), { ...PHONE, colorScheme });
      const sent = async () => {
        const sent = page.waitForRequest('**/explain');
        await drawWithMouse(page, lines(1));
        return (await sent).postDataBuffer()!;
      };
      const blank = await page.locator('#paper').screenshot();
      const alone = await sent();
      await readPrediction(page);
      await button(page, 'New sheet').click();

      await button(page, 'Trace one').click();
      await page.locator('#label-list').getByRole('button', { name: 'wasp' }).click();
      await page.locator('#labels').waitFor({ state: 'hidden' });
      const printed = await page.locator('#paper').screenshot();

      expect(await inkShare(blank, printed)).toBeGreaterThan(0.03);
      expect(await sent()).toEqual(alone);
    },
  );
});

/** Share of the pixels that differ. */
async function inkShare(one: Buffer, other: Buffer): Promise<number> {
  const shadesOf = (png: Buffer) => sharp(png).greyscale().raw().toBuffer();
  const [before, after] = [await shadesOf(one), await shadesOf(other)];
  return after.filter((shade, pixel) => Math.abs(shade - before[pixel]!) > 20).length / after.length;
}
