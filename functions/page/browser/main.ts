/** Puts the page together. */
import { addressOf } from './ask.ts';
import { attachCurlPanel } from './curl-panel.ts';
import { elementOf } from './element.ts';
import { pictureOfStrokes } from './ink-picture.ts';
import { attachIntake } from './intake.ts';
import { attachKeyboardPen } from './keyboard-pen.ts';
import { Paper } from './paper.ts';
import { preparePicture } from './prepare-picture.ts';
import { attachSamples } from './samples.ts';
import { Session } from './session.ts';
import { notAPicture } from './trouble.ts';

elementOf('docs', HTMLAnchorElement).href = addressOf('docs');
const session = new Session();
const undo = elementOf('undo', HTMLButtonElement);
const clear = elementOf('clear', HTMLButtonElement);
const read = elementOf('read', HTMLButtonElement);
const hint = elementOf('paper-hint', HTMLElement);
const status = elementOf('status', HTMLElement);

const paper = new Paper(elementOf('paper', HTMLCanvasElement), () => {
  const blank = paper.strokes.length === 0;
  for (const button of [undo, clear, read]) button.disabled = blank;
  hint.hidden = !blank;
});
attachKeyboardPen(paper, (message) => {
  status.textContent = message;
});

const readDrawing = () => {
  if (paper.strokes.length > 0) session.askAbout(pictureOfStrokes(paper.strokes));
};
undo.addEventListener('click', () => paper.undo());
clear.addEventListener('click', () => paper.clear());
read.addEventListener('click', readDrawing);
paper.canvas.addEventListener('keydown', ({ key, repeat }) => {
  if (key === 'Enter' && !repeat) readDrawing();
});

attachIntake((file) => {
  if (file) session.askAbout(preparePicture(file));
  else session.complain(notAPicture());
});
attachSamples((picture) => session.askAbout(Promise.resolve(picture)));
attachCurlPanel();
