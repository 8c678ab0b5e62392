/** The metrics of a service. */

import type { Family, Sample } from './exposition.ts';
import type { IncidentCounts } from './incidents.ts';
import type { ModelCounts } from './model-counts.ts';
import type { ServiceStatistics } from './service-statistics.ts';

const MICROSECONDS = 1_000_000;

const family =
  (type: Family['type']) =>
  (name: string, help: string, samples: Sample[]): Family => ({ name, help, type, samples });
const [gauge, counter, histogram] = [family('gauge'), family('counter'), family('histogram')];

/** Metrics of inference requests by model. */
export function requestFamilies(counts: ReadonlyMap<string, ModelCounts>): Family[] {
  const each = (make: (one: ModelCounts, model: string) => Sample[]) =>
    [...counts].flatMap(([model, one]) => make(one, model));
  const by = (label: string, numbersOf: (one: ModelCounts) => Iterable<readonly [string, number]>) =>
    each((one, model) =>
      Array.from(numbersOf(one), ([value, number]) => ({ labels: { model, [label]: value }, value: number })),
    );
  return [
    counter(
      'subsecond_requests_total',
      'Inference requests by outcome: succeeded, refused (4xx) or failed (5xx).',
      by('outcome', (one) => Object.entries(one.outcomes)),
    ),
    counter(
      'subsecond_refusals_total',
      'Requests without a prediction, by the problem that ended them; the model is empty if the request could not be read.',
      by('reason', (one) => one.reasons),
    ),
    histogram(
      'subsecond_request_duration_seconds',
      'Latency of successful requests, from arrival to response, time in the queue included.',
      each((one, model) => one.durations.samples({ model })),
    ),
    counter(
      'subsecond_cache_lookups_total',
      'Successful requests by the response cache: hit, miss, too-large, degraded (store unavailable) or off.',
      by('outcome', (one) => Object.entries(one.cache)),
    ),
    counter(
      'subsecond_cache_late_writes_total',
      'Responses sent while the store was unavailable: written to it later, or lost.',
      by('outcome', (one) => Object.entries(one.late)),
    ),
    counter(
      'subsecond_incomplete_responses_total',
      'Responses that lack members because time was short: shortened (some) or fallback (all).',
      by('outcome', (one) => Object.entries(one.lacking)),
    ),
  ];
}

/** Metrics of workers and incidents. */
export function serviceFamilies({ models, workers, incidents }: ServiceStatistics): Family[] {
  const ofModels = (number: (one: ServiceStatistics['models'][number]) => number): Sample[] =>
    models.map((one) => ({ labels: { model: one.model }, value: number(one) }));
  return [
    gauge(
      'subsecond_workers',
      'Workers that are alive.',
      ofModels(({ model }) => workers.filter((worker) => worker.model === model).length),
    ),
    gauge(
      'subsecond_waiting_requests',
      'Requests that wait for a worker now.',
      ofModels(({ waiting }) => waiting),
    ),
    counter(
      'subsecond_worker_deaths_total',
      'Workers that ended unexpectedly.',
      ofModels(({ deaths }) => deaths),
    ),
    incidentFamily(incidents),
  ];
}

export function incidentFamily(incidents: IncidentCounts): Family {
  return counter(
    'subsecond_incidents_total',
    'Incidents of the service, by name.',
    Object.entries(incidents).map(([incident, value]) => ({ labels: { incident }, value })),
  );
}

/** Metrics of this process. @param front label that distinguishes it from other front processes */
export function processFamilies(front: string | undefined): Family[] {
  const labels: Record<string, string> = front === undefined ? {} : { front };
  const { user, system } = process.cpuUsage();
  return [
    gauge('process_resident_memory_bytes', 'Memory of the front process.', [
      { labels, value: process.memoryUsage.rss() },
    ]),
    counter('process_cpu_seconds_total', 'CPU time of the front process.', [
      { labels, value: (user + system) / MICROSECONDS },
    ]),
    gauge('process_start_time_seconds', 'Start of the front process, in seconds since 1970.', [
      { labels, value: performance.timeOrigin / 1000 },
    ]),
  ];
}
