/** The service and a browser, for the tests of one file. */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type Service, startService } from '../../../local/service.ts';
import { launchBrowser, openPage, type Visit } from './browser.ts';

/** The service's address and a way to look at its page; both are there once the tests run. */
export interface Site {
  readonly url: string;
  visit(options?: BrowserContextOptions): Promise<Visit>;
}

/** Starts service and browser before the tests of a file and ends them after. */
export function openSite(): Site {
  let service: Service;
  let browser: Browser;
  const dataDirectory = mkdtempSync(path.join(tmpdir(), 'subsecond-page-'));
  beforeAll(async () => {
    service = await startService({
      port: 0,
      provisioned: 1,
      maxConcurrency: 1,
      // Another ensemble than the committed one can be tried with PAGE_MODEL.
      model: process.env.PAGE_MODEL ?? 'handwriting',
      dataDirectory,
      // A browser beside them on two cores must not make the table look out of reach.
      environment: { CACHE_MILLISECONDS: '600' },
    });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  });
  return {
    get url() {
      return service.url;
    },
    visit: (options) => openPage(browser, service.url, options),
  };
}
