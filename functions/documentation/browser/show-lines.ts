/** Shows the request in curl, Python and JavaScript. Offers the file that the code sends, unless the user already has it. */
import { requestFor } from '../../page/browser/request/request.ts';
import { elementOf, make, pressable, saveFile } from '../../page/browser/result/element.ts';
import { curlLine, javascriptLines, pythonLines } from './lines.ts';
import { type RequestDraft, WHITE } from './request-form.ts';

export function showLines({ client, sample, address }: RequestDraft): void {
  const { id, attemptsLeft } = requestFor(sample);
  const { path, headers, body } = client.request(sample, client.needsId ? id : undefined, attemptsLeft);
  const isSample = body === sample.bytes;
  const file = isSample ? sample.name : typeof body === 'string' ? 'request.json' : 'request.bin';
  // A chosen picture is not offered for saving, because the user already has its file.
  const isThere = isSample && sample.mediaType.startsWith('image/') && sample !== WHITE;
  const save = () => saveFile(file, new Blob([body as BlobPart]));
  elementOf('files', HTMLElement).hidden = isThere;
  elementOf('saves', HTMLElement).replaceChildren(...(isThere ? [] : [pressable(save, `Save ${file}`)]));
  const sent = { url: address(path), headers, file };
  elementOf('curl', HTMLElement).replaceChildren(...brokenBetweenOptions(curlLine(sent)));
  elementOf('python', HTMLElement).textContent = pythonLines(sent);
  elementOf('javascript', HTMLElement).textContent = javascriptLines(sent);
  elementOf('copied', HTMLElement).textContent = '';
}

/** A command that wraps only before its options and its quoted parts. */
function brokenBetweenOptions(command: string): (Node | string)[] {
  return command.split(/( )(?=["-])/).map((part) => (part === ' ' ? part : make('span', 'code', part)));
}

/** Attaches the copy buttons. */
export function attachLines(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copies]')) {
    const lines = elementOf(button.dataset.copies ?? '', HTMLElement);
    // Long code samples must also scroll by keyboard.
    lines.tabIndex = 0;
    const select = () => getSelection()?.selectAllChildren(lines);
    button.addEventListener('click', async () => {
      elementOf('copied', HTMLElement).textContent = await copyText(lines.textContent ?? '', select);
    });
  }
}

/** @param select selects the text if copying fails, as on pages without https. @returns a message for the user */
async function copyText(text: string, select: () => void): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return 'Copied.';
  } catch {
    select();
    return 'The code is selected: copy it with the keyboard.';
  }
}
