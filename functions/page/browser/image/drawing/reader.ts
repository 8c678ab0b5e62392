/** Sends a drawing after every stroke, and puts its last response into the history. */
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

/** Who looks at a response for so long has finished; where the response was rejected, a stroke may still be missing. */
const PAUSE_MILLISECONDS = { accepted: 4000, rejected: 10_000 } as const;

export class Reader {
  readonly #paper: Paper;
  readonly #drawing: Drawing;
  readonly #view: CandidatesView;
  readonly #session: Session;
  /** Never more than one request under way, and the last drawing is never left out. */
  readonly #read = latestOnly<void>(() => this.#readOnce());
  /** The drawing that was read last. */
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

  /** What is known of the drawing as it is now. */
  get #known(): Entry | undefined {
    return this.#last?.strokes === this.#strokes ? this.#last.entry : undefined;
  }

  /** A stroke has begun or gone, or the drawing is finished, or there is another one. */
  touched(): void {
    clearTimeout(this.#pause);
    this.#view.wait(this.#strokes.length > 0 && !this.#known);
  }

  /** A stroke has ended or gone: there is something else to read. */
  drawn(): void {
    if (this.#strokes.length > 0) void this.#read();
    else this.leave();
  }

  /** The drawing is about to be put away. */
  turning(): void {
    this.#keep();
    this.#view.clear();
  }

  /** Nothing is shown of the drawing any longer. */
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

  /** A person says what was drawn. */
  choose(label: string): void {
    this.#keep(label);
    // So that turning the sheet does not keep it once more, without the label.
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
    // Who traces is slow and knows better when it is done.
    else if (this.#paper.sheet.traced === undefined) {
      this.#pause = setTimeout(() => this.#finish(), PAUSE_MILLISECONDS[rejected ? 'rejected' : 'accepted']);
    }
  }
}
