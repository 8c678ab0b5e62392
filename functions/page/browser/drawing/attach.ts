/** The paper and its tools, for tasks that are drawn for. */
import { elementOf } from '../shell/element.ts';
import type { Drawing } from './crop.ts';
import { attachKeyboardPen } from './keyboard-pen.ts';
import { Paper } from './paper.ts';
import { pictureOfStrokes } from './stroke-picture.ts';

/** @param take gets what was drawn, once a person has finished */
export function attachDrawing(drawing: Drawing, take: (picture: Promise<Blob>) => void): void {
  const undo = elementOf('undo', HTMLButtonElement);
  const clear = elementOf('clear', HTMLButtonElement);
  const read = elementOf('read', HTMLButtonElement);
  const hint = elementOf('paper-hint', HTMLElement);
  const status = elementOf('status', HTMLElement);

  elementOf('draw', HTMLElement).hidden = false;
  const paper = new Paper(elementOf('paper', HTMLCanvasElement), drawing, () => {
    const blank = paper.strokes.length === 0;
    for (const button of [undo, clear, read]) button.disabled = blank;
    hint.hidden = !blank;
  });
  attachKeyboardPen(paper, (message) => {
    status.textContent = message;
  });

  const takeDrawing = () => {
    if (paper.strokes.length > 0) take(pictureOfStrokes(paper.strokes, drawing));
  };
  undo.addEventListener('click', () => paper.undo());
  clear.addEventListener('click', () => paper.clear());
  read.addEventListener('click', takeDrawing);
  paper.canvas.addEventListener('keydown', ({ key, repeat }) => {
    if (key === 'Enter' && !repeat) takeDrawing();
  });
}
