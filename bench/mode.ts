/** Inputs and result of a mode of the bench. */
import { describeMachine } from '../load-tests/command/machine.ts';
import type { Generator } from '../load-tests/waiting-clients/generator.ts';
import type { ServiceOptions } from '../local/options.ts';
import type { Service } from '../local/service.ts';
import type { RequestSource } from '../model-repository/request-source.ts';
import type { Goal } from './goals.ts';

/** Start time, machine, model and contract of the measurements. */
export type Run = ReturnType<typeof describeRun>;

export function describeRun({ manifest, client }: RequestSource) {
  const started = new Date().toISOString();
  return { started, machine: describeMachine(), model: manifest.model, contract: client.contract };
}

/** The first line of the output. */
export function titleOf({ machine, model, contract }: Run): string {
  return `${model} by ${contract}; ${machine}`;
}

/** Tools of a mode. */
export interface BenchMeans {
  readonly run: Run;
  /** An empty folder for the service's data, which is removed afterwards. */
  readonly dataDirectory: string;
  /** One process makes all loads that are compared, so that its code is as warm for the last load as for the first. */
  readonly generator: Generator;
  /** Starts the service with the model on a free port; it stops after the measurement. */
  start(options?: ServiceOptions): Promise<Service>;
}

/** Measurements of a mode. */
export interface Outcome {
  /** First line of the output. @default the result of `titleOf` */
  readonly title?: string;
  /** Lines beneath the title. */
  readonly lines: readonly string[];
  /** Fields for the file of `--json`, which also has the fields of `Run`. */
  readonly measurements: object;
  readonly goals?: readonly Goal[];
}
