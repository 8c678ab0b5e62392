/** The members of a task, and how they are asked. */

import type { Manifest } from '../model/manifest.ts';
import { verifyMembers } from '../model/model-file.ts';
import { elementCount, type Tensors } from '../model/tensors.ts';
import type { Feeds, Graph, Kind, KindDefinition, MemberInput, Vote } from '../pipelines/kind.ts';
import { Member } from './member.ts';
import type { Outcome } from './outcome.ts';

export interface EnsemblePredictOptions {
  /** Milliseconds left for this prediction, asked before each member. @default forever */
  readonly millisecondsLeft?: () => number;
  /** Milliseconds of them that what comes after the prediction is expected to take. @default 0 */
  readonly millisecondsAfter?: number;
  /** Asks the members that can no longer change the answer, too: for people who want to see every vote. */
  readonly everyMember?: boolean;
}

export interface EnsembleOptions {
  /** Of one inference. */
  readonly threads: number;
  /** Questions that the execution environment may take at once. @default 1 */
  readonly concurrency?: number | undefined;
  /** A caller waits for the start: nothing is done that checks no file and that its question may not need. @default false */
  readonly callerWaits?: boolean | undefined;
}

/**
 * Loads, verifies and warms up the members of a task.
 *
 * @param directory folder with `ensemble.json` and the files that it names
 * @throws {ModelError} naming the file that is missing, corrupt or mismatched
 */
export async function loadEnsemble(
  directory: string,
  manifest: Manifest,
  definition: KindDefinition,
  { threads, concurrency = 1, callerWaits = false }: EnsembleOptions,
): Promise<Ensemble> {
  verifyMembers(directory, manifest.members);
  const members = await Promise.all(manifest.members.map((entry) => Member.load(directory, entry, threads)));
  const kind = await definition.open(
    manifest,
    directory,
    members.map(({ graph }) => graph),
  );
  if (!callerWaits) await kind.warmUp?.();
  const blank = kind.blank();
  for (const [index, member] of members.entries()) {
    const inputs = await blank(index);
    const given = await member.warmUp(inputs, kind.outputsOf(index), callerWaits);
    kind.check?.(kind.read(given, index, inputs), index);
    const largest = Math.min(manifest.batch.largest, concurrency);
    const limits = { ...manifest.batch, largest, shapedLike: kind.shapedLike, padded: kind.padded };
    if (largest > 1) member.openBatches(limits, kind.outputsOf(index));
  }
  return new Ensemble(kind, members);
}

/** A question on its way from member to member. */
interface Asking {
  readonly feeds: Feeds;
  readonly work: number;
  /** The answer is late whatever we do. */
  late: boolean;
  readonly millisecondsLeft: () => number;
  readonly millisecondsAfter: number;
}

/** What a member said of a question. */
type MemberVote = Pick<Vote<unknown>, 'milliseconds' | 'ballot'> & { readonly batch: number };

/** Several models, one answer. */
export class Ensemble {
  readonly kind: Kind;
  readonly #members: readonly Member[];
  readonly #weight: number;

  constructor(kind: Kind, members: readonly Member[]) {
    this.kind = kind;
    this.#members = members;
    this.#weight = members.reduce((sum, { weight }) => sum + weight, 0);
  }

  get memberNames(): string[] {
    return this.#members.map(({ name }) => name);
  }

  /** Of the members, in the order in which they run. */
  get graphs(): Graph[] {
    return this.#members.map(({ graph }) => graph);
  }

  /**
   * Asks one member after the other, until no further vote can change the answer or the time left allows no more,
   * and combines them.
   *
   * When not even the first one fits, the kind's fallback answers in time. A kind without one is too late whatever we do;
   * its answer is still remembered for the repeat, so then time does not count. The fallback also answers where members
   * have nothing to say, or cannot be asked.
   */
  async predict(input: unknown, feeds: Feeds, options: EnsemblePredictOptions = {}): Promise<Outcome> {
    const { millisecondsLeft = () => Infinity, millisecondsAfter = 0, everyMember = false } = options;
    const { kind } = this;
    const work = kind.work?.(input) ?? 1;
    const { duration } = this.#members[0] as Member;
    const late = duration.expected(work) > millisecondsLeft();
    if (kind.fallback && work === 0) {
      return { output: kind.fallback(input), votes: [], decidedAfter: 0, lacking: undefined };
    }
    const fallBack = (): Outcome => {
      if (work < Infinity) duration.forgive(work);
      return { output: kind.fallback?.(input), votes: [], decidedAfter: undefined, lacking: 'every member' };
    };
    if (kind.fallback && (late || work === Infinity)) return fallBack();
    const asking: Asking = { feeds, work, late, millisecondsLeft, millisecondsAfter };
    const votes: Vote<unknown>[] = [];
    let combined = { output: undefined as unknown, decided: false };
    let decidedAfter: number | undefined;
    let weightLeft = this.#weight;
    for (const [index, member] of this.#members.entries()) {
      if (decidedAfter !== undefined && !everyMember) break;
      const given = await this.#ask(index, asking);
      if (!given && index === 0) return fallBack();
      if (!given) {
        member.duration.forgive(work);
        const lacking = decidedAfter === undefined ? 'some members' : undefined;
        return { output: combined.output, votes, decidedAfter, lacking };
      }
      const { name, weight } = member;
      const { ballot, milliseconds, batch } = given;
      const together = batch > 1 ? { batch } : {};
      votes.push({ name, weight, milliseconds, ...together, ballot });
      weightLeft -= weight;
      combined = kind.combine(votes, weightLeft, input);
      if (decidedAfter === undefined && combined.decided) decidedAfter = votes.length;
    }
    return { output: combined.output, votes, decidedAfter, lacking: undefined };
  }

  /** @returns undefined where the time does not allow it; for the first member only where the kind has a fallback */
  async #ask(index: number, asking: Asking): Promise<MemberVote | undefined> {
    const { kind } = this;
    const member = this.#members[index]!;
    const { feeds, work, millisecondsLeft } = asking;
    const after = index > 0 ? asking.millisecondsAfter : 0;
    const fits = (milliseconds: number) => asking.late || milliseconds + after <= millisecondsLeft();
    if (index > 0 && !fits(member.duration.expected(work))) return undefined;
    const given = await feeds(index);
    const askPart = async (tensors: Tensors, share: number): Promise<MemberVote | undefined> => {
      const question = { tensors, work: work * share, fits };
      const ask = () =>
        member.ask(question, kind.outputsOf(index)).catch((error: Error) => {
          throw kind.failure?.(error) ?? error;
        });
      let run = await ask();
      if (!run && index === 0 && !kind.fallback) {
        // The time went by while it waited beside others.
        asking.late = true;
        run = await ask();
      }
      if (!run) return undefined;
      const { outputs, milliseconds, batch } = run;
      return { ballot: kind.read(outputs, index, tensors), milliseconds, batch };
    };
    if (!isList(given)) return askPart(given, 1);
    const size = given.reduce((sum, part) => sum + sizeOf(part), 0);
    const started = performance.now();
    const parts = await Promise.all(given.map((part) => askPart(part, sizeOf(part) / size)));
    if (!parts.every((part) => part !== undefined)) return undefined;
    return {
      ballot: kind.join?.(parts.map(({ ballot }) => ballot)),
      milliseconds: performance.now() - started,
      batch: Math.max(...parts.map(({ batch }) => batch)),
    };
  }
}

function isList(input: MemberInput): input is readonly Tensors[] {
  return Array.isArray(input);
}

/** Elements of what a member takes. */
function sizeOf(tensors: Tensors): number {
  return Object.values(tensors).reduce((sum, { shape }) => sum + elementCount(shape), 0);
}
