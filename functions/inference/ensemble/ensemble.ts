/** The members of a model, and the order in which they run. */
import type { Manifest } from '../model/manifest.ts';
import { ModelError } from '../model/model-error.ts';
import { verifyFiles } from '../model/model-file.ts';
import { elementCount, type Tensors } from '../model/tensors.ts';
import type { Feeds, Graph, Pipeline, Vote } from '../pipelines/pipeline.ts';
import { requirePipeline } from '../pipelines/pipelines.ts';
import { Problem } from '../problems/problems.ts';
import { Member } from './member.ts';
import type { Prediction, PredictOptions } from './predictor.ts';

/** @default no deadline, no work after the prediction, no explanation */
export type EnsemblePredictOptions = Partial<
  Pick<PredictOptions, 'millisecondsAfter' | 'explain'> & {
    readonly deadline: Pick<PredictOptions['deadline'], 'millisecondsLeft'>;
  }
>;

export interface EnsembleOptions {
  /** Threads of one inference. */
  readonly threads: number;
  /** Requests that this process may take at once. @default 1 */
  readonly concurrency?: number | undefined;
  /**
   * Whether a caller waits for the start. The start then leaves out the pipeline's warm-up and each member's second warm-up run.
   * @default false
   */
  readonly callerWaits?: boolean | undefined;
}

/**
 * Loads, verifies and warms up the members of a model.
 * @param directory folder with `ensemble.json` and the files that it names
 * @throws {ModelError} naming the file or field that is missing, corrupt or mismatched
 */
export async function loadEnsemble(
  directory: string,
  manifest: Manifest,
  { threads, concurrency = 1, callerWaits = false }: EnsembleOptions,
): Promise<Ensemble> {
  const definition = requirePipeline(directory, manifest);
  verifyFiles(directory, manifest.members);
  const members = await Promise.all(manifest.members.map((entry) => Member.load(directory, entry, threads)));
  const pipeline = await definition.open(
    manifest,
    directory,
    members.map(({ graph }) => graph),
  );
  if (!callerWaits) await pipeline.warmUp?.();
  const blank = pipeline.blank();
  const warnings: string[] = [];
  for (const [index, member] of members.entries()) {
    const [inputs] = (await blank(index)) as [Tensors];
    const given = await member.warmUp(inputs, pipeline.outputsOf(index), callerWaits).catch((error) => {
      if (!pipeline.guessesBlank || !(error instanceof ModelError)) throw error;
      warnings.push(`${error.message}; the model starts without a warm-up, so its first requests are slower`);
    });
    if (given) pipeline.check?.(pipeline.read(given, index, inputs), index);
    const largest = Math.min(manifest.batch.largest, concurrency);
    const limits = { largest, padded: pipeline.padded };
    if (largest === 1) continue;
    const contrasting = await pipeline.contrasting?.(index);
    await member.openBatches(limits, pipeline.outputsOf(index), { blank: inputs, contrasting });
  }
  return new Ensemble(pipeline, members, warnings);
}

interface EnsembleRun {
  readonly feeds: Feeds;
  readonly work: number;
  /** Whether time no longer counts, because the response is late in any case. */
  late: boolean;
  readonly deadline: { readonly millisecondsLeft: number };
  readonly millisecondsAfter: number;
}

type MemberVote = Omit<Vote<unknown>, 'name' | 'weight'>;

export class Ensemble {
  readonly pipeline: Pipeline;
  /** A warning for each member that did not warm up. */
  readonly warnings: readonly string[];
  readonly #members: readonly Member[];
  /** For each member, the sum of the weights of later members. Repeated subtraction would leave a rounding error. */
  readonly #weightsLeft: readonly number[];

  constructor(pipeline: Pipeline, members: readonly Member[], warnings: readonly string[] = []) {
    this.pipeline = pipeline;
    this.warnings = warnings;
    this.#members = members;
    this.#weightsLeft = members.map((_, index) =>
      members.slice(index + 1).reduce((sum, { weight }) => sum + weight, 0),
    );
  }

  get graphs(): Graph[] {
    return this.#members.map(({ graph }) => graph);
  }

  /** Decodes a request, and runs members on it. @returns the outcome, and the duration of each step in milliseconds */
  async predict(input: unknown, options: EnsemblePredictOptions = {}) {
    const started = performance.now();
    const feeds = await this.pipeline.decode(input);
    const decoded = performance.now();
    const outcome = await this.run(input, feeds, options);
    const milliseconds = { decode: decoded - started, predict: performance.now() - decoded };
    return { ...outcome, milliseconds };
  }

  /**
   * Runs one member after the other, and combines the votes. Stops if too little time is left, or if no further vote can change
   * the output and `explain` is false. The pipeline's fallback is the output if the time is too short for the first member, the
   * input leaves nothing to predict, or members cannot run on it.
   *
   * If the time is too short for the first member and there is no fallback, the response is late in any case. Then all members
   * run without a deadline, and the late response is cached for the repeat. A request with several items is refused instead.
   */
  async run(input: unknown, feeds: Feeds, options: EnsemblePredictOptions = {}): Promise<Outcome> {
    const { deadline = { millisecondsLeft: Infinity }, millisecondsAfter = 0, explain = false } = options;
    const { pipeline } = this;
    const work = pipeline.work?.(input) ?? 1;
    const { duration } = this.#members[0] as Member;
    const expected = duration.expected(work);
    const late = expected > deadline.millisecondsLeft;
    if (pipeline.fallback && work === 0) {
      return { output: pipeline.fallback(input), votes: [], decidedAfter: 0, lacking: undefined };
    }
    const fallBack = (): Outcome => {
      if (work < Infinity) duration.forgive(work);
      const output = pipeline.fallback?.(input);
      return { output, votes: [], decidedAfter: undefined, lacking: 'every member' };
    };
    if (pipeline.fallback && (late || work === Infinity)) return fallBack();
    const items = late ? pipeline.items?.(input) : undefined;
    if (items && items.count > 1) {
      duration.forgive(work);
      const left = Math.max(0, deadline.millisecondsLeft);
      const most = Math.max(1, Math.floor((items.count * left) / expected));
      throw new Problem(
        items.problem,
        `The ${items.count} ${items.name} take about ${Math.ceil(expected)} ms, but only ${Math.floor(left)} ms are left: ` +
          `send at most ${most} like these at once.`,
      );
    }
    const state: EnsembleRun = { feeds, work, late, deadline, millisecondsAfter };
    const votes: Vote<unknown>[] = [];
    let combined = { output: undefined as unknown, decided: false };
    let decidedAfter: number | undefined;
    for (const [index, member] of this.#members.entries()) {
      if (decidedAfter !== undefined && !explain) break;
      const given = await this.#runMember(index, state);
      if (!given && index === 0) return fallBack();
      if (!given) {
        member.duration.forgive(work);
        const lacking = decidedAfter === undefined ? 'some members' : undefined;
        return { output: combined.output, votes, decidedAfter, lacking };
      }
      const { name, weight } = member;
      votes.push({ name, weight, ...given });
      combined = pipeline.combine(votes, this.#weightsLeft[index]!, input);
      if (decidedAfter === undefined && combined.decided) decidedAfter = votes.length;
    }
    return { output: combined.output, votes, decidedAfter, lacking: undefined };
  }

  /** @returns undefined if too little time is left. The first member runs even then, unless the pipeline has a fallback. */
  async #runMember(index: number, state: EnsembleRun): Promise<MemberVote | undefined> {
    const { pipeline } = this;
    const member = this.#members[index]!;
    const { feeds, work, deadline } = state;
    const after = index > 0 ? state.millisecondsAfter : 0;
    const fits = (milliseconds: number) => state.late || milliseconds + after <= deadline.millisecondsLeft;
    if (index > 0 && !fits(member.duration.expected(work))) return undefined;
    const given = await feeds(index);
    const runPart = async (tensors: Tensors, share: number): Promise<MemberVote | undefined> => {
      const request = { tensors, work: work * share, fits };
      const predict = () =>
        member.predict(request, pipeline.outputsOf(index)).catch((error: Error) => {
          throw error instanceof Problem ? error : (pipeline.failure?.(error) ?? error);
        });
      let run = await predict();
      if (!run && index === 0 && !pipeline.fallback) {
        // Too little time is left, for example because the request waited for a batch. The first member runs all the same.
        state.late = true;
        run = await predict();
      }
      if (!run) return undefined;
      const { outputs, milliseconds, batch } = run;
      const memberOutput = pipeline.read(outputs, index, tensors);
      pipeline.recycle?.(tensors, index);
      return { memberOutput, milliseconds, batch };
    };
    const [only, ...further] = given;
    if (only && further.length === 0) return runPart(only, 1);
    const size = given.reduce((sum, part) => sum + sizeOf(part), 0);
    const started = performance.now();
    const parts: MemberVote[] = [];
    for (let start = 0; start < given.length; start += PARTS_AT_ONCE) {
      const group = given.slice(start, start + PARTS_AT_ONCE);
      const run = await Promise.all(group.map((part) => runPart(part, sizeOf(part) / size)));
      if (!run.every((part) => part !== undefined)) return undefined;
      parts.push(...run);
    }
    return {
      memberOutput: parts.flatMap(({ memberOutput }) => memberOutput),
      milliseconds: performance.now() - started,
      batch: Math.max(...parts.map(({ batch }) => batch)),
    };
  }
}

/**
 * Largest number of parts of one request that wait for a member at once. Batches are made from waiting parts. After these
 * parts, other requests get their turn.
 */
const PARTS_AT_ONCE = 128;

function sizeOf(tensors: Tensors): number {
  return Object.values(tensors).reduce((sum, { shape }) => sum + elementCount(shape), 0);
}

export interface Outcome extends Pick<Prediction, 'output' | 'decidedAfter' | 'lacking'> {
  /** Votes in the order in which members ran; none of members that were not needed, had too little time or cannot run. */
  readonly votes: readonly Vote<unknown>[];
}
