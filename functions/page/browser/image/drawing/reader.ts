/** Sends a drawing after every stroke, and adds its last response to the history. */
import type { Entry } from '../../request/entry.ts';
import type { Session } from '../../request/session.ts';
import { latestOnly } from '../../request/turns.ts';
import { type LabelExplanation, perhaps, UNKNOWN } from '../pipeline.ts';
import { sampleOf } from '../prepare-picture.ts';
import type { CandidatesView } from './candidates-view.ts';
import type { Drawing } from './crop.ts';
import type { Paper } from './paper.ts';
import { pictureOfStrokes } from './stroke-picture.ts';
import type { Stroke } from './strokes.ts';

/** Pause after a response that means that the drawing is finished; after a rejection, a stroke may still be missing. */
const PAUSE_MILLISECONDS = { accepted: 4000, rejected: 10_000 } as const;

export class Reader {
  readonly #paper: Paper;
  readonly #drawing: Drawing;
  readonly #view: CandidatesView;
  readonly #session: Session;
  /** At most one request at a time; the last drawing is always sent. */
  readonly #read = latestOnly<void>(() => this.#readOnce());
  /** The drawing that got the last response. */
  #last: { readonly entry: Entry; readonly strokes: readonly Stroke[] } | undefined;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(paper: Paper, drawing: Drawing, view: CandidatesView, session: Session) {
    this.#paper = paper;
    this.#drawing = drawing;
    this.#view = view;
    this.#session = session;
  }

  get #strokes(): readonly Stroke[] {
    return this.#paper.sheet.strokes;
  }

  /** The response to the current drawing. */
  get #known(): Entry | undefined {
    return this.#last?.strokes === this.#strokes ? this.#last.entry : undefined;
  }

  /** A stroke has begun or was removed, or the drawing was finished or replaced. */
  touched(): void {
    clearTimeout(this.#pause);
    this.#view.wait(this.#strokes.length > 0 && !this.#known);
  }

  /** A stroke has ended or was removed, so the drawing has changed. */
  drawn(): void {
    if (this.#strokes.length > 0) void this.#read();
    else this.leave();
  }

  /** The drawing is about to be replaced. */
  turning(): void {
    this.#keep();
    this.#view.clear();
  }

  /** The result view no longer shows the drawing. */
  leave(): void {
    this.#view.clear();
    this.#session.leave();
  }

  /** The next stroke goes on a new sheet. */
  #finish(): void {
    if (this.#strokes.length === 0) return;
    this.#keep();
    this.#paper.finish();
  }

  /** The user says what was drawn. */
  choose(label: string): void {
    this.#keep(label);
    // Otherwise the next sheet would add the drawing again, without the label.
    this.#last = undefined;
    this.#paper.turn();
    this.leave();
    this.#view.say('is noted as the right label.', label);
  }

  #keep(label?: string): void {
    if (this.#known) this.#session.keep(this.#known, label);
  }

  async #readOnce(): Promise<void> {
    const strokes = this.#strokes;
    if (strokes.length === 0) return;
    const entry = await this.#session.preview({
      name: 'drawing',
      prepare: () => sampleOf(pictureOfStrokes(strokes, this.#drawing), 'drawing'),
      retry: () => this.drawn(),
    });
    if (!entry || strokes !== this.#strokes) return;
    this.#view.wait(false);
    if (entry.response) this.#show(entry, strokes);
  }

  #show(entry: Entry, strokes: readonly Stroke[]): void {
    const explanation = entry.response!.explanation as LabelExplanation;
    const { rejected, mean } = explanation;
    const labels = mean.map(({ label }) => label);
    const read = strokes.length === 1 ? 'after one stroke' : `after ${strokes.length} strokes`;
    const line = rejected ? [UNKNOWN, perhaps(explanation)].filter(Boolean).join(', ') : read;
    this.#last = { entry, strokes };
    this.#view.show(labels, line, !rejected);
    this.#view.wait(false);
    if (this.#paper.sheet.finished) this.#keep();
    // Tracing is slow, and the user decides when it is finished.
    else if (this.#paper.sheet.traced === undefined) {
      this.#pause = setTimeout(() => this.#finish(), PAUSE_MILLISECONDS[rejected ? 'rejected' : 'accepted']);
    }
  }
}
