/** Shows how programs send the request, and offers its files. */
import type { ContractRequest } from '../../inference/contracts/client.ts';
import { requestFor } from '../../page/browser/request/request.ts';
import { copyText } from '../../page/browser/result/curl-panel.ts';
import { elementOf, pressable, saveFile } from '../../page/browser/result/element.ts';
import { curlLine } from './lines/curl.ts';
import { javascriptLines } from './lines/javascript.ts';
import { pythonLines } from './lines/python.ts';
import { writtenFor } from './lines/recipe.ts';
import { WHITE } from './request-form.ts';
import type { RequestDraft } from './source.ts';

/** A file that lines read. */
interface Saved {
  readonly name: string;
  readonly body: ContractRequest['body'];
}

/** @param input name of the input that takes a picture */
export function showLines(draft: RequestDraft, input: string): void {
  const { client, source, address } = draft;
  const { id, sample, attemptsLeft } = requestFor(source.sample);
  const request = client.request(sample, client.needsId ? id : undefined, attemptsLeft);
  const isPicture = request.body === sample.bytes;
  const file = isPicture ? source.file : typeof request.body === 'string' ? 'request.json' : 'request.bin';
  const files: Saved[] = [];
  if (!isPicture) files.push({ name: file, body: request.body });
  // A picture of one's own is there already.
  if (sample === WHITE.sample) files.push({ name: source.file, body: sample.bytes });
  offer(files);
  const url = address(request.path);
  put('curl', curlLine(url, request, file));
  const written = writtenFor(draft, request, url, input);
  put('python', pythonLines(written));
  put('javascript', javascriptLines(written));
  elementOf('copied', HTMLElement).textContent = '';
}

function put(id: string, text: string): void {
  elementOf(id, HTMLElement).textContent = text;
}

/** Puts up a button for each file. */
function offer(files: readonly Saved[]): void {
  elementOf('files', HTMLElement).hidden = files.length === 0;
  const buttons = files.map((file) =>
    pressable(() => saveFile(file.name, new Blob([file.body as BlobPart])), `Save ${file.name}`),
  );
  elementOf('saves', HTMLElement).replaceChildren(...buttons);
}

/** Makes the buttons work that copy. */
export function attachLines(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copies]')) {
    button.addEventListener('click', () => copy(elementOf(button.dataset.copies ?? '', HTMLElement)));
  }
}

async function copy(lines: HTMLElement): Promise<void> {
  const select = () => getSelection()?.selectAllChildren(lines);
  elementOf('copied', HTMLElement).textContent = await copyText(lines.textContent ?? '', select);
}
