/** One fault from its beginning until everything is as before, and what did not hold meanwhile. */
import { ServiceError } from '../service-error.ts';
import type { Asker } from './asking/asker.ts';
import { type Fault, NotSurvived, type Stage } from './faults/fault.ts';
import { recover } from './recovery.ts';
import { complaintsOf, type FaultResult } from './report/outcome.ts';

/** What environments get to write what they owe, once the table is back. */
const WRITING_MILLISECONDS = 3000;
const WRITING_MILLISECONDS_EACH = 20;
const OWED_TO_LOOK_UP = 30;
/** Connections that the system has made and the service not taken yet are reset when it closes its port. */
const MOST_CUT = 4;

export class Trial {
  readonly #stage: Stage;
  readonly #asker: Asker;
  readonly #environments: number;

  /** @param environments how many there must be in calm */
  constructor(stage: Stage, asker: Asker, environments: number) {
    this.#stage = stage;
    this.#asker = asker;
    this.#environments = environments;
  }

  /** @param at seconds since the start of the soak */
  async of(fault: Fault, at: number): Promise<FaultResult> {
    const { name, recoverySeconds: limit } = fault;
    const { counts, takeDown, service } = this.#stage;
    const before = { ...counts.wrong };
    const cutBefore = counts.cutWhileStopping;
    const complaints: string[] = [];
    takeDown('fault', { name });
    this.#asker.expects = fault.unreachable;
    await this.#hear(complaints, () => fault.inflict(this.#stage));
    takeDown('undone', { name });
    if (service.pid === undefined) {
      complaints.push('the service was gone');
      await this.#hear(complaints, () => this.#startAnew());
    }
    const recoverySeconds = await recover(this.#stage, this.#environments, limit);
    if (recoverySeconds === undefined) {
      complaints.push(`not as before after ${limit} s`);
      await this.#hear(complaints, () => this.#startAnew());
    } else if (fault.owes) {
      await this.#lookUpOwed();
    }
    this.#asker.expects = undefined;
    const cut = counts.cutWhileStopping - cutBefore;
    if (cut > MOST_CUT) complaints.push(`connections cut while stopping: ${cut}`);
    complaints.push(...complaintsOf(before, counts.wrong));
    takeDown('result', { name, recoverySeconds, complaints });
    return { name, at, recoverySeconds, complaints };
  }

  async #hear(complaints: string[], work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof NotSurvived || error instanceof ServiceError)) throw error;
      complaints.push(error.message);
    }
  }

  /** So that the next fault is judged by what it does itself. */
  async #startAnew(): Promise<void> {
    const { service, ledger, takeDown } = this.#stage;
    takeDown('started anew');
    this.#asker.expects = 'cut';
    await service.kill();
    ledger.forgetOwed();
    await service.start();
  }

  /** Answers that were given while the table was out of reach must be in it now that it is back. */
  async #lookUpOwed(): Promise<void> {
    const { ledger, crowd, takeDown, random, signal } = this.#stage;
    const owed = ledger.owedIds();
    const ids = random.shuffled(owed).slice(0, OWED_TO_LOOK_UP);
    if (ids.length === 0) return;
    await this.#stage.sleep(WRITING_MILLISECONDS + owed.length * WRITING_MILLISECONDS_EACH);
    if (signal.aborted) return;
    ledger.settle(ids);
    takeDown('owed', { ids: owed.length });
    for (const id of ids) {
      // The ledger judges each of these replies.
      await crowd.askOtherwise(id);
      await crowd.askAgain(id);
    }
  }
}
