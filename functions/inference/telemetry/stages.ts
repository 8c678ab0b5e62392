/** How long each step of one request took. */

export const STAGES = ['contract', 'cacheGet', 'queue', 'decode', 'predict', 'cachePut'] as const;
export type Stage = (typeof STAGES)[number];

/** Milliseconds by stage, in the order of the steps; a step that did not happen is absent. */
export class Stages {
  readonly milliseconds: Partial<Record<Stage, number>> = {};
  readonly #started = performance.now();

  /** Runs a step and notes how long it took, also when it fails. */
  async time<T>(stage: Stage, work: () => T | Promise<T>): Promise<T> {
    const started = performance.now();
    try {
      return await work();
    } finally {
      this.set(stage, performance.now() - started);
    }
  }

  /** The same for a step that waits for nothing. */
  timeNow<T>(stage: Stage, work: () => T): T {
    const started = performance.now();
    try {
      return work();
    } finally {
      this.set(stage, performance.now() - started);
    }
  }

  set(stage: Stage, milliseconds: number): void {
    this.milliseconds[stage] = rounded(milliseconds);
  }

  /** Since the request arrived. */
  get total(): number {
    return rounded(performance.now() - this.#started);
  }

  /** The value of a `server-timing` header. */
  get serverTiming(): string {
    let text = '';
    for (const stage of STAGES) {
      const milliseconds = this.milliseconds[stage];
      if (milliseconds !== undefined) text += `${text === '' ? '' : ', '}${stage};dur=${milliseconds}`;
    }
    return text;
  }
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}
