/** The members of a task, and how they are asked. */
import type { Feeds, Kind, KindDefinition, Vote } from '../kinds/kind.ts';
import type { Manifest } from './manifest.ts';
import { Member } from './member.ts';
import type { Prediction } from './prediction.ts';

export interface PredictOptions {
  /** Milliseconds left for this prediction, asked before each member. @default forever */
  readonly millisecondsLeft?: () => number;
  /** Milliseconds of them that what comes after the prediction is expected to take. @default 0 */
  readonly millisecondsAfter?: number;
  /** Asks the members that can no longer change the answer, too: for people who want to see every vote. */
  readonly everyMember?: boolean;
}

/**
 * Loads, verifies and warms up the members of a task.
 *
 * @param directory folder with `ensemble.json` and the files that it names
 * @param threads of one inference
 * @throws {ModelError} naming the file that is missing, corrupt or mismatched
 */
export async function loadEnsemble(
  directory: string,
  manifest: Manifest,
  definition: KindDefinition,
  threads: number,
): Promise<Ensemble> {
  const members = await Promise.all(manifest.members.map((entry) => Member.load(directory, entry, threads)));
  const kind = await definition.open(
    manifest,
    directory,
    members.map(({ graph }) => graph),
  );
  const blank = kind.blank();
  for (const [index, member] of members.entries()) {
    const given = await member.warmUp(await blank(index), kind.outputsOf(index));
    kind.check?.(kind.read(given, index), index);
  }
  return new Ensemble(kind, members);
}

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

  /**
   * Asks one member after the other, until no further vote can change the answer or the time left allows no more,
   * and combines them.
   *
   * When not even the first one fits, the kind's fallback answers in time. A kind without one is too late whatever we do;
   * its answer is still remembered for the repeat, so then time does not count. The fallback also answers where members
   * have nothing to say, or cannot be asked.
   */
  async predict(input: unknown, feeds: Feeds, options: PredictOptions = {}): Promise<Prediction> {
    const { millisecondsLeft = () => Infinity, millisecondsAfter = 0, everyMember = false } = options;
    const { kind } = this;
    const work = kind.work?.(input) ?? 1;
    const first = this.#members[0] as Member;
    const late = first.duration.expected(work) > millisecondsLeft();
    if (kind.fallback && work === 0) {
      return { output: kind.fallback(input), votes: [], decidedAfter: 0, lacking: undefined };
    }
    if (kind.fallback && (late || work === Infinity)) {
      if (work < Infinity) first.duration.forgive(work);
      return { output: kind.fallback(input), votes: [], decidedAfter: undefined, lacking: 'every member' };
    }
    const votes: Vote<unknown>[] = [];
    let combined = { output: undefined as unknown, decided: false };
    let decidedAfter: number | undefined;
    let weightLeft = this.#weight;
    for (const [index, member] of this.#members.entries()) {
      if (decidedAfter !== undefined && !everyMember) break;
      const started = performance.now();
      if (!late && index > 0 && member.duration.expected(work) + millisecondsAfter > millisecondsLeft()) {
        member.duration.forgive(work);
        const lacking = decidedAfter === undefined ? 'some members' : undefined;
        return { output: combined.output, votes, decidedAfter, lacking };
      }
      const outputs = await member.run(await feeds(index), kind.outputsOf(index)).catch((error: Error) => {
        throw kind.failure?.(error) ?? error;
      });
      const milliseconds = performance.now() - started;
      member.duration.add(milliseconds, work);
      const { name, weight } = member;
      votes.push({ name, weight, milliseconds, ballot: kind.read(outputs, index) });
      weightLeft -= weight;
      combined = kind.combine(votes, weightLeft, input);
      if (decidedAfter === undefined && combined.decided) decidedAfter = votes.length;
    }
    return { output: combined.output, votes, decidedAfter, lacking: undefined };
  }
}
