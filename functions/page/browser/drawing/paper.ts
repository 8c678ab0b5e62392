/** The paper: takes strokes from mouse, pen and finger, and shows them. */
import type { Drawing } from './crop.ts';
import { drawPaper } from './paper-drawing.ts';
import type { Point, Stroke } from './strokes.ts';

/** A sheet to draw on. */
export class Paper {
  readonly canvas: HTMLCanvasElement;
  readonly #drawing: Drawing;
  readonly #changed: () => void;
  #strokes: Point[][] = [];
  /** Which of several fingers draws. */
  #pointer: number | undefined;
  /** Where the keyboard's pen is, while there is one. */
  #pen: Point | undefined;
  /** A frame is due. */
  #due = false;

  /** @param changed is called whenever a stroke has begun or gone */
  constructor(canvas: HTMLCanvasElement, drawing: Drawing, changed: () => void) {
    this.canvas = canvas;
    this.#drawing = drawing;
    this.#changed = changed;
    canvas.addEventListener('pointerdown', (event) => this.#touch(event));
    canvas.addEventListener('pointermove', (event) => this.#move(event));
    for (const end of ['pointerup', 'pointercancel'] as const) {
      canvas.addEventListener(end, (event) => this.#lift(event));
    }
    new ResizeObserver(() => this.#draw()).observe(canvas);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#draw());
  }

  get strokes(): readonly Stroke[] {
    return this.#strokes;
  }

  begin(point: Point): void {
    this.#strokes.push([point]);
    this.#update();
  }

  /** Goes on with the last stroke. */
  extend(point: Point): void {
    this.#strokes.at(-1)?.push(point);
    this.#draw();
  }

  /** Takes the last stroke away. */
  undo(): void {
    this.#strokes.pop();
    this.#update();
  }

  clear(): void {
    this.#strokes = [];
    this.#update();
  }

  showPen(pen: Point | undefined): void {
    this.#pen = pen;
    this.#draw();
  }

  #touch(event: PointerEvent): void {
    if (this.#pointer !== undefined || event.button !== 0) return;
    this.#pointer = event.pointerId;
    this.canvas.setPointerCapture(event.pointerId);
    this.begin(this.#locate(event));
  }

  #move(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer) return;
    // Browsers join several movements into one event per frame; the ones in between keep curves round.
    const movements = event.getCoalescedEvents?.() ?? [];
    for (const movement of movements.length > 0 ? movements : [event]) this.extend(this.#locate(movement));
  }

  #lift(event: PointerEvent): void {
    if (event.pointerId === this.#pointer) this.#pointer = undefined;
  }

  #locate({ clientX, clientY }: PointerEvent): Point {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    return { x: (clientX - left) / width, y: (clientY - top) / height };
  }

  #update(): void {
    this.#draw();
    this.#changed();
  }

  /** At most once per frame, however many points came in. */
  #draw(): void {
    if (this.#due) return;
    this.#due = true;
    requestAnimationFrame(() => {
      this.#due = false;
      drawPaper(this.canvas, this.#drawing, this.#strokes, this.#pen);
    });
  }
}
