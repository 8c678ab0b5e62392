export interface Quantile {
  /** Share of the requests that take at most `milliseconds`, between 0 and 1. */
  readonly share: number;
  readonly milliseconds: number;
}

/** Function durations as billed, in milliseconds. */
export interface Durations {
  readonly mean: number;
  /** Quantiles in rising order; needed only for simulations. */
  readonly quantiles?: readonly Quantile[];
}

export function scaled({ mean, quantiles }: Durations, factor: number): Durations {
  return {
    mean: mean * factor,
    ...(quantiles && {
      quantiles: quantiles.map(({ share, milliseconds }) => ({ share, milliseconds: milliseconds * factor })),
    }),
  };
}

export interface Load {
  /** Requests per second, repeats included, averaged over the active hours. */
  readonly ratePerSecond: number;
  /** Share of the requests that have an id, 0 to 1. Only responses to these requests are cached. */
  readonly identifiedShare: number;
  /** Share of the requests whose response comes from the cache, 0 to `identifiedShare`. */
  readonly repeatShare: number;
  /** How many requests a client sends at once; 1 = a Poisson stream. */
  readonly burst: number;
  readonly requestBytes: number;
  readonly responseBytes: number;
  readonly fresh: Durations;
  /** Durations of repeats, whose responses come from the cache. */
  readonly cached: Durations;
}

export type Architecture = 'x86_64' | 'arm64';
type FrontDoor = 'http-api' | 'rest-api' | 'function-url';

export interface Configuration {
  readonly architecture: Architecture;
  readonly frontDoor: FrontDoor;
  readonly memoryMegabytes: number;
  /** Provisioned execution environments; 0 = on demand only. */
  readonly provisioned: number;
  /** Provisioned environments outside of the warm hours (`Period.provisionedHours`). */
  readonly idleProvisioned: number;
  readonly cache: boolean;
  /** Duration of an environment's INIT phase, which is billed. */
  readonly coldStartMilliseconds: number;
  readonly ttlDays: number;
  /** Whether DynamoDB keeps a history of the table. */
  readonly pointInTimeRecovery: boolean;
  readonly logBytesPerRequest: number;
  readonly logRetentionDays: number;
  readonly metrics: number;
  readonly alarms: number;
  readonly dashboards: number;
  /** Whether X-Ray traces requests. */
  readonly tracing: boolean;
  /** CloudFront in front of the gateway, if any. */
  readonly edge?: Edge;
  readonly authorizer?: Authorizer;
}

export interface Edge {
  /** Number of rules in the deployment's web ACL; undefined if another model's bill has the web ACL, or the user brings one. */
  readonly aclRules?: number | undefined;
}

export interface Authorizer {
  /** Provisioned concurrency of the authorizer, around the clock. */
  readonly provisioned: number;
}

/** The outcome of the load on the configuration: measured, simulated or given, as shares of all requests. */
export interface Outcome {
  /** Requests served outside provisioned concurrency; 1 if nothing is provisioned. */
  readonly onDemandShare: number;
  /** Requests that started cold; they are also part of `onDemandShare`. */
  readonly coldShare: number;
}

/** The hours a bill covers. */
export interface Period {
  readonly label: string;
  /** Hours in which requests arrive. */
  readonly activeHours: number;
  /** Warm hours, in which all `Configuration.provisioned` environments are provisioned. */
  readonly provisionedHours: number;
  /** Hours from the first to the last day, nights included. Alarms and instances are billed for all of them. */
  readonly calendarHours: number;
}

/** A month as AWS counts it in its own examples and calculator. */
export const HOURS_PER_MONTH = 730;

export const MONTH: Period = {
  label: 'month (730 h)',
  activeHours: HOURS_PER_MONTH,
  provisionedHours: HOURS_PER_MONTH,
  calendarHours: HOURS_PER_MONTH,
};

/**
 * Days of a few busy hours each, as in a competition. Provisioned concurrency follows a schedule and is billed in steps of five
 * minutes.
 */
export function competition(days: number, hoursPerDay: number, provisionedHoursPerDay = hoursPerDay): Period {
  return {
    label: `${days} days of ${hoursPerDay} h`,
    activeHours: days * hoursPerDay,
    // Hours and minutes, as one binary fraction, may be slightly above a whole number of steps.
    provisionedHours: (days * Math.ceil(provisionedHoursPerDay * 12 - 1e-9)) / 12,
    calendarHours: days * 24,
  };
}

export function requestCount(load: Load, period: Period): number {
  return load.ratePerSecond * period.activeHours * 3600;
}

/** Mean billed milliseconds of a request, without cold starts. Without a cache, a repeat counts as a fresh request. */
export function meanDuration(load: Load, cache: boolean): number {
  const repeats = cache ? load.repeatShare : 0;
  return (1 - repeats) * load.fresh.mean + (repeats > 0 ? repeats * load.cached.mean : 0);
}

/** Offered load in Erlang: the mean number of requests in progress. */
export function offeredErlangs(load: Load, cache: boolean): number {
  return (load.ratePerSecond * meanDuration(load, cache)) / 1000;
}
