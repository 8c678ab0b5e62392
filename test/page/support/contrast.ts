/** How well a text stands out from its ground. */
import type { Locator } from 'playwright-core';
import type { Element, Window } from './window.ts';

/** Contrast ratio of an element's text, 1 to 21, by the formula of WCAG 2.2. */
export async function contrastOf(text: Locator): Promise<number> {
  const [lighter, darker] = (await text.evaluate(coloursOf)).map(luminance).sort((a, b) => b - a) as [
    number,
    number,
  ];
  return (lighter + 0.05) / (darker + 0.05);
}

/** Runs in the browser: the colour of a text and the first one that lies under it. */
function coloursOf(element: Element): string[] {
  const window = globalThis as unknown as Window;
  const groundOf = (part: Element) => window.getComputedStyle(part).backgroundColor;
  let under = element;
  while (groundOf(under) === 'rgba(0, 0, 0, 0)' && under.parentElement) under = under.parentElement;
  return [window.getComputedStyle(element).color, groundOf(under)];
}

/** Relative luminance of a colour like `rgb(1, 2, 3)`. */
function luminance(colour: string): number {
  const [red, green, blue] = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map((value) => {
    const share = Number(value) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
