/** The list of a model's labels. The page requests the labels when the list is opened. */
import type { Service } from '../request/service.ts';
import { asTrouble, noConnection, troubleOf } from '../request/trouble.ts';
import { elementOf, inLanguage } from '../result/element.ts';

/** A list with more labels is closed at first. */
const MOST_OPEN = 12;
const TIMEOUT_MILLISECONDS = 10_000;

export function showLabels({ model, addresses }: Service): void {
  const known = elementOf('known', HTMLDetailsElement);
  const list = elementOf('label-list', HTMLElement);
  let isListed = false;
  elementOf('label-count', HTMLElement).textContent = `Its ${model.labels} labels`;
  // A long list must also scroll by keyboard.
  list.tabIndex = 0;
  known.hidden = model.labels === 0;
  known.addEventListener('toggle', async () => {
    if (!known.open || isListed) return;
    try {
      list.textContent = (await fetchLabels(addresses.beside('labels'))).join(', ');
      inLanguage(list, model.page.language);
      isListed = true;
    } catch (error) {
      const { title, message } = asTrouble(error);
      list.textContent = `${title}. ${message}`;
    }
  });
  known.open = model.labels > 0 && model.labels <= MOST_OPEN;
}

/** @throws {Trouble} if the service cannot be reached or responds with an error */
async function fetchLabels(address: string): Promise<readonly string[]> {
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS) }).catch(() => {
    throw noConnection();
  });
  if (!response.ok) throw troubleOf(response.status, {}, response.headers.get('retry-after'));
  const { labels }: { readonly labels: readonly string[] } = await response.json();
  return labels;
}
