/** Calls between the supervisor and a front process, over Node's IPC. */
import type { FrontReport } from '../models/open-model.ts';
import type { Settings } from '../options.ts';
import type { StoreFileOwner } from '../store/store-keeper.ts';
import type { Fronts } from './front.ts';

export interface FrontCalls extends Pick<Fronts, 'replace' | 'stop'> {
  /** @param number of the front process, from 1 @returns an example request, as `Fronts.example` describes it */
  start(number: number, settings: Settings): Promise<string>;
  report(): Promise<FrontReport>;
}

export interface SupervisorCalls extends StoreFileOwner {
  /** The report of all front processes together. */
  report(): Promise<FrontReport>;
}
