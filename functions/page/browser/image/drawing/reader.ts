/** Sends the drawing after strokes, one request at a time. The history gets only the response to the last drawing of a sheet. */
import type { Entry } from '../../request/entry.ts';
import type { Session } from '../../request/session.ts';
import { latestOnly } from '../../request/turns.ts';
import { sampleOf } from '../prepare-picture.ts';
import type { Drawing } from './crop.ts';
import type { Paper } from './paper.ts';
import { pictureOfStrokes } from './stroke-picture.ts';
import type { Stroke } from './strokes.ts';

export class Reader {
  readonly #paper: Paper;
  readonly #drawing: Drawing;
  readonly #session: Session;
  /** Sends at most one request at a time. The last drawing is always sent, unless it is blank. */
  readonly #read = latestOnly<void>(() => this.#readOnce());
  /** The last drawing whose response arrived before the drawing changed; undefined if there is none. */
  #last: { readonly entry: Entry; readonly strokes: readonly Stroke[] } | undefined;

  constructor(paper: Paper, drawing: Drawing, session: Session) {
    this.#paper = paper;
    this.#drawing = drawing;
    this.#session = session;
  }

  get #strokes(): readonly Stroke[] {
    return this.#paper.sheet.strokes;
  }

  /** Sends the changed drawing, or clears the result if the paper is blank. */
  drawn(): void {
    if (this.#strokes.length > 0) void this.#read();
    else this.#session.leave();
  }

  /** If the current drawing has got a response, adds this response to the history. */
  keep(): void {
    if (this.#last?.strokes === this.#strokes) this.#session.keep(this.#last.entry);
  }

  async #readOnce(): Promise<void> {
    const strokes = this.#strokes;
    if (strokes.length === 0) return;
    const entry = await this.#session.preview({
      name: 'drawing',
      prepare: () => sampleOf(pictureOfStrokes(strokes, this.#drawing), 'drawing'),
      retry: () => this.drawn(),
    });
    if (entry?.response && strokes === this.#strokes) this.#last = { entry, strokes };
  }
}
