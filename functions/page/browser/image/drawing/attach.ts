/** The paper and its tools, for models with `page.draw`. */
import type { Session } from '../../request/session.ts';
import { elementOf, inLanguage } from '../../result/element.ts';
import { CandidatesView } from './candidates-view.ts';
import type { Drawing } from './crop.ts';
import { Paper } from './paper.ts';
import { Reader } from './reader.ts';
import { attachTools } from './tools.ts';

/**
 * Shows the paper, and returns what other parts of the page can do with it.
 *
 * @param language of the labels, if known
 * @param browse shows all labels
 */
export function attachDrawing(
  drawing: Drawing,
  language: string | undefined,
  browse: () => void,
  session: Session,
) {
  const hint = elementOf('paper-hint', HTMLElement);
  const status = elementOf('status', HTMLElement);
  const canvas = inLanguage(elementOf('paper', HTMLCanvasElement), language);
  elementOf('draw', HTMLElement).hidden = false;

  const paper = new Paper(canvas, drawing, {
    turning: () => reader.turning(),
    drawn: () => reader.drawn(),
    changed() {
      reader.touched();
      showTools();
      const { strokes, traced, finished } = paper.sheet;
      hint.hidden = !finished && (strokes.length > 0 || traced !== undefined);
      hint.textContent = finished ? 'The next stroke begins a new sheet' : 'Draw here';
    },
  });
  const view = new CandidatesView(language, {
    choose: (label) => reader.choose(label),
    lookUp: browse,
    draw: () => paper.focus(),
  });
  const reader = new Reader(paper, drawing, view, session);
  const turn = (traced?: string) => {
    paper.turn(traced);
    reader.leave();
  };
  const showTools = attachTools(paper, turn, browse);
  return {
    /** Removes the drawing, because another input is sent. */
    putAway: () => paper.turn(),
    /** Starts a new sheet with a label printed in grey, to be traced. */
    trace(label: string) {
      turn(label);
      canvas.scrollIntoView({ block: 'nearest' });
      paper.focus();
      status.textContent = `${label} is printed in grey, to be traced.`;
    },
  };
}
