/** Brings files to the page by drag and drop or by pasting. */
import type { Page } from 'playwright-core';

/** A file as it travels through drag and drop or the clipboard. */
export interface Brought {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

export const drop = (page: Page, ...files: readonly Brought[]) =>
  bring(page, "new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })", files);

export const paste = (page: Page, ...files: readonly Brought[]) =>
  bring(page, "new ClipboardEvent('paste', { clipboardData: dataTransfer, bubbles: true })", files);

/** Files for Playwright's `setInputFiles`. */
export function chosen(...files: readonly Brought[]) {
  return files.map(({ name, type, bytes }) => ({ name, mimeType: type, buffer: bytes }));
}

/** @param event expression that creates the browser's event from a `dataTransfer` */
async function bring(page: Page, event: string, files: readonly Brought[]): Promise<void> {
  const sent = files.map(({ name, type, bytes }) => ({ name, type, base64: bytes.toString('base64') }));
  await page.evaluate(`{
    const dataTransfer = new DataTransfer();
    for (const { name, type, base64 } of ${JSON.stringify(sent)}) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      dataTransfer.items.add(new File([bytes], name, { type }));
    }
    document.body.dispatchEvent(${event});
  }`);
}
