/** The page in front of a service that a test plays: quick, and it fails as it is told to. */
import type { Browser, BrowserContextOptions, Request, Route } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { MODEL_PLACE, type Page, type PageModel } from '../../../functions/inference/information/page.ts';
import { buildPage } from '../../../functions/page/build.ts';
import { launchBrowser, openPage, type Visit } from './browser.ts';

const ADDRESS = 'http://subsecond.test/';

/** What `POST /explain` does: JSON, or what Playwright calls fulfilling or aborting. */
export type Play = (
  request: Request,
  count: number,
) => object | Reply | 'no connection' | Promise<object | Reply>;

/** A reply that is not 200. */
export class Reply {
  readonly status: number;
  readonly problem: object;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, problem: object = {}, headers: Readonly<Record<string, string>> = {}) {
    this.status = status;
    this.problem = problem;
    this.headers = headers;
  }
}

/**
 * Opens browser and page before the tests of a file and closes them after.
 *
 * @param labels what `GET /labels` gives
 */
export function openPlayedService(model: PageModel, labels: readonly string[] = []) {
  let browser: Browser;
  let built: Page;
  beforeAll(async () => {
    [browser, built] = await Promise.all([launchBrowser(), buildPage()]);
  });
  afterAll(() => browser?.close());
  return {
    visit(play: Play, options?: BrowserContextOptions): Promise<Visit> {
      const html = built.html.replace(MODEL_PLACE, () => JSON.stringify(model).replaceAll('<', '\\u003c'));
      const headers = { 'content-security-policy': built.contentSecurityPolicy };
      let count = 0;
      return openPage(browser, ADDRESS, options, async (page) => {
        await page.route(ADDRESS, (route) =>
          route.fulfill({ body: html, contentType: 'text/html', headers }),
        );
        await page.route('**/labels', (route) => route.fulfill({ json: { labels } }));
        await page.route('**/explain', async (route) => {
          count++;
          await reply(route, await play(route.request(), count));
        });
      });
    },
  };
}

async function reply(route: Route, played: Awaited<ReturnType<Play>>): Promise<void> {
  if (played === 'no connection') return route.abort();
  if (!(played instanceof Reply)) return route.fulfill({ json: played });
  const { status, problem, headers } = played;
  return route.fulfill({ status, json: problem, headers: { ...headers } });
}
