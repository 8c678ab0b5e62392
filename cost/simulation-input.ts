import type { Overflow } from './fleet.ts';
import type { ServiceTime } from './service-times.ts';

/** A load and a fleet to play it against. Times in milliseconds. */
export interface SimulationInput {
  readonly ratePerSecond: number;
  /** Requests that are sent at once; the moments of sending are a Poisson process. */
  readonly burst: number;
  /** How many questions to ask; repeats come on top. */
  readonly questions: number;
  /** The first so many questions are played but not counted: a service that has been running for a while. */
  readonly warmUp: number;
  readonly fresh: ServiceTime;
  /** Service time of a remembered answer; undefined = no result cache. */
  readonly cached: ServiceTime | undefined;
  /** Share of questions whose answer is remembered from before. */
  readonly repeatShare: number;
  readonly environments: number;
  readonly overflow: Overflow;
  readonly coldStart: number;
  readonly keepWarm: number;
  /** Time outside the function, added to every answer. */
  readonly network: number;
  /** The client gives up after this long and asks again, as the `organizer` scenario does. */
  readonly timeout: number;
  /** How often a question is asked again at most. */
  readonly repeats: number;
  readonly seed: number;
}
