/** How soon alarms fire. */
export interface Sensitivity {
  /** `Late` fires if the p99 latency is above the deadline in `above` of the last `of` minutes, unless there are few requests. */
  readonly lateMinutes: { readonly above: number; readonly of: number };
  /** Number of late responses of a model within a minute that fires an alarm. */
  readonly lateBurst: number;
  /** Number of 5xx responses of the address within a minute that fires an alarm. */
  readonly lost: number;
  /** Number of the gateway's refusals (429) within a minute that fires an alarm. */
  readonly refused: number;
  /** Whether spill-over, or little CPU left on Managed Instances, fires an alarm. */
  readonly spillOver: boolean;
}

/** The sensitivities by name: `strict` for a service with users, `quiet` for a trial. */
export const sensitivities = {
  strict: { lateMinutes: { above: 2, of: 3 }, lateBurst: 3, lost: 1, refused: 1, spillOver: true },
  quiet: { lateMinutes: { above: 3, of: 5 }, lateBurst: 10, lost: 5, refused: 10, spillOver: false },
} as const satisfies Record<string, Sensitivity>;
