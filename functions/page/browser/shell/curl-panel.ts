/** The request as curl: shown and hidden, copied. */
import type { ContractRequest } from '../../../inference/contracts/client.ts';
import { curlCommand, fileOf } from '../asking/curl.ts';
import { elementOf, make } from './element.ts';

export function attachCurlPanel(): void {
  const toggle = elementOf('curl-switch', HTMLButtonElement);
  const panel = elementOf('curl', HTMLElement);
  toggle.addEventListener('click', () => {
    panel.hidden = !panel.hidden;
    toggle.ariaExpanded = String(!panel.hidden);
  });

  const command = elementOf('curl-text', HTMLTextAreaElement);
  const copied = elementOf('copied', HTMLElement);
  elementOf('copy', HTMLButtonElement).addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(command.value);
      copied.textContent = 'Copied.';
    } catch {
      // The clipboard is closed to pages without https: then the text is marked, ready to be copied.
      command.select();
      copied.textContent = 'Marked: copy it with your keyboard.';
    }
  });
}

/** Shows a request of the contract. @param address where it goes */
export function showCurl(address: string, contract: string, request: ContractRequest): void {
  elementOf('curl-text', HTMLTextAreaElement).value = curlCommand(address, request);
  elementOf('curl-contract', HTMLElement).textContent = contract;
  elementOf('copied', HTMLElement).textContent = '';
  const file = fileOf(request);
  elementOf('curl-file', HTMLElement).replaceChildren(...(file ? [saveLink(file, request.body)] : []));
}

/** Saves a body that is too long to be pasted as the file that the command reads. */
function saveLink(file: string, body: ContractRequest['body']): HTMLElement {
  const link = make('a', 'button', `Save ${file}`);
  link.download = file;
  // Made when it is wanted, and let go of with the page: most of them never are.
  link.href = '#';
  link.addEventListener(
    'click',
    () => {
      link.href = URL.createObjectURL(new Blob([body as BlobPart]));
    },
    { once: true },
  );
  return link;
}
