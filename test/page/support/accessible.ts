/** Violations that axe-core finds on a page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.0 to 2.2, levels A and AA, and what axe's authors hold to be good practice. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const JUDGE = `axe.run(document, { runOnly: ${JSON.stringify(RULES)} }).then(({ violations }) => violations)`;

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/** Lets tests put axe into every page of a context that is opened with these options; the page's own policy forbids it. */
export const JUDGED = { bypassCSP: true } as const;

/** @returns what is wrong, a line each; none: nothing */
export async function findFaults(page: Page): Promise<string[]> {
  // Bars that grow are judged when they have grown.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(AXE);
  const violations = await page.evaluate<readonly Violation[]>(JUDGE);
  return violations.map(({ id, help, nodes }) => {
    const found = nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`);
    return `${id} (${help}): ${found.join('; ')}`;
  });
}
