/** How soon alarms fire. */
export interface Sensitivity {
  /** In how many minutes, of how many, responses have to be late. */
  readonly lateMinutes: { readonly above: number; readonly of: number };
  /** Late responses of a model within one minute that are a burst. */
  readonly lateBurst: number;
  /** Responses that were lost (5xx) within one minute. */
  readonly lost: number;
  /** Refusals of the gateway (429) within one minute. */
  readonly refused: number;
  /** Whether a request that found no warm environment is worth an alarm. */
  readonly spillOver: boolean;
}

/** By name: `strict` for a service with users, `quiet` for a trial. */
export const sensitivities = {
  strict: { lateMinutes: { above: 2, of: 3 }, lateBurst: 3, lost: 1, refused: 1, spillOver: true },
  quiet: { lateMinutes: { above: 3, of: 5 }, lateBurst: 10, lost: 5, refused: 10, spillOver: false },
} as const satisfies Record<string, Sensitivity>;
