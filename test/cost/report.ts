const latencies = (mean: number) => ({ mean, p50: mean, p95: mean * 1.5, p99: mean * 2 });

/** A load run as written by `npm run load`: 8/s for 500 s, a quarter of them repeats, 2 % started cold. */
export const REPORT = {
  scenario: 'organizer',
  started: '2026-11-21T09:00:00.000Z',
  seconds: 500,
  requests: 4000,
  ratePerSecond: 8,
  fresh: { count: 3000, durationMilliseconds: latencies(190) },
  cached: { count: 1000, durationMilliseconds: latencies(30) },
  coldStarts: 80,
  environments: 9,
  requestBytes: 21_000,
  responseBytes: 640,
  billedMilliseconds: { fresh: 160, cached: 16 },
};
