/** Sheets of paper: what has been drawn on the one on top, and how to come back to the one before it. */
import type { Point, Stroke } from './strokes.ts';

/** What is on one sheet. */
export interface Sheet {
  readonly strokes: readonly Stroke[];
  /** What is printed on it in grey, to be traced over. */
  readonly traced: string | undefined;
}

/** The sheet on top. */
export interface TopSheet extends Sheet {
  /** Whether the next stroke goes on a new sheet. */
  readonly finished: boolean;
  readonly canUndo: boolean;
}

const BLANK: Sheet = { strokes: [], traced: undefined };

export class Sheets implements TopSheet {
  #sheet = BLANK;
  /** What undoing goes back to from a blank sheet. */
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

  /** Goes on with the last stroke; begins one where the sheet has been put away meanwhile. */
  extend(point: Point): void {
    this.#put([...this.strokes.slice(0, -1), [...(this.strokes.at(-1) ?? []), point]]);
  }

  /** Takes the last stroke away; from a blank sheet, goes back to the one before it. */
  undo(): void {
    this.#finished = false;
    if (this.strokes.length > 0) {
      this.#put(this.strokes.slice(0, -1));
    } else if (this.#before) {
      this.#sheet = this.#before;
      this.#before = undefined;
    }
  }

  /** The next stroke goes on a new sheet, unless one goes on with this one. */
  finish(finished = true): void {
    this.#finished = finished && this.strokes.length > 0;
  }

  /** Begins a new sheet. @param traced what is printed on it in grey */
  turn(traced?: string): void {
    if (this.strokes.length > 0) this.#before = this.#sheet;
    this.#sheet = { strokes: [], traced };
    this.#finished = false;
  }

  #put(strokes: readonly Stroke[]): void {
    this.#sheet = { ...this.#sheet, strokes };
  }
}
