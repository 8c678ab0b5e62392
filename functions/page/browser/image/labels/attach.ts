/** The labels of a model: few in a line, many in a dialog. */
import type { Service } from '../../request/service.ts';
import { noConnection, troubleOf } from '../../request/trouble.ts';
import { elementOf, inLanguage, make } from '../../result/element.ts';
import { LabelsDialog } from './labels-dialog.ts';

/** Maximum number of labels in the line. */
const MOST_IN_A_LINE = 12;
const TIMEOUT_MILLISECONDS = 10_000;

/**
 * @param trace gets the label to trace; undefined if the model has no drawing
 * @returns shows all labels
 */
export function attachLabels({ model, addresses }: Service, trace?: (label: string) => void): () => void {
  const { labels: count, page } = model;
  const list = labelList(addresses.beside('labels'));
  const dialog = new LabelsDialog({ list, count, language: page.language, trace });
  const open = () => void dialog.open();
  const known = elementOf('known', HTMLElement);
  const button = elementOf('browse', HTMLButtonElement);
  button.textContent = `See its ${count} labels`;
  button.addEventListener('click', open);
  known.hidden = count === 0;
  if (count > 0 && count <= MOST_IN_A_LINE) void nameAll();
  return open;

  async function nameAll(): Promise<void> {
    // Without the labels, the button remains.
    const labels = await list().catch(() => []);
    if (labels.length === 0) return;
    const names = inLanguage(make('span', '', labels.join(', ')), page.language);
    known.replaceChildren('Labels: ', names, '.');
  }
}

/** Requests the labels once, and again after a failure. Rejects with a `Trouble`. */
function labelList(address: string): () => Promise<readonly string[]> {
  let labels: Promise<readonly string[]> | undefined;
  return () => {
    labels ??= fetchLabels(address).catch((error) => {
      labels = undefined;
      throw error;
    });
    return labels;
  };
}

async function fetchLabels(address: string): Promise<readonly string[]> {
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS) }).catch(() => {
    throw noConnection();
  });
  if (!response.ok) throw troubleOf(response.status, {}, response.headers.get('retry-after'));
  const { labels }: { readonly labels: readonly string[] } = await response.json();
  return labels;
}
