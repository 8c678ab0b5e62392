/** The metrics of a service in Prometheus' text format 0.0.4 (prometheus.io/docs/instrumenting/exposition_formats). */

export const EXPOSITION_HEADERS = {
  'content-type': 'text/plain; version=0.0.4; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** Type and description of each metric, in the order in which metrics are written. */
const METRICS = {
  subsecond_requests_total: [
    'counter',
    'Inference requests by outcome: succeeded, refused (4xx) or failed (5xx).',
  ],
  subsecond_refusals_total: [
    'counter',
    'Requests without a prediction, by the problem that ended them; the label `model` is empty if the request could not be read.',
  ],
  subsecond_request_duration_seconds: [
    'histogram',
    'Latency of successful requests, from arrival to response, time in the queue included.',
  ],
  subsecond_cache_lookups_total: [
    'counter',
    'Successful requests by cache outcome: hit, miss, too-large (to be stored), degraded (store unavailable), off.',
  ],
  subsecond_cache_late_writes_total: [
    'counter',
    'Responses sent while the store was unavailable: written to it later, or lost.',
  ],
  subsecond_incomplete_responses_total: [
    'counter',
    'Responses that lack some members (shortened) or all members (fallback): time was short, or members cannot run on the input.',
  ],
  subsecond_workers: ['gauge', 'Workers that are alive.'],
  subsecond_waiting_requests: ['gauge', 'Requests that wait for a worker now.'],
  subsecond_worker_deaths_total: ['counter', 'Workers that ended unexpectedly.'],
  subsecond_incidents_total: ['counter', 'Incidents of the service, by name.'],
  process_resident_memory_bytes: ['gauge', 'Memory of a front process or the supervisor, without workers.'],
  process_cpu_seconds_total: ['counter', 'CPU time of a front process or the supervisor, without workers.'],
  process_start_time_seconds: ['gauge', 'Start of a front process or the supervisor, in seconds since 1970.'],
} as const;

type Metric = keyof typeof METRICS;
type Labels = Readonly<Record<string, string>>;

/** Values by metric and labels as the exposition writes them, for example `subsecond_workers{model="digits"}`. */
export type Values = Readonly<Record<string, number>>;

/**
 * The key of a value. Label values need no escapes, because they are numbers, or names such as those of models and problems.
 * @param suffix `_bucket`, `_sum` or `_count` of a histogram
 */
export function keyOf(metric: Metric, labels: Labels, suffix = ''): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return `${metric}${suffix}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`}`;
}

/**
 * The values of a metric that differ only in one label.
 * @param counts a number for each value of that label
 * @param labels further labels, the same for all values
 */
export function valuesBy(metric: Metric, label: string, counts: Values, labels: Labels = {}): Values {
  const entries = Object.entries(counts);
  return Object.fromEntries(
    entries.map(([value, count]) => [keyOf(metric, { ...labels, [label]: value }), count]),
  );
}

/** The metrics in Prometheus' text format. Metrics without a value are left out. */
export function writeExposition(values: Values): string {
  const lines = Map.groupBy(Object.entries(values), ([key]) => metricOf(key));
  const metrics = Object.keys(METRICS) as Metric[];
  return metrics
    .filter((metric) => lines.has(metric))
    .map((metric) => {
      const [type, help] = METRICS[metric];
      const samples = lines.get(metric)!.map(([key, value]) => `${key} ${value}\n`);
      return `# HELP ${metric} ${help}\n# TYPE ${metric} ${type}\n${samples.join('')}`;
    })
    .join('');
}

/**
 * The values that stay in the sums after their process has ended, because counters must not fall. Gauges and the metrics
 * `process_…` do not stay.
 */
export function lastingValues(values: Values): Values {
  const isLasting = (metric: Metric) => METRICS[metric][0] !== 'gauge' && !metric.startsWith('process_');
  return Object.fromEntries(Object.entries(values).filter(([key]) => isLasting(metricOf(key))));
}

function metricOf(key: string): Metric {
  return /^\w+?(?=(?:_bucket|_sum|_count)?(?:\{|$))/.exec(key)![0] as Metric;
}

/** Metrics of this process. @param front value of the label `front`; undefined if this front is the only one */
export function processValues(front: string | undefined): Values {
  const labels: Labels = front === undefined ? {} : { front };
  const { user, system } = process.cpuUsage();
  return {
    [keyOf('process_resident_memory_bytes', labels)]: process.memoryUsage.rss(),
    [keyOf('process_cpu_seconds_total', labels)]: (user + system) / 1e6,
    [keyOf('process_start_time_seconds', labels)]: performance.timeOrigin / 1000,
  };
}
