/** The service and a browser, for the tests of one file. */
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type Service, startService } from '../../../local/service.ts';
import { newFolder } from '../../support/new-folder.ts';
import { launchBrowser, openPage, type Visit } from './browser.ts';

/** Another ensemble than the committed one can be tried with PAGE_MODEL. */
const DEFAULT_MODEL = process.env.PAGE_MODEL ?? 'handwriting';

/**
 * Starts service and browser before the tests of a file and ends them after.
 *
 * @param makeModels gives names or folders of the models. @default `handwriting`
 */
export function openSite(makeModels: () => Promise<string[]> = async () => [DEFAULT_MODEL]) {
  let service: Service;
  let browser: Browser;
  const dataDirectory = newFolder();
  beforeAll(async () => {
    const models = await makeModels();
    // A browser beside them on two cores must not make the table look out of reach, nor responses late.
    const environment = { CACHE_MILLISECONDS: '600', DEADLINE_MILLISECONDS: '5000' };
    service = await startService({ port: 0, workers: 1, models, dataDirectory, environment });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });
  return {
    /** The service's address, once the tests run. */
    get url() {
      return service.url;
    },
    /** @param path of a page. @default that of the first model */
    visit: (options?: BrowserContextOptions, path = '/'): Promise<Visit> =>
      openPage(browser, service.url + path, options),
  };
}
