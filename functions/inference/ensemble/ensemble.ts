/** The members and how they are combined. */
import { Tensor } from 'onnxruntime-node';
import type { PixelGrid } from '../image.ts';
import { type Manifest, readLabels, readManifest } from './manifest.ts';
import { Member, shapeOf } from './member.ts';
import type { Prediction, Vote } from './prediction.ts';

export interface EnsembleOptions {
  /** Threads of one inference. @default 1 */
  readonly threads?: number;
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

  constructor(manifest: Manifest, labels: readonly string[], members: readonly Member[]) {
    this.task = manifest.task;
    this.version = manifest.version;
    this.grid = manifest.input;
    this.labels = labels;
    this.threshold = manifest.reject.threshold;
    this.rejectAnswer = manifest.reject.answer;
    this.#members = members;
  }

  get memberNames(): string[] {
    return this.#members.map(({ name }) => name);
  }

  /**
   * Asks one member after the other, as many as the time left allows, and combines them.
   *
   * When not even the first one fits, the answer is too late whatever we do; it is still remembered for the
   * repeat, so then all members run.
   *
   * @param pixels height × width × 3 bytes, sRGB, as `decodePixels` gives them
   * @param millisecondsLeft time left for this prediction, asked before each member
   */
  async predict(pixels: Uint8Array, millisecondsLeft: () => number = () => Infinity): Promise<Prediction> {
    const tensor = new Tensor('uint8', pixels, shapeOf(this.grid));
    const votes: Vote[] = [];
    const mean = new Float32Array(this.labels.length);
    let weights = 0;
    const late = (this.#members[0]?.duration.expected ?? 0) > millisecondsLeft();
    for (const member of this.#members) {
      const started = performance.now();
      if (!late && votes.length > 0 && member.duration.expected > millisecondsLeft()) {
        member.duration.forgive();
        break;
      }
      const probabilities = await member.run(tensor);
      const milliseconds = performance.now() - started;
      member.duration.add(milliseconds);
      votes.push({ name: member.name, milliseconds, probabilities });
      for (let label = 0; label < mean.length; label++) {
        mean[label]! += member.weight * probabilities[label]!;
      }
      weights += member.weight;
    }
    return { ...this.#decide(mean, weights), votes };
  }

  #decide(sum: Float32Array, weights: number): Omit<Prediction, 'votes'> {
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
