/** What is counted of the questions to one task, from what the gateway sees go by. */
import { Histogram } from './histogram.ts';

/** What an answer says of itself in its headers. */
export const TELLING = {
  cache: 'x-subsecond-cache',
  members: 'x-subsecond-members',
  late: 'x-subsecond-late',
} as const;

/** How a question ended. */
export type Outcome = 'answered' | 'refused' | 'failed';

const PROBLEM_TYPE = /"type":"urn:subsecond:problem:([a-z0-9-]+)"/;

export class TaskCounts {
  readonly outcomes: Record<Outcome, number> = { answered: 0, refused: 0, failed: 0 };
  readonly durations = new Histogram();
  readonly cache: Record<string, number> = { hit: 0, miss: 0, degraded: 0, off: 0 };
  /** Runs of members for questions whose answer was not remembered. */
  membersAsked = 0;
  /** Answers for which there was no time for all the members that they would have taken. */
  readonly lacking: Record<string, number> = { shortened: 0, fallback: 0 };
  /** Answers given without the table: written when it was back, or never. */
  readonly late: Record<string, number> = { written: 0, lost: 0 };
  /** Questions that were not answered, by problem. */
  readonly reasons = new Map<string, number>();

  /** @param headers flat list of names and values */
  answered(seconds: number, headers: readonly string[]): void {
    this.outcomes.answered += 1;
    this.durations.observe(seconds);
    for (let index = 0; index < headers.length; index += 2) {
      const value = headers[index + 1] as string;
      switch (headers[index]) {
        case TELLING.cache:
          if (value in this.cache) this.cache[value]! += 1;
          break;
        case TELLING.members:
          this.#members(value);
          break;
      }
    }
  }

  /** @param problem the gateway's own, where it is one; else it stands in the body */
  notAnswered(status: number, problem: string | undefined, body: string | Buffer): void {
    this.outcomes[status < 500 ? 'refused' : 'failed'] += 1;
    // The Open Inference Protocol has no place for the problem's name.
    const reason = problem ?? PROBLEM_TYPE.exec(body.toString())?.[1] ?? `status-${status}`;
    this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1);
  }

  /** @param value of the header that tells it: `written=2, lost=1` */
  toldLate(value: string): void {
    for (const [, name = '', count] of value.matchAll(/(\w+)=(\d+)/g)) {
      if (name in this.late) this.late[name]! += Number(count);
    }
  }

  /** @param value `2/3; shortened` */
  #members(value: string): void {
    this.membersAsked += Number.parseInt(value, 10) || 0;
    const reason = value.slice(value.indexOf('; ') + 2);
    if (reason in this.lacking) this.lacking[reason]! += 1;
  }
}
