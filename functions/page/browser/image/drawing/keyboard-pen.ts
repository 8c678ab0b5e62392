/** Drawing without a pointer: arrow keys move a pen over the paper, space puts it down and lifts it. */
import type { Paper } from './paper.ts';
import type { Point } from './strokes.ts';

/** Share of the paper per key press; with Shift, a fifth of it. */
const STEP = 0.05;

const DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** @param announce tells a person who does not see the paper whether the pen is down */
export function attachKeyboardPen(paper: Paper, announce: (message: string) => void): void {
  let pen: Point = { x: 0.5, y: 0.5 };
  let down = false;
  const { canvas } = paper;
  const put = (lower: boolean) => {
    if (lower) paper.begin(pen);
    else if (down) paper.end();
    down = lower;
    canvas.ariaPressed = String(down);
  };
  const toggle = () => {
    put(!down);
    announce(down ? 'Pen down.' : 'Pen lifted.');
  };

  canvas.addEventListener('keydown', (event) => {
    const direction = DIRECTIONS[event.key];
    if (direction) {
      const step = event.shiftKey ? STEP / 5 : STEP;
      pen = { x: clamp(pen.x + step * direction.x), y: clamp(pen.y + step * direction.y) };
      if (down) paper.extend(pen);
    } else if (event.key === 'Enter') {
      put(false);
      return;
    } else if (event.key === ' ') {
      // Held down, it repeats itself: the pen would hammer on the paper.
      if (!event.repeat) toggle();
    } else {
      return;
    }
    event.preventDefault();
    paper.showPen(pen);
  });
  const putAway = () => {
    put(false);
    paper.showPen(undefined);
  };
  canvas.addEventListener('blur', putAway);
  canvas.addEventListener('pointerdown', putAway);
}

function clamp(coordinate: number): number {
  return Math.min(1, Math.max(0, coordinate));
}
