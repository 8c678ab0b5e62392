/** Violations that axe-core finds on a page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.0 to 2.2, levels A and AA, and axe's own best practices. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const JUDGE = `axe.run(document, { runOnly: ${JSON.stringify(RULES)} }).then(({ violations }) => violations)`;

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/** Options of a browser context in which tests can inject axe. The page's own Content-Security-Policy forbids other scripts. */
export const JUDGED = { bypassCSP: true } as const;

/** @returns a text of one or more lines for each violation */
export async function findFaults(page: Page): Promise<string[]> {
  // Reduced motion skips the growth of bars, so that axe judges their final state.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(AXE);
  const violations = await page.evaluate<readonly Violation[]>(JUDGE);
  return violations.map(({ id, help, nodes }) => {
    const found = nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`);
    return `${id} (${help}): ${found.join('; ')}`;
  });
}
