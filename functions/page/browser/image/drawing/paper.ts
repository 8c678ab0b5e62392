/** The paper: takes strokes from mouse, pen and finger, and shows them. */
import type { Drawing } from './crop.ts';
import { drawPaper } from './paper-drawing.ts';
import { Sheets } from './sheets.ts';
import type { Point } from './strokes.ts';

/** Events of the paper. */
export interface PaperEvents {
  /** The top sheet is about to be replaced. */
  turning(): void;
  /** A stroke has begun or was removed, or the sheet was replaced. */
  changed(): void;
  /** A stroke has ended, or undo has changed the drawing. */
  drawn(): void;
}

export class Paper {
  readonly canvas: HTMLCanvasElement;
  readonly #drawing: Drawing;
  readonly #events: PaperEvents;
  readonly #sheets = new Sheets();
  /** Id of the pointer that draws; undefined if none does. */
  #pointer: number | undefined;
  /** Whether an animation frame is scheduled. */
  #due = false;

  constructor(canvas: HTMLCanvasElement, drawing: Drawing, events: PaperEvents) {
    this.canvas = canvas;
    this.#drawing = drawing;
    this.#events = events;
    // Without this, the browser takes a stroke for a fling, and the next tap stops the fling instead of pressing a button.
    canvas.addEventListener('touchstart', (event) => event.preventDefault());
    canvas.addEventListener('pointerdown', (event) => this.#touch(event));
    canvas.addEventListener('pointermove', (event) => this.#move(event));
    for (const end of ['pointerup', 'pointercancel'] as const) {
      canvas.addEventListener(end, (event) => this.#lift(event));
    }
    new ResizeObserver(() => this.#draw()).observe(canvas);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#draw());
  }

  get sheet(): Pick<Sheets, 'strokes' | 'canUndo'> {
    return this.#sheets;
  }

  /** Removes the last stroke. On a blank sheet, returns to the previous sheet. */
  undo(): void {
    // A stroke in progress cannot be removed.
    if (this.#pointer !== undefined || !this.#sheets.canUndo) return;
    this.#sheets.undo();
    this.#update();
    this.#events.drawn();
  }

  /** Starts a new sheet. */
  turn(): void {
    this.#events.turning();
    this.#sheets.turn();
    this.#update();
  }

  focus(): void {
    this.canvas.focus({ preventScroll: true });
  }

  #touch(event: PointerEvent): void {
    if (this.#pointer !== undefined || event.button !== 0) return;
    this.#pointer = event.pointerId;
    this.canvas.setPointerCapture(event.pointerId);
    this.#sheets.begin(this.#locate(event));
    this.#update();
  }

  #move(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer) return;
    // Browsers join several movements into one event per frame. The movements in between keep curves round.
    const movements = event.getCoalescedEvents?.() ?? [];
    for (const movement of movements.length > 0 ? movements : [event]) {
      this.#sheets.extend(this.#locate(movement));
    }
    this.#draw();
  }

  #lift(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer) return;
    this.#pointer = undefined;
    this.#events.drawn();
  }

  #locate({ clientX, clientY }: PointerEvent): Point {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    return { x: (clientX - left) / width, y: (clientY - top) / height };
  }

  #update(): void {
    this.#draw();
    this.#events.changed();
  }

  /** Redraws at most once per frame, for any number of points. */
  #draw(): void {
    if (this.#due) return;
    this.#due = true;
    requestAnimationFrame(() => {
      this.#due = false;
      drawPaper(this.canvas, this.#drawing, this.#sheets.strokes);
    });
  }
}
