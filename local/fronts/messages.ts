/** What the supervisor and a front process call of each other, over Node's IPC. */
import type { ServedModel } from '../models/served-models.ts';
import type { Settings } from '../options.ts';
import type { FrontReport } from './report.ts';

/** What a front process is started with. */
export interface FrontPlan {
  /** From 1. */
  readonly number: number;
  /** With its share of the workers. */
  readonly settings: Settings;
  /** With the texts of secrets. */
  readonly environment: NodeJS.ProcessEnv;
}

export interface FrontCalls {
  /** @returns an example of a request to each model */
  start(plan: FrontPlan): Promise<string[]>;
  /** Serves a model in the place of the one with its name. */
  replace(model: ServedModel): Promise<void>;
  report(): Promise<FrontReport>;
  /** Finishes the requests that have come. */
  stop(): Promise<void>;
}

export interface SupervisorCalls {
  /** Has the file of the response store made or mended. */
  provide(): Promise<void>;
  /** Of all front processes together. */
  report(): Promise<FrontReport>;
}
