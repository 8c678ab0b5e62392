/** The members and how they are combined. */
import { Tensor } from 'onnxruntime-node';
import type { PixelGrid } from '../image.ts';
import { isDecided } from './decided.ts';
import { type Manifest, readLabels, readManifest } from './manifest.ts';
import { Member, shapeOf } from './member.ts';
import type { Prediction, Vote } from './prediction.ts';

export interface EnsembleOptions {
  /** Threads of one inference. @default 1 */
  readonly threads?: number;
}

export interface PredictOptions {
  /** Milliseconds left for this prediction, asked before each member. @default forever */
  readonly millisecondsLeft?: () => number;
  /** Milliseconds of them that what comes after the prediction is expected to take. @default 0 */
  readonly millisecondsAfter?: number;
  /** Asks the members that can no longer change the answer, too: for people who want to see every vote. */
  readonly everyMember?: boolean;
}

/**
 * Loads, verifies and warms up a model repository entry.
 *
 * @param directory folder with `ensemble.json`, the members and the labels
 * @throws {ModelError} naming the file that is missing, corrupt or mismatched
 */
export async function loadEnsemble(directory: string, options: EnsembleOptions = {}): Promise<Ensemble> {
  const manifest = await readManifest(directory);
  const labels = await readLabels(directory, manifest);
  const members = await Promise.all(
    manifest.members.map((entry) =>
      Member.load(directory, entry, manifest.input, labels.length, options.threads ?? 1),
    ),
  );
  return new Ensemble(manifest, labels, members);
}

/** Several models, one answer. */
export class Ensemble {
  readonly task: string;
  readonly version: string;
  /** The pixels that `predict` takes. */
  readonly grid: PixelGrid;
  readonly labels: readonly string[];
  readonly threshold: number;
  readonly rejectAnswer: string;
  readonly #members: readonly Member[];
  readonly #weight: number;

  constructor(manifest: Manifest, labels: readonly string[], members: readonly Member[]) {
    this.task = manifest.task;
    this.version = manifest.version;
    this.grid = manifest.input;
    this.labels = labels;
    this.threshold = manifest.reject.threshold;
    this.rejectAnswer = manifest.reject.answer;
    this.#members = members;
    this.#weight = members.reduce((sum, { weight }) => sum + weight, 0);
  }

  get memberNames(): string[] {
    return this.#members.map(({ name }) => name);
  }

  /**
   * Asks one member after the other, until no further vote can change the answer or the time left allows no more,
   * and combines them.
   *
   * When not even the first one fits, the answer is too late whatever we do; it is still remembered for the
   * repeat, so then time does not count.
   *
   * @param pixels height × width × 3 bytes, sRGB, as `decodePixels` gives them
   */
  async predict(pixels: Uint8Array, options: PredictOptions = {}): Promise<Prediction> {
    const { millisecondsLeft = () => Infinity, millisecondsAfter = 0, everyMember = false } = options;
    const tensor = new Tensor('uint8', pixels, shapeOf(this.grid));
    const votes: Vote[] = [];
    const sum = new Float32Array(this.labels.length);
    const floor = this.threshold * this.#weight;
    let weightLeft = this.#weight;
    let decidedAfter: number | undefined;
    let shortened = false;
    const late = (this.#members[0]?.duration.expected ?? 0) > millisecondsLeft();
    for (const member of this.#members) {
      if (decidedAfter !== undefined && !everyMember) break;
      const started = performance.now();
      if (!late && votes.length > 0 && member.duration.expected + millisecondsAfter > millisecondsLeft()) {
        member.duration.forgive();
        shortened = decidedAfter === undefined;
        break;
      }
      const probabilities = await member.run(tensor);
      const milliseconds = performance.now() - started;
      member.duration.add(milliseconds);
      votes.push({ name: member.name, milliseconds, probabilities });
      for (let label = 0; label < sum.length; label++) {
        sum[label]! += member.weight * probabilities[label]!;
      }
      weightLeft -= member.weight;
      if (decidedAfter === undefined && isDecided(sum, weightLeft, floor)) decidedAfter = votes.length;
    }
    return { ...this.#decide(sum, this.#weight - weightLeft), votes, decidedAfter, shortened };
  }

  #decide(
    sum: Float32Array,
    weights: number,
  ): Pick<Prediction, 'answer' | 'confidence' | 'rejected' | 'mean'> {
    let best = 0;
    for (let label = 0; label < sum.length; label++) {
      sum[label]! /= weights;
      if (sum[label]! > sum[best]!) best = label;
    }
    const confidence = sum[best]!;
    const rejected = confidence < this.threshold;
    return { answer: rejected ? this.rejectAnswer : this.labels[best]!, confidence, rejected, mean: sum };
  }
}
