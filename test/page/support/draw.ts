import type { Page } from 'playwright-core';

/** Position on the paper. Both coordinates range from 0 to 1. */
export type Position = readonly [x: number, y: number];

export type Strokes = readonly (readonly Position[])[];

export async function drawWithMouse(page: Page, strokes: Strokes): Promise<void> {
  const box = await paperOf(page);
  for (const [first, ...others] of strokes) {
    await page.mouse.move(...box(first!));
    await page.mouse.down();
    for (const position of others) await page.mouse.move(...box(position), { steps: 2 });
    await page.mouse.up();
  }
}

/**
 * Draws with a finger. The page must have been opened with a touch screen.
 *
 * @returns a promise that resolves when the page has handled the last stroke, because the browser may acknowledge it earlier
 */
export async function drawWithFinger(page: Page, strokes: Strokes): Promise<void> {
  const box = await paperOf(page);
  const handled = await page.evaluateHandle(`{
    let left = ${strokes.length};
    const { promise, resolve } = Promise.withResolvers();
    paper.addEventListener('pointerup', () => --left === 0 && resolve());
    ({ promise });
  }`);
  const devtools = await page.context().newCDPSession(page);
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', positions: Position[]) => {
    const touchPoints = positions.map(box).map(([x, y]) => ({ x, y }));
    await devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
  for (const [first, ...others] of strokes) {
    await touch('touchStart', [first!]);
    for (const position of others) await touch('touchMove', [position]);
    await touch('touchEnd', []);
  }
  await handled.evaluate('({ promise }) => promise');
}

/** Returns a function that converts positions on the paper to pixels of the window. */
async function paperOf(page: Page): Promise<(position: Position) => [x: number, y: number]> {
  const paper = page.locator('#paper');
  await paper.scrollIntoViewIfNeeded();
  const box = await paper.boundingBox();
  if (!box) throw new Error('the page shows no paper');
  return ([x, y]) => [box.x + x * box.width, box.y + y * box.height];
}
