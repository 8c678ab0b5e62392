/** Brings files to the page without choosing them: dropped, pasted. */
import type { JSHandle, Page } from 'playwright-core';
import type { Window } from './window.ts';

/** A file as it travels through drag and drop or the clipboard. */
export interface Brought {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

export async function drop(page: Page, ...files: readonly Brought[]): Promise<void> {
  await page.locator('body').dispatchEvent('drop', { dataTransfer: await transferOf(page, files) });
}

export async function paste(page: Page, ...files: readonly Brought[]): Promise<void> {
  const transfer = await transferOf(page, files);
  await transfer.evaluate((clipboardData) => {
    const { document, ClipboardEvent } = globalThis as unknown as Window;
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
}

/** Files as a file input takes them. */
export function chosen(...files: readonly Brought[]) {
  return files.map(({ name, type, bytes }) => ({ name, mimeType: type, buffer: bytes }));
}

/** The files in the browser's hands. */
function transferOf(page: Page, files: readonly Brought[]): Promise<JSHandle> {
  return page.evaluateHandle(
    (files) => {
      const transfer = new (globalThis as unknown as Window).DataTransfer();
      for (const { name, type, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type }));
      }
      return transfer;
    },
    files.map(({ name, type, bytes }) => ({ name, type, base64: bytes.toString('base64') })),
  );
}
