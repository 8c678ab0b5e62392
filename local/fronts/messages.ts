/** Calls between the supervisor and a front process, over Node's IPC. */
import type { FrontReport } from '../models/open-model.ts';
import type { ServedModel } from '../models/served-models.ts';
import type { Settings } from '../options.ts';

export interface FrontCalls {
  /**
   * @param number from 1
   * @param settings of the service, with this front's share of the workers
   * @returns `Fronts.example`
   */
  start(number: number, settings: Settings): Promise<string>;
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
