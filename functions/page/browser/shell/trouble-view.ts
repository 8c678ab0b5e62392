/** What went wrong, where everybody sees and hears it. */
import type { Trouble } from '../asking/trouble.ts';
import { elementOf, make, pressable } from './element.ts';
import { bringIntoView } from './into-view.ts';

/** @param again asks once more, where that can help */
export function showTrouble(trouble: Trouble, again?: () => void): void {
  const place = troublePlace();
  place.replaceChildren(make('strong', '', trouble.title), make('p', '', trouble.message));
  if (again && trouble.worthRepeating) place.append(make('div', 'tools', pressable(again, 'Try again')));
  place.hidden = false;
  bringIntoView(place);
}

export function hideTrouble(): void {
  troublePlace().hidden = true;
}

const troublePlace = () => elementOf('trouble', HTMLElement);
