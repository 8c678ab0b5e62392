/** The service and a browser, for the tests of one file. */
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type Service, startService } from '../../../local/service.ts';
import { newFolder } from '../../support/new-folder.ts';
import { launchBrowser, openPage, running, type Visit } from './browser.ts';

/** The environment variable `PAGE_MODEL` names another model to test. */
const DEFAULT_MODEL = process.env.PAGE_MODEL ?? 'handwriting';

/**
 * Starts service and browser before the tests of a file, and stops them after the tests.
 *
 * @param makeModels returns names or folders of the models. @default only `DEFAULT_MODEL`
 */
export function openSite(makeModels: () => Promise<string[]> = async () => [DEFAULT_MODEL]) {
  let service: Service;
  let browser: Browser;
  const dataDirectory = newFolder();
  beforeAll(async () => {
    const models = await makeModels();
    // The time-outs are long because the machine may be busy.
    const environment = { CACHE_MILLISECONDS: '30000', DEADLINE_MILLISECONDS: '60000' };
    service = await startService({ port: 0, workers: 1, models, dataDirectory, environment });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });
  return {
    /** The service's address, available when the tests run. */
    get url() {
      return service.url;
    },
    /** @param path path of a page. @default the page of the first model */
    async visit(options?: BrowserContextOptions, path = '/'): Promise<Visit> {
      browser = await running(browser);
      return openPage(browser, service.url + path, options);
    },
  };
}
