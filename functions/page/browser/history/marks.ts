/** Two buttons by which a person says whether an answer was right. */
import { make, pressable } from '../shell/element.ts';
import type { Row } from './row.ts';

/** @param mark is told what was pressed */
export function markButtons(row: Row, mark: (right: boolean) => void): HTMLElement {
  const buttons = [true, false].map((right) => {
    const button = pressable(() => mark(right), right ? '✓' : '✗');
    button.ariaPressed = String(row.right === right);
    button.ariaLabel = `${right ? 'Right' : 'Wrong'}: ${row.answer}, ${row.name}`;
    button.title = right ? 'Right' : 'Wrong';
    return button;
  });
  const marks = make('span', 'marks', ...buttons);
  marks.dataset.id = row.id;
  return marks;
}

/** Shows what is marked by now wherever it can be, without taking the focus from a button. */
export function updateMarks(find: (id: string) => Row | undefined): void {
  for (const marks of document.querySelectorAll<HTMLElement>('.marks')) {
    const right = find(marks.dataset.id ?? '')?.right;
    const [yes, no] = marks.children;
    if (yes) yes.ariaPressed = String(right === true);
    if (no) no.ariaPressed = String(right === false);
  }
}
