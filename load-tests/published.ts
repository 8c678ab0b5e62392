/** What a team before us published about its own service: their numbers, on their machines. */
export interface Published {
  /** The scenario that comes nearest to how they measured. */
  scenario: string;
  requestsPerSecond: number;
  latency: string;
  remark: string;
}

export const published: readonly Published[] = [
  { scenario: 'steady-5', requestsPerSecond: 5, latency: '0.85 s', remark: 'a fixed rate' },
  { scenario: 'think-70', requestsPerSecond: 14.5, latency: 'mean 668 ms', remark: 'users that wait' },
  { scenario: 'peak', requestsPerSecond: 6.6, latency: 'at the limit', remark: 'one vCPU' },
  { scenario: 'peak', requestsPerSecond: 76.8, latency: 'p99 922 ms', remark: 'an accelerator' },
];

/** The figures to show beside a run of `scenario`. */
export function publishedFor(scenario: string): Published[] {
  return published.filter((figure) => figure.scenario === scenario);
}
