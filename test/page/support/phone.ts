import type { BrowserContextOptions } from 'playwright-core';

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

/** The same phone, where the browser's bars leave less space to the page. */
export const SMALL_PHONE: BrowserContextOptions = { ...PHONE, viewport: { width: 390, height: 664 } };
