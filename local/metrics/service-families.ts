/** Metrics of what serves the requests: workers, incidents, the front process. */
import type { ServiceStatistics } from '../service-statistics.ts';
import type { Family, Sample } from './exposition.ts';
import { processUsage } from './process-usage.ts';

const MICROSECONDS = 1_000_000;

export function serviceFamilies({ models, workers, incidents }: ServiceStatistics): Family[] {
  const family =
    (type: Family['type']) =>
    (name: string, help: string, samples: Sample[]): Family => ({ name, help, type, samples });
  const [gauge, counter] = [family('gauge'), family('counter')];
  const ofModels = (number: (one: ServiceStatistics['models'][number]) => number): Sample[] =>
    models.map((one) => ({ labels: { model: one.model }, value: number(one) }));
  const used = workers.flatMap(({ number, pid, model }) => {
    const usage = processUsage(pid);
    return usage ? [{ labels: { model, worker: String(number) }, usage }] : [];
  });
  const { user, system } = process.cpuUsage();
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
    counter(
      'subsecond_incidents_total',
      'What happened to the service, by the name of its metric.',
      Object.entries(incidents).map(([incident, value]) => ({ labels: { incident }, value })),
    ),
    gauge(
      'subsecond_worker_resident_memory_bytes',
      'Memory of a worker; on Linux only.',
      used.map(({ labels, usage }) => ({ labels, value: usage.residentBytes })),
    ),
    counter(
      'subsecond_worker_cpu_seconds_total',
      'CPU that a worker has taken; on Linux alone.',
      used.map(({ labels, usage }) => ({ labels, value: usage.cpuSeconds })),
    ),
    gauge('process_resident_memory_bytes', 'Memory of the front process.', [
      { value: process.memoryUsage.rss() },
    ]),
    counter('process_cpu_seconds_total', 'CPU that the front process has taken.', [
      { value: (user + system) / MICROSECONDS },
    ]),
    gauge('process_start_time_seconds', 'Start of the front process, in seconds since 1970.', [
      { value: performance.timeOrigin / 1000 },
    ]),
  ];
}
