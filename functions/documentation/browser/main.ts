/** The script of the documentation: sends a request, and shows it in curl, Python and JavaScript. */
import { findClient } from '../../inference/contracts/clients.ts';
import type { DocumentedModel } from '../../inference/documentation/page.ts';
import { addressesOf } from '../../page/browser/request/addresses.ts';
import { elementOf } from '../../page/browser/result/element.ts';
import { attachForm } from './request-form.ts';
import { sendRequest } from './send.ts';
import { attachLines, showLines } from './show-lines.ts';

const model: DocumentedModel = JSON.parse(elementOf('documented-model', HTMLScriptElement).text);
const addresses = addressesOf(
  { origin: location.origin, pathname: location.pathname.replace(/\/docs\/?$/, '') },
  model.name,
);
for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-model]')) {
  link.href = `${addresses.pageOf(link.dataset.model ?? '')}docs`;
}

const contract = elementOf('contract', HTMLSelectElement);
for (const name of model.contracts) contract.add(new Option(name));
const readForm = attachForm(model, show);

async function current() {
  const client = findClient(contract.value, model.name, model.inputs[0]?.name)!;
  return { client, sample: await readForm(), address: addresses.requestTo };
}

async function show(): Promise<void> {
  try {
    showLines(await current());
  } catch {
    // While the text is being typed, it may not be JSON yet.
  }
}

attachLines();
contract.addEventListener('change', show);
elementOf('send', HTMLButtonElement).addEventListener('click', async () => sendRequest(await current()));
elementOf('try', HTMLElement).hidden = false;
void show();
