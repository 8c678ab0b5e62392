/** A known quantile of durations. */
export interface Quantile {
  /** Share of the requests that take no longer, between 0 and 1. */
  readonly share: number;
  readonly milliseconds: number;
}

/** Function durations as billed, in milliseconds. */
export interface Durations {
  readonly mean: number;
  /** By rising shares; needed only for what is simulated. */
  readonly quantiles?: readonly Quantile[];
}

/** The same durations where everything takes `factor` times as long. */
export function scaled({ mean, quantiles }: Durations, factor: number): Durations {
  return {
    mean: mean * factor,
    ...(quantiles && {
      quantiles: quantiles.map(({ share, milliseconds }) => ({ share, milliseconds: milliseconds * factor })),
    }),
  };
}

/** What arrives. */
export interface Load {
  /** Requests per second, repeats included, averaged over the active hours. */
  readonly ratePerSecond: number;
  /** Share of the requests with an id, 0 to 1: no other's response is cached. */
  readonly identifiedShare: number;
  /** Share of the requests whose response is cached, 0 to `identifiedShare`. */
  readonly repeatShare: number;
  /** How many requests a client sends at once; 1 = a Poisson stream. */
  readonly burst: number;
  readonly requestBytes: number;
  readonly responseBytes: number;
  readonly fresh: Durations;
  /** A repeat whose response comes from the cache. */
  readonly cached: Durations;
}

export type Architecture = 'x86_64' | 'arm64';
export type FrontDoor = 'http-api' | 'rest-api' | 'function-url';

/** What is deployed. */
export interface Configuration {
  readonly architecture: Architecture;
  readonly frontDoor: FrontDoor;
  readonly memoryMegabytes: number;
  /** Provisioned execution environments; 0 = on demand only. */
  readonly provisioned: number;
  /** Environments kept outside the hours for which `provisioned` is enabled. */
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
  /** Whether a function sends the service a sample every five minutes, day and night. */
  readonly syntheticRequest: boolean;
  /** CloudFront before the gateway; undefined: none. */
  readonly edge?: Edge;
  /** The function by which API Gateway decides who may call; undefined: no function of ours. */
  readonly authorizer?: Authorizer;
}

/** A CloudFront distribution. */
export interface Edge {
  /** Of the web ACL that a deployment makes, which is counted with one model; undefined: it is counted with another, or is the user's. */
  readonly aclRules?: number | undefined;
}

/** A function that decides who may call. */
export interface Authorizer {
  /** Whether its decision about a caller is cached for five minutes; otherwise it runs for every request. */
  readonly isCached: boolean;
  /** Its environments that are warm, around the clock. */
  readonly provisioned: number;
  /** Whether they are counted with this model: they are those of all models at an address. */
  readonly isFirst: boolean;
}

/** How the load met the configuration: measured, simulated or given, as shares of all requests. */
export interface Outcome {
  /** Served outside provisioned concurrency; 1 where nothing is provisioned. */
  readonly onDemandShare: number;
  /** Began with a cold start (a part of `onDemandShare`). */
  readonly coldShare: number;
}

/** The hours a bill covers. */
export interface Period {
  readonly label: string;
  /** Hours in which requests arrive. */
  readonly activeHours: number;
  /** Hours for which provisioned concurrency is enabled. */
  readonly provisionedHours: number;
  /** Hours from the first to the last day, nights included: alarms and storage run on. */
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
 * Days of a few busy hours each, as in a competition. Provisioned concurrency follows its schedule
 * and is billed in steps of five minutes.
 */
export function competition(days: number, hoursPerDay: number, provisionedHoursPerDay = hoursPerDay): Period {
  return {
    label: `${days} days of ${hoursPerDay} h`,
    activeHours: days * hoursPerDay,
    // Hours and minutes as a fraction may end a hair above a whole step.
    provisionedHours: (days * Math.ceil(provisionedHoursPerDay * 12 - 1e-9)) / 12,
    calendarHours: days * 24,
  };
}

/** Requests in the period. */
export function requestCount(load: Load, period: Period): number {
  return load.ratePerSecond * period.activeHours * 3600;
}

/** Mean billed milliseconds of a request, without cold starts; without a cache a repeat is a fresh request. */
export function meanDuration(load: Load, cache: boolean): number {
  const repeats = cache ? load.repeatShare : 0;
  return (1 - repeats) * load.fresh.mean + (repeats > 0 ? repeats * load.cached.mean : 0);
}

/** Offered load in Erlang: the mean number of requests in work at once. */
export function offeredErlangs(load: Load, cache: boolean): number {
  return (load.ratePerSecond * meanDuration(load, cache)) / 1000;
}
