/** The documentation's own script: tries a question, and shows how programs ask it. */
import { findClient } from '../../inference/contracts/clients.ts';
import type { TriedTask } from '../../inference/documentation/places.ts';
import { addressesOf } from '../../page/browser/request/addresses.ts';
import { elementOf } from '../../page/browser/result/element.ts';
import { QuestionForm } from './question-form.ts';
import { sendQuestion } from './send.ts';
import { attachLines, showLines } from './show-lines.ts';

const task: TriedTask = JSON.parse(elementOf('task', HTMLScriptElement).text);
const addresses = addressesOf(
  { origin: location.origin, pathname: location.pathname.replace(/\/docs\/?$/, '') },
  task.name,
);
for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-task]')) {
  link.href = `${addresses.pageOf(link.dataset.task ?? '')}docs`;
}

elementOf('draw', HTMLElement).hidden = !task.hasPage;

const contract = elementOf('contract', HTMLSelectElement);
for (const name of task.contracts) contract.add(new Option(name));
const form = new QuestionForm(task, show);

async function current() {
  const client = findClient(contract.value, task.name, task.input)!;
  return { client, source: await form.read(), address: addresses.requestTo };
}

async function show(): Promise<void> {
  try {
    showLines(await current(), task.input ?? 'picture');
  } catch {
    // Somebody is writing, and it is not JSON yet.
  }
}

attachLines();
contract.addEventListener('change', show);
elementOf('send', HTMLButtonElement).addEventListener('click', async () => sendQuestion(await current()));
elementOf('try', HTMLElement).hidden = false;
void show();
