import type { Page, Request } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { PageModel } from '../../functions/inference/information/page.ts';
import { drawWithFinger, drawWithMouse, type Position, type Strokes } from './support/draw.ts';
import { explanationOf, INSECT_LABELS, INSECTS } from './support/insects.ts';
import { SMALL_PHONE } from './support/phone.ts';
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

it('a drawing is sent after every stroke', async () => {
  const { page } = await service.visit(byLines);
  const read: string[] = [];

  for (const stroke of lines(3)) {
    await drawWithMouse(page, [stroke]);
    read.push(await readPrediction(page));
  }

  expect(read).toEqual(['wasp', 'bee', 'bee']);
});

it('a tap presses a button even after a stroke that ends fast', async () => {
  const { page } = await service.visit(byLines, SMALL_PHONE);
  const fast = Array.from({ length: 7 }, (_, step): Position => [0.2 + 0.08 * step, 0.3 + 0.06 * step]);
  const sheets: boolean[] = [];

  for (let sheet = 0; sheet < 3; sheet++) {
    await drawWithFinger(page, [fast]);
    await page.getByRole('button', { name: 'New sheet' }).tap();
    sheets.push(await page.locator('#paper-hint').isVisible());
  }

  expect(sheets, 'new ones').toEqual([true, true, true]);
});

it('response and history fit into the window of a phone, however long a label is', async () => {
  const { page } = await service.visit(() => explanationOf(LONG_LABEL.replaceAll(' ', '')), SMALL_PHONE);

  await draw(page, 2);
  await page.getByRole('button', { name: 'New sheet' }).click();
  await page.locator('#entries tr').waitFor();
  await draw(page, 1);

  expect(await readOverflow(page)).toBe(0);
});

describe('a sheet', () => {
  it('comes back when undo removes a stroke from the next sheet, and then this sheet', async () => {
    const sent: number[] = [];
    const { page } = await service.visit(async (request) => {
      sent.push(await linesIn(request));
      return explanationOf();
    });
    await draw(page, 2);
    await page.getByRole('button', { name: 'New sheet' }).click();

    await draw(page, 1);
    await page.keyboard.press('Control+z');
    await page.locator('#empty').waitFor();
    await page.keyboard.press('Meta+z');
    await readPrediction(page);

    expect(sent.slice(-2)).toEqual([1, 2]);
  });

  it('gets the focus of a button that is disabled', async () => {
    const { page } = await service.visit(() => explanationOf());
    const focused: (string | null)[] = [];
    for (const press of ['Undo', 'New sheet']) {
      await draw(page, 1);
      await page.locator('.input').getByRole('button', { name: press, exact: true }).press('Enter');
      focused.push(await page.locator(':focus').getAttribute('id'));
    }

    expect(focused).toEqual(['paper', 'paper']);
  });
});
