/** The paper and its tools, for models with `page.draw`. */
import type { Session } from '../../request/session.ts';
import { elementOf } from '../../result/element.ts';
import type { Drawing } from './crop.ts';
import { Paper } from './paper.ts';
import { Reader } from './reader.ts';
import { attachTools } from './tools.ts';

/** Shows the paper. @returns a function that starts a new sheet, to be called when another input is sent */
export function attachDrawing(drawing: Drawing, session: Session): () => void {
  const hint = elementOf('paper-hint', HTMLElement);
  elementOf('draw', HTMLElement).hidden = false;

  const paper = new Paper(elementOf('paper', HTMLCanvasElement), drawing, {
    turning: () => reader.keep(),
    changed() {
      showTools();
      hint.hidden = paper.sheet.strokes.length > 0;
    },
    drawn: () => reader.drawn(),
  });
  const reader = new Reader(paper, drawing, session);
  const showTools = attachTools(paper, () => {
    paper.turn();
    session.leave();
  });
  return () => paper.turn();
}
