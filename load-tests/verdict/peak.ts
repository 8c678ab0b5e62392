/** How a rate that was tried went: `spoiled` is one of which the load generator leaves nothing to tell. */
export type ProbeResult = 'kept' | 'broken' | 'spoiled';

/** One run of the search for the highest rate that keeps the promise. */
export interface Probe {
  /** Requests per second. */
  rate: number;
  purpose: 'search' | 'confirmation';
  result: ProbeResult;
  /** Why it was not kept, in words; empty where it was. */
  reason: string;
  seconds: number;
  requests: number;
  p50Milliseconds: number;
  /** The promised percentile; null when it falls on a request without a response. */
  percentileMilliseconds: number | null;
}

/** How the highest rate that keeps the promise was found. */
export interface Peak {
  /** Requests per second; 0 when no rate kept the promise. */
  rate: number;
  /** What did not allow more: the service, the load generator, or that the search goes no higher. */
  limitedBy: 'service' | 'generator' | 'search';
  probes: Probe[];
}
