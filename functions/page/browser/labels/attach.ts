/** Says what a task knows: in a line where it is little, else in a list of its own. */
import type { Asked } from '../asking/asked.ts';
import { elementOf, inLanguage, make } from '../shell/element.ts';
import { labelList } from './label-list.ts';
import { LabelsDialog } from './labels-dialog.ts';

/** So many labels are named in a line. */
const MOST_IN_A_LINE = 12;

/**
 * @param trace gets a label that is to be traced; undefined: nobody draws here
 * @returns shows all labels
 */
export function attachLabels({ task, addresses }: Asked, trace?: (label: string) => void): () => void {
  const { labels: count, page } = task;
  const list = labelList(addresses.beside('labels'));
  const dialog = new LabelsDialog({ list, count, language: page.language, trace });
  const open = () => void dialog.open();
  const known = elementOf('known', HTMLElement);
  const button = elementOf('browse', HTMLButtonElement);
  button.textContent = `See the ${count} it knows`;
  button.addEventListener('click', open);
  known.hidden = count === 0;
  if (count > 0 && count <= MOST_IN_A_LINE) void nameAll();
  return open;

  async function nameAll(): Promise<void> {
    // Without them the button is there.
    const labels = await list().catch(() => []);
    if (labels.length === 0) return;
    const names = inLanguage(make('span', '', labels.join(', ')), page.language);
    known.replaceChildren('It knows ', names, '.');
  }
}
