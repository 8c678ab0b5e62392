import { findReport } from './billed-duration.ts';
import { TuneError } from './errors.ts';
import type { LambdaApi } from './lambda-api.ts';

/** Makes the events that are asked, each a question of its own, and checks what is answered. */
export interface Questions {
  next(): string;
  /** What is wrong with an answer; undefined where it is one. */
  fault(payload: string): string | undefined;
}

export interface MeasureOptions {
  readonly warmUp: number;
  readonly invocations: number;
  readonly onProgress: (done: number, total: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/** Billed milliseconds of warm environments, and the INIT phases that were seen. */
export interface Measured {
  readonly billed: readonly number[];
  readonly init: readonly number[];
}

/**
 * Asks an alias one question after the other, so that no two environments share what is measured. Cold starts are
 * kept apart: they are billed with their INIT phase.
 * @throws TuneError where the function fails, answers wrongly or does not say what it was billed for
 */
export async function measure(
  api: LambdaApi,
  alias: string,
  questions: Questions,
  options: MeasureOptions,
): Promise<Measured> {
  const { warmUp, invocations, onProgress, signal } = options;
  const billed: number[] = [];
  const init: number[] = [];
  const most = warmUp + 2 * invocations;
  for (let asked = 0; billed.length < invocations; asked += 1) {
    if (asked === most) {
      throw new TuneError(
        `${alias} started cold ${init.length} times in ${asked} questions: nothing stays warm to be measured.`,
      );
    }
    onProgress(billed.length, invocations);
    const { payload, log, functionError } = await api.invoke(alias, questions.next(), signal);
    const fault = functionError === undefined ? questions.fault(payload) : `${functionError}: ${payload}`;
    if (fault !== undefined) {
      throw new TuneError(`${alias} answered a question wrongly: ${fault.slice(0, 300)}`);
    }
    const report = findReport(log);
    if (!report) {
      throw new TuneError(`${alias} did not say what it was billed for: its log has no REPORT.`);
    }
    if (report.init !== undefined) {
      init.push(report.init);
    } else if (asked >= warmUp) {
      billed.push(report.billed);
    }
  }
  return { billed, init };
}
