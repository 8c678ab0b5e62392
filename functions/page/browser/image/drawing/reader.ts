/** Sends a drawing after every stroke, and adds its last response to the history. */
import type { Entry } from '../../request/entry.ts';
import type { Session } from '../../request/session.ts';
import { latestOnly } from '../../request/turns.ts';
import type { LabelExplanation } from '../pipeline.ts';
import { sampleOf } from '../prepare-picture.ts';
import type { Drawing } from './crop.ts';
import type { Paper } from './paper.ts';
import { pictureOfStrokes } from './stroke-picture.ts';
import type { Stroke } from './strokes.ts';

/** Pause after a response that means that the drawing is finished; after a rejection, a stroke may still be missing. */
const PAUSE_MILLISECONDS = { accepted: 4000, rejected: 10_000 } as const;

export class Reader {
  readonly #paper: Paper;
  readonly #drawing: Drawing;
  readonly #session: Session;
  /** At most one request at a time; the last drawing is always sent. */
  readonly #read = latestOnly<void>(() => this.#readOnce());
  /** The drawing that got the last response. */
  #last: { readonly entry: Entry; readonly strokes: readonly Stroke[] } | undefined;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(paper: Paper, drawing: Drawing, session: Session) {
    this.#paper = paper;
    this.#drawing = drawing;
    this.#session = session;
  }

  get #strokes(): readonly Stroke[] {
    return this.#paper.sheet.strokes;
  }

  /** A stroke has begun or was removed, or the drawing was finished or replaced. */
  touched(): void {
    clearTimeout(this.#pause);
  }

  /** A stroke has ended or was removed, so the drawing has changed. */
  drawn(): void {
    if (this.#strokes.length > 0) void this.#read();
    else this.#session.leave();
  }

  /** Adds the response to the current drawing, if there is one, to the history. */
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
    if (!entry?.response || strokes !== this.#strokes) return;
    this.#last = { entry, strokes };
    if (this.#paper.sheet.finished) {
      this.keep();
      return;
    }
    const { rejected } = entry.response.explanation as LabelExplanation;
    this.#pause = setTimeout(() => this.#finish(), PAUSE_MILLISECONDS[rejected ? 'rejected' : 'accepted']);
  }

  /** The next stroke goes on a new sheet. */
  #finish(): void {
    this.keep();
    this.#paper.finish();
  }
}
