/** Reads a drawing after every stroke, and has taken down what it was taken for in the end. */
import { latestOnly } from '../asking/latest.ts';
import type { Remember, Told } from '../asking/session.ts';
import { asTrouble } from '../asking/trouble.ts';
import { insist } from '../photographs/turns.ts';
import type { LabelExplanation } from '../pictures/labels-way.ts';
import { showTrouble } from '../shell/trouble-view.ts';
import { type Reading, sinceWhichStroke, withReading } from './course.ts';
import type { Drawing } from './crop.ts';
import type { Paper } from './paper.ts';
import { soFar } from './so-far.ts';
import type { SoFarView } from './so-far-view.ts';
import { pictureOfStrokes } from './stroke-picture.ts';
import type { Stroke } from './strokes.ts';

/** Whoever looks at an answer for so long has finished; where it is none, a stroke may still be missing. */
const PAUSE_MILLISECONDS = { answered: 4000, rejected: 10_000 } as const;

/** How a drawing is asked about. */
export interface DrawingQuestions {
  /**
   * @returns undefined when another question has overtaken it
   * @throws {Trouble}
   */
  ask(picture: Promise<Blob>): Promise<Told | undefined>;
  /** Nobody wants to see its answer any longer. */
  leave(): void;
  /** Takes down what a drawing was taken for. */
  readonly remember: Remember;
}

/** A drawing that was read. */
interface Known extends Told {
  readonly strokes: readonly Stroke[];
}

export class Reader {
  readonly #paper: Paper;
  readonly #drawing: Drawing;
  readonly #view: SoFarView;
  readonly #questions: DrawingQuestions;
  /** Never more than one request under way, and the last drawing is never left out. */
  readonly #read = latestOnly<void>(() => this.#readOnce());
  /** What was read last. */
  #last: Known | undefined;
  #course: readonly Reading[] = [];
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(paper: Paper, drawing: Drawing, view: SoFarView, questions: DrawingQuestions) {
    this.#paper = paper;
    this.#drawing = drawing;
    this.#view = view;
    this.#questions = questions;
  }

  get #strokes(): readonly Stroke[] {
    return this.#paper.sheet.strokes;
  }

  /** What is known of the drawing as it is now. */
  get #known(): Known | undefined {
    return this.#last?.strokes === this.#strokes ? this.#last : undefined;
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
    this.#remember();
    this.#course = [];
    this.#view.clear();
  }

  /** Nothing is told of the drawing any longer. */
  leave(): void {
    this.#course = [];
    this.#view.clear();
    this.#questions.leave();
  }

  /** The next stroke goes on a new sheet. */
  finish(): void {
    if (this.#strokes.length === 0) return;
    this.#remember();
    this.#paper.finish();
  }

  /** A person says what was drawn. */
  choose(label: string): void {
    this.#remember(label);
    this.#paper.turn();
    this.leave();
    this.#view.say('is noted: that was it.', label);
  }

  #remember(right?: string): void {
    if (this.#known) this.#questions.remember(this.#known.question, this.#known.answered, right);
  }

  async #readOnce(): Promise<void> {
    let strokes = this.#strokes;
    try {
      const told = await insist(
        async () => {
          strokes = this.#strokes;
          if (strokes.length === 0) return undefined;
          return this.#questions.ask(pictureOfStrokes(strokes, this.#drawing));
        },
        (seconds) => this.#view.say(`The service is busy: asked again in ${seconds} s`),
      );
      if (told && strokes === this.#strokes) this.#show({ ...told, strokes });
    } catch (error) {
      if (strokes !== this.#strokes) return;
      this.#view.wait(false);
      showTrouble(asTrouble(error), () => this.drawn());
    }
  }

  #show(known: Known): void {
    const explanation = known.answered.explanation as LabelExplanation;
    const { rejected, mean } = explanation;
    const labels = mean.map(({ label }) => label);
    const strokes = known.strokes.length;
    this.#last = known;
    this.#course = withReading(this.#course, { strokes, label: rejected ? '' : labels[0]! });
    this.#view.show(labels, soFar(known.answered, sinceWhichStroke(this.#course)!, strokes), !rejected);
    this.#view.wait(false);
    if (this.#paper.sheet.finished) this.#remember();
    else
      this.#pause = setTimeout(
        () => this.#finishUnasked(),
        PAUSE_MILLISECONDS[rejected ? 'rejected' : 'answered'],
      );
  }

  /** Whoever traces, or draws with keys, is slow and knows better when it is done. */
  #finishUnasked(): void {
    if (this.#paper.sheet.traced === undefined && !this.#paper.isDrawnByKeys) this.finish();
  }
}
