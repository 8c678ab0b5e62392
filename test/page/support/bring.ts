/** Brings files to the page without choosing them: dropped, pasted. */
import type { JSHandle, Page } from 'playwright-core';
import type { Window } from './window.ts';

/** A file as it travels through drag and drop or the clipboard. */
export interface Brought {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

export async function drop(page: Page, file: Brought): Promise<void> {
  await page.locator('body').dispatchEvent('drop', { dataTransfer: await transferOf(page, file) });
}

export async function paste(page: Page, file: Brought): Promise<void> {
  const transfer = await transferOf(page, file);
  await transfer.evaluate((clipboardData) => {
    const { document, ClipboardEvent } = globalThis as unknown as Window;
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
}

/** The file in the browser's hands. */
function transferOf(page: Page, { name, type, bytes }: Brought): Promise<JSHandle> {
  return page.evaluateHandle(
    ({ name, type, base64 }) => {
      const transfer = new (globalThis as unknown as Window).DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type }));
      return transfer;
    },
    { name, type, base64: bytes.toString('base64') },
  );
}
