/** Sheets of paper: the drawing on the top one, and the way back to the previous one. */
import type { Point, Stroke } from './strokes.ts';

/** Content of one sheet. */
export interface Sheet {
  readonly strokes: readonly Stroke[];
  /** Text printed in grey, to be traced. */
  readonly traced: string | undefined;
}

/** The sheet on top. */
export interface TopSheet extends Sheet {
  /** Whether the next stroke starts a new sheet. */
  readonly finished: boolean;
  readonly canUndo: boolean;
}

export class Sheets implements TopSheet {
  strokes: readonly Stroke[] = [];
  traced: string | undefined;
  finished = false;
  /** The sheet that undo restores from a blank one. */
  #before: Sheet | undefined;

  get canUndo(): boolean {
    return this.strokes.length > 0 || this.#before !== undefined;
  }

  begin(point: Point): void {
    this.strokes = [...this.strokes, [point]];
  }

  /** Continues the last stroke; starts a new one if the sheet was replaced meanwhile. */
  extend(point: Point): void {
    this.strokes = [...this.strokes.slice(0, -1), [...(this.strokes.at(-1) ?? []), point]];
  }

  /** Removes the last stroke; on a blank sheet, returns to the previous one. */
  undo(): void {
    this.finished = false;
    if (this.strokes.length > 0) {
      this.strokes = this.strokes.slice(0, -1);
    } else if (this.#before) {
      Object.assign(this, this.#before);
      this.#before = undefined;
    }
  }

  /** The next stroke starts a new sheet, unless the user continues this one. */
  finish(finished = true): void {
    this.finished = finished && this.strokes.length > 0;
  }

  /** Starts a new sheet. @param traced text printed on it in grey */
  turn(traced?: string): void {
    const { strokes, traced: before } = this;
    if (strokes.length > 0) this.#before = { strokes, traced: before };
    this.strokes = [];
    this.traced = traced;
    this.finished = false;
  }
}
