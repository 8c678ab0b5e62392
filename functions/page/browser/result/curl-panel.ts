/** Shows, hides and copies the request as a curl command. */
import { curlCommand, fileOf } from '../request/curl.ts';
import type { InferenceRequest } from '../request/request.ts';
import type { Service } from '../request/service.ts';
import { elementOf, pressable, saveFile } from './element.ts';

export class CurlPanel {
  readonly #command = elementOf('curl-text', HTMLTextAreaElement);
  readonly #copied = elementOf('copied', HTMLElement);

  constructor() {
    const toggle = elementOf('curl-switch', HTMLButtonElement);
    const panel = elementOf('curl', HTMLElement);
    toggle.addEventListener('click', () => {
      panel.hidden = !panel.hidden;
      toggle.ariaExpanded = String(!panel.hidden);
    });
    elementOf('copy', HTMLButtonElement).addEventListener('click', async () => {
      this.#copied.textContent = await copyText(this.#command.value, () => this.#command.select());
    });
  }

  show({ client, addresses }: Service, { sample, id, attemptsLeft }: InferenceRequest): void {
    const written = client.request(sample, id, attemptsLeft);
    this.#command.value = curlCommand(addresses.requestTo(written.path), written);
    elementOf('curl-contract', HTMLElement).textContent = client.contract;
    this.#copied.textContent = '';
    const file = fileOf(written);
    const save = () => saveFile(file!, new Blob([written.body as BlobPart]));
    elementOf('curl-file', HTMLElement).replaceChildren(...(file ? [pressable(save, `Save ${file}`)] : []));
  }
}

/** @param select selects the text, because pages without https cannot use the clipboard. @returns a message for the user */
export async function copyText(text: string, select: () => void): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return 'Copied.';
  } catch {
    select();
    return 'Selected: copy it with the keyboard.';
  }
}
