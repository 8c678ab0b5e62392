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

const BLANK: Sheet = { strokes: [], traced: undefined };

export class Sheets implements TopSheet {
  #sheet = BLANK;
  /** The sheet that undo restores from a blank one. */
  #before: Sheet | undefined;
  #finished = false;

  get strokes(): readonly Stroke[] {
    return this.#sheet.strokes;
  }

  get traced(): string | undefined {
    return this.#sheet.traced;
  }

  get finished(): boolean {
    return this.#finished;
  }

  get canUndo(): boolean {
    return this.strokes.length > 0 || this.#before !== undefined;
  }

  begin(point: Point): void {
    this.#put([...this.strokes, [point]]);
  }

  /** Continues the last stroke; starts a new one if the sheet was replaced meanwhile. */
  extend(point: Point): void {
    this.#put([...this.strokes.slice(0, -1), [...(this.strokes.at(-1) ?? []), point]]);
  }

  /** Removes the last stroke; on a blank sheet, returns to the previous one. */
  undo(): void {
    this.#finished = false;
    if (this.strokes.length > 0) {
      this.#put(this.strokes.slice(0, -1));
    } else if (this.#before) {
      this.#sheet = this.#before;
      this.#before = undefined;
    }
  }

  /** The next stroke starts a new sheet, unless the user continues this one. */
  finish(finished = true): void {
    this.#finished = finished && this.strokes.length > 0;
  }

  /** Starts a new sheet. @param traced text printed on it in grey */
  turn(traced?: string): void {
    if (this.strokes.length > 0) this.#before = this.#sheet;
    this.#sheet = { strokes: [], traced };
    this.#finished = false;
  }

  #put(strokes: readonly Stroke[]): void {
    this.#sheet = { ...this.#sheet, strokes };
  }
}
