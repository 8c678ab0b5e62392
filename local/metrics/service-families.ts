/** Metrics of what answers the questions: environments, incidents, the gateway's own process. */
import type { FunctionPool, RunningEnvironment } from '../environments/function-pool.ts';
import type { ServiceStatistics } from '../service-statistics.ts';
import type { Family, Sample } from './exposition.ts';
import { processUsage } from './process-usage.ts';

const MICROSECONDS = 1_000_000;

export function serviceFamilies(
  { tasks, incidents }: ServiceStatistics,
  environments: readonly RunningEnvironment[],
  functions: readonly Pick<FunctionPool, 'task'>[],
): Family[] {
  const gauge = (name: string, help: string, samples: Sample[]): Family => ({
    name,
    help,
    type: 'gauge',
    samples,
  });
  const counter = (name: string, help: string, samples: Sample[]): Family => ({
    name,
    help,
    type: 'counter',
    samples,
  });
  const ofTasks = (number: (one: ServiceStatistics['tasks'][number]) => number): Sample[] =>
    tasks.map((one) => ({ labels: { task: one.task }, value: number(one) }));
  const used = environments.flatMap(({ number, pid, task }) => {
    const usage = processUsage(pid);
    return usage ? [{ labels: { task, environment: String(number) }, usage }] : [];
  });
  const { user, system } = process.cpuUsage();
  return [
    gauge('subsecond_environments', 'Execution environments that are alive.', alive(environments, functions)),
    gauge(
      'subsecond_environments_most',
      'Execution environments that there may be.',
      functions.map(({ task }) => ({ labels: { task: task.name }, value: task.maxConcurrency })),
    ),
    gauge(
      'subsecond_waiting_questions',
      'Requests that wait for an environment now.',
      ofTasks(({ waiting }) => waiting),
    ),
    counter(
      'subsecond_spill_over_total',
      'Requests that had to start a cold environment.',
      ofTasks(({ spillOver }) => spillOver),
    ),
    counter(
      'subsecond_environment_deaths_total',
      'Environments that ended although nobody had asked them to.',
      ofTasks(({ deaths }) => deaths),
    ),
    counter(
      'subsecond_incidents_total',
      'What befell the service, by the name of its metric in the log.',
      Object.entries(incidents).map(([incident, value]) => ({ labels: { incident }, value })),
    ),
    gauge(
      'subsecond_environment_resident_memory_bytes',
      'Memory of an environment; on Linux alone.',
      used.map(({ labels, usage }) => ({ labels, value: usage.residentBytes })),
    ),
    counter(
      'subsecond_environment_cpu_seconds_total',
      'CPU that an environment has taken; on Linux alone.',
      used.map(({ labels, usage }) => ({ labels, value: usage.cpuSeconds })),
    ),
    gauge('process_resident_memory_bytes', 'Memory of the gateway.', [{ value: process.memoryUsage.rss() }]),
    counter('process_cpu_seconds_total', 'CPU that the gateway has taken.', [
      { value: (user + system) / MICROSECONDS },
    ]),
    gauge('process_start_time_seconds', 'Start of the gateway, in seconds since 1970.', [
      { value: performance.timeOrigin / 1000 },
    ]),
  ];
}

/** Also of a task that has none of a sort, or its series would end. */
function alive(
  environments: readonly RunningEnvironment[],
  functions: readonly Pick<FunctionPool, 'task'>[],
): Sample[] {
  return functions.flatMap(({ task: { name: task } }) =>
    [true, false].map((provisioned) => ({
      labels: { task, started: provisioned ? 'provisioned' : 'on-demand' },
      value: environments.filter((one) => one.task === task && one.provisioned === provisioned).length,
    })),
  );
}
