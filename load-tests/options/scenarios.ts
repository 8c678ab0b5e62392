/** The scenarios, with the text of `--help` about each. */
export const scenarios = {
  organizer: '10 clients that retry a late or failed request, at most twice',
  closed: '10 clients that wait for each response; with --think, they then pause',
  burst: '50 requests at the same moment, again and again',
  poisson: 'independent arrivals, each with a new id',
  spike: 'as poisson, with ten times as many arrivals for a while',
  repeat: 'as poisson, with a share of repeated ids, which the cache serves',
  abuse: 'invalid, oversized and slow requests among good ones',
  peak: 'search for the highest Poisson rate that meets the objective',
} as const;

/** Name of a scenario, and of its file in `load-tests/scenarios`. */
export type Scenario = keyof typeof scenarios;

export function isScenario(name: string): name is Scenario {
  return Object.hasOwn(scenarios, name);
}
