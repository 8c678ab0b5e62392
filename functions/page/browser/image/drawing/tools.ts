/** The tools next to the paper, by button and by key. */
import { elementOf } from '../../result/element.ts';
import type { Paper } from './paper.ts';

/**
 * @param turn starts a new sheet
 * @param browse shows the labels that can be traced
 * @returns updates the tools to the state of the paper
 */
export function attachTools(paper: Paper, turn: () => void, browse: () => void): () => void {
  const undo = elementOf('undo', HTMLButtonElement);
  const next = elementOf('next', HTMLButtonElement);
  const goOn = elementOf('go-on', HTMLButtonElement);
  const trace = elementOf('trace', HTMLButtonElement);
  undo.addEventListener('click', () => paper.undo());
  next.addEventListener('click', () => turn());
  goOn.addEventListener('click', () => paper.finish(false));
  trace.addEventListener('click', browse);
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event;
    if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || shiftKey || altKey) return;
    // In a text field, undo belongs to the text. While a dialog is open, it must not change the paper behind it.
    if (target instanceof Element && target.closest('input, textarea, dialog')) return;
    event.preventDefault();
    paper.undo();
  });
  return () => {
    const { strokes, traced, finished, canUndo } = paper.sheet;
    const { activeElement } = document;
    const blank = strokes.length === 0;
    undo.disabled = !canUndo;
    next.disabled = blank && traced === undefined;
    goOn.hidden = !finished;
    trace.hidden = !blank;
    const gone =
      activeElement instanceof HTMLButtonElement && (activeElement.disabled || activeElement.hidden);
    if (gone) paper.focus();
  };
}
