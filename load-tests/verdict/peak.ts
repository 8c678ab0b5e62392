/** How a rate that was tried went: `spoiled` is one of which the load generator leaves nothing to tell. */
export type ProbeResult = 'met' | 'missed' | 'spoiled';

/** One run of the search for the highest rate that meets the objective. */
export interface Probe {
  /** Requests per second. */
  rate: number;
  purpose: 'search' | 'confirmation';
  result: ProbeResult;
  /** Why it was not met, in words; empty where it was. */
  reason: string;
  seconds: number;
  requests: number;
  p50Milliseconds: number;
  /** The objective's percentile; null when it falls on a request without a response. */
  percentileMilliseconds: number | null;
}

/** How the highest rate that meets the objective was found. */
export interface Peak {
  /** Requests per second; 0 when no rate met the objective. */
  rate: number;
  /** What did not allow more: the service, the load generator, or that the search goes no higher. */
  limitedBy: 'service' | 'generator' | 'search';
  probes: Probe[];
}
