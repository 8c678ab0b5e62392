/** Calls between the supervisor and a front process, over Node's IPC. */
import type { ServedModel } from '../models/served-models.ts';
import type { Settings } from '../options.ts';
import type { FrontReport } from './report.ts';

/** Arguments of a front process. */
export interface FrontPlan {
  /** From 1. */
  readonly number: number;
  /** The service's settings, with this front's share of the workers. */
  readonly settings: Settings;
}

export interface FrontCalls {
  /** @returns an example request for each model */
  start(plan: FrontPlan): Promise<string[]>;
  /** Replaces the model of the same name. */
  replace(model: ServedModel): Promise<void>;
  report(): Promise<FrontReport>;
  /** Finishes the requests that have arrived. */
  stop(): Promise<void>;
}

export interface SupervisorCalls {
  /** Makes or repairs the file of the response store. */
  provide(): Promise<void>;
  /** The report of all front processes together. */
  report(): Promise<FrontReport>;
}
