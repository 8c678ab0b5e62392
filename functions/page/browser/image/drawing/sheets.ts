/** Sheets of paper: the drawing on the top sheet, and the drawing on the previous sheet for undo. */
import type { Point, Stroke } from './strokes.ts';

export class Sheets {
  strokes: readonly Stroke[] = [];
  /** The previous sheet's strokes, which undo restores if the top sheet is blank. */
  #before: readonly Stroke[] = [];

  get canUndo(): boolean {
    return this.strokes.length > 0 || this.#before.length > 0;
  }

  begin(point: Point): void {
    this.strokes = [...this.strokes, [point]];
  }

  /** Continues the last stroke. If the sheet has become blank meanwhile, starts a new stroke. */
  extend(point: Point): void {
    this.strokes = [...this.strokes.slice(0, -1), [...(this.strokes.at(-1) ?? []), point]];
  }

  /** Removes the last stroke. On a blank sheet, returns to the previous sheet. */
  undo(): void {
    if (this.strokes.length > 0) {
      this.strokes = this.strokes.slice(0, -1);
    } else {
      this.strokes = this.#before;
      this.#before = [];
    }
  }

  /** Starts a new sheet. */
  turn(): void {
    if (this.strokes.length > 0) this.#before = this.strokes;
    this.strokes = [];
  }
}
