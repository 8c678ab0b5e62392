/** Writes characters stroke by stroke, as a hand would. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/** Position on the paper, both from 0 to 1. */
type Position = readonly [x: number, y: number];

/** Where the character lies on the paper: written smaller than the paper, and not in its middle. */
const MARGIN = 0.15;
const SIZE = 0.6;

/**
 * The strokes of a character, in the order in which they are written.
 *
 * From the package hanzi-writer-data, which takes them from a font of Arphic (Arphic Public License): the middle
 * line of each stroke on a square of 1024 units, x to the right, y upwards from -124.
 */
export function strokesOf(character: string): Position[][] {
  const file = fileURLToPath(import.meta.resolve(`hanzi-writer-data/${character}.json`));
  const { medians }: { medians: [number, number][][] } = JSON.parse(readFileSync(file, 'utf8'));
  return medians.map((stroke) =>
    stroke.map(([x, y]): Position => [MARGIN + (SIZE * x) / 1024, MARGIN + (SIZE * (900 - y)) / 1024]),
  );
}

/** Draws a character with the mouse. */
export async function drawWithMouse(page: Page, character: string): Promise<void> {
  const place = await paperOf(page);
  for (const [first, ...others] of strokesOf(character)) {
    await page.mouse.move(...place(first!));
    await page.mouse.down();
    for (const position of others) await page.mouse.move(...place(position), { steps: 2 });
    await page.mouse.up();
  }
}

/** Draws a character with a finger. The page must have been opened with a touch screen. */
export async function drawWithFinger(page: Page, character: string): Promise<void> {
  const place = await paperOf(page);
  const devtools = await page.context().newCDPSession(page);
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', positions: Position[]) => {
    const touchPoints = positions.map(place).map(([x, y]) => ({ x, y }));
    await devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
  for (const [first, ...others] of strokesOf(character)) {
    await touch('touchStart', [first!]);
    for (const position of others) await touch('touchMove', [position]);
    await touch('touchEnd', []);
  }
}

/** Draws a character with a pen. */
export async function drawWithPen(page: Page, character: string): Promise<void> {
  const place = await paperOf(page);
  const devtools = await page.context().newCDPSession(page);
  const pen = async (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', position: Position) => {
    const [x, y] = place(position);
    const pressed = { button: 'left', buttons: 1, clickCount: 1, pointerType: 'pen' } as const;
    await devtools.send('Input.dispatchMouseEvent', { type, x, y, ...pressed });
  };
  for (const stroke of strokesOf(character)) {
    await pen('mousePressed', stroke[0]!);
    for (const position of stroke.slice(1)) await pen('mouseMoved', position);
    await pen('mouseReleased', stroke.at(-1)!);
  }
}

/** Translates positions on the paper to positions in the window, in pixels. */
async function paperOf(page: Page): Promise<(position: Position) => [x: number, y: number]> {
  const paper = page.locator('#paper');
  await paper.scrollIntoViewIfNeeded();
  const box = await paper.boundingBox();
  if (!box) throw new Error('the page shows no paper');
  return ([x, y]) => [box.x + x * box.width, box.y + y * box.height];
}
