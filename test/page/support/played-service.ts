/** The page in front of a stub of the service. The stub is fast, and fails on demand. */
import type { Browser, BrowserContextOptions, Request, Route } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { MODEL_SLOT, type Page, type PageModel } from '../../../functions/inference/information/page.ts';
import { buildPage } from '../../../functions/page/build.ts';
import { launchBrowser, openPage, running, type Visit } from './browser.ts';

const ADDRESS = 'http://subsecond.test/';

/** Behaviour of `POST /explain`: JSON, a reply with any status, or no connection. @param count number of this request, from 1 */
export type Play = (request: Request, count: number) => Played | Promise<Played>;
type Played = object | Reply | 'no connection';

/** A reply with another status than 200, or with headers. */
export class Reply {
  readonly response: Parameters<Route['fulfill']>[0];

  constructor(status: number, json: object = {}, headers: Record<string, string> = {}) {
    this.response = { status, json, headers };
  }
}

/**
 * Opens a browser before the tests of a file, and closes it after them.
 *
 * @param labels response of `GET /labels`
 */
export function openPlayedService(model: PageModel, labels: readonly string[] = []) {
  let browser: Browser;
  let built: Page;
  beforeAll(async () => {
    [browser, built] = await Promise.all([launchBrowser(), buildPage()]);
  });
  afterAll(() => browser?.close());
  return {
    async visit(play: Play, options?: BrowserContextOptions): Promise<Visit> {
      browser = await running(browser);
      const html = built.html.replace(MODEL_SLOT, () => JSON.stringify(model).replaceAll('<', '\\u003c'));
      const headers = { 'content-security-policy': built.contentSecurityPolicy };
      let count = 0;
      return openPage(browser, ADDRESS, options, async (page) => {
        await page.route(ADDRESS, (route) =>
          route.fulfill({ body: html, contentType: 'text/html', headers }),
        );
        await page.route('**/labels', (route) => route.fulfill({ json: { labels } }));
        await page.route('**/explain', async (route) => {
          count++;
          const played = await play(route.request(), count);
          if (played === 'no connection') return route.abort();
          return route.fulfill(played instanceof Reply ? played.response : { json: played });
        });
      });
    },
  };
}
