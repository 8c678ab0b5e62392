/** Opens pages in a real browser. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

/** Debian's Chromium, unless `CHROMIUM` names another program. */
const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';

const WITHOUT = ['gpu', 'quic', 'background-networking', 'component-update', 'sync'];
const FLAGS = ['--no-sandbox', '--no-first-run', ...WITHOUT.map((name) => `--disable-${name}`)];

export const launchBrowser = () =>
  chromium.launch({ executablePath: EXECUTABLE, headless: true, args: FLAGS });

/** The given browser, or a new browser if the given one has crashed. */
export async function running(browser: Browser): Promise<Browser> {
  return browser.isConnected() ? browser : launchBrowser();
}

/** Time-out of each action on a page. It is long because the machine may be busy. */
const BUSY_MILLISECONDS = 120_000;

/** An open page with its requests, errors and warnings. */
export interface Visit {
  readonly page: Page;
  /** URLs of the page's requests, except data: URLs. */
  readonly requests: string[];
  /** Errors and warnings in the console, and uncaught exceptions. */
  readonly complaints: string[];
}

/**
 * Opens the page in a new profile, which is closed at the end of the test.
 *
 * @param prepare gets the page before it loads anything
 */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
  prepare?: (page: Page) => Promise<void>,
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1120, height: 860 }, ...options });
  onTestFinished(() => context.close());
  context.setDefaultTimeout(BUSY_MILLISECONDS);
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) requests.push(request.url());
  });
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await prepare?.(page);
  await page.goto(url);
  return { page, requests, complaints };
}
