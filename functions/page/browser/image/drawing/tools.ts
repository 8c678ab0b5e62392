/** The tools next to the paper: buttons for undo and for a new sheet, and Ctrl+Z or Cmd+Z for undo. */
import { elementOf } from '../../result/element.ts';
import type { Paper } from './paper.ts';

/** @param turn starts a new sheet. @returns a function that enables and disables the buttons as the paper allows */
export function attachTools(paper: Paper, turn: () => void): () => void {
  const undo = elementOf('undo', HTMLButtonElement);
  const next = elementOf('next', HTMLButtonElement);
  undo.addEventListener('click', () => paper.undo());
  next.addEventListener('click', turn);
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event;
    if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || shiftKey || altKey) return;
    // In a text field, undo belongs to the text.
    if (target instanceof Element && target.closest('input, textarea')) return;
    event.preventDefault();
    paper.undo();
  });
  return () => {
    const { strokes, canUndo } = paper.sheet;
    const { activeElement } = document;
    undo.disabled = !canUndo;
    next.disabled = strokes.length === 0;
    if (activeElement instanceof HTMLButtonElement && activeElement.disabled) paper.focus();
  };
}
