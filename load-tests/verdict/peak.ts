/** Outcome of a probe: its rate met the objective, missed it, or the load generator spoiled the probe. */
export type ProbeResult = 'met' | 'missed' | 'spoiled';

/** One run of the search for the highest rate that meets the objective. */
export interface Probe {
  /** Requests per second. */
  rate: number;
  purpose: 'search' | 'confirmation';
  result: ProbeResult;
  /** Why the objective was not met, in words; empty if it was met. */
  reason: string;
  seconds: number;
  requests: number;
  p50Milliseconds: number;
  /** Latency at the objective's percentile; null without requests, or if the percentile falls on one without a good response. */
  percentileMilliseconds: number | null;
}

/** The highest rate that meets the objective, and how it was found. */
export interface Peak {
  /** Requests per second; 0 when no rate met the objective. */
  rate: number;
  /** What limited the rate: the service, the load generator, or the search's highest rate. */
  limitedBy: 'service' | 'generator' | 'search';
  probes: Probe[];
}
