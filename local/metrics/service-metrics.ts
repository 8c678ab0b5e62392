/** What `GET /metrics` says of a running service. */
import type { FunctionPool } from '../environments/function-pool.ts';
import type { GatewayObserver, Observed } from '../gateway/observer.ts';
import type { Answer } from '../gateway/send-answer.ts';
import type { ServiceStatistics } from '../service-statistics.ts';
import { EXPOSITION_MEDIA_TYPE, writeExposition } from './exposition.ts';
import { questionFamilies } from './question-families.ts';
import { serviceFamilies } from './service-families.ts';
import { TaskCounts, TELLING } from './task-counts.ts';

/** The index of the Open Inference Protocol is asked for by POST, and is no question. */
const INDEX = '/v2/repository/index';
/** The task of requests that could not be read so far that one was known. */
const NO_TASK = '';

/** What metrics are made of. */
export interface MetricSources {
  readonly functions: readonly Pick<FunctionPool, 'task' | 'environments'>[];
  statistics(): ServiceStatistics;
  taskOf(method: string, path: string): string;
  /** First segment of every path, where strangers are kept away by one. */
  readonly secret?: string | undefined;
}

/** Counts what the gateway answers, and tells it together with what is known of the environments. */
export class ServiceMetrics implements GatewayObserver {
  readonly path: string;
  readonly mediaType = EXPOSITION_MEDIA_TYPE;
  readonly #sources: MetricSources;
  readonly #counts = new Map<string, TaskCounts>();

  constructor(sources: MetricSources) {
    this.#sources = sources;
    this.path = `${sources.secret === undefined ? '' : `/${sources.secret}`}/metrics`;
    for (const { task } of sources.functions) this.#counts.set(task.name, new TaskCounts());
  }

  answered({ method, path, arrival }: Observed, { status, headers, body }: Answer, problem?: string): void {
    const counts = this.#of(path === undefined ? NO_TASK : this.#sources.taskOf(method, path));
    // An environment tells it with whatever it answers next.
    const late = headers.indexOf(TELLING.late);
    if (late !== -1) counts.toldLate(headers[late + 1] as string);
    if (path !== undefined && (method !== 'POST' || path.endsWith(INDEX))) return;
    if (status < 400) counts.answered((performance.now() - arrival) / 1000, headers);
    else counts.notAnswered(status, problem, body);
  }

  text(): string {
    const statistics = this.#sources.statistics();
    const environments = this.#sources.functions.flatMap((one) => one.environments());
    return writeExposition([
      ...questionFamilies(this.#counts),
      ...serviceFamilies(statistics, environments, this.#sources.functions),
    ]);
  }

  #of(task: string): TaskCounts {
    const known = this.#counts.get(task);
    if (known) return known;
    const counts = new TaskCounts();
    this.#counts.set(task, counts);
    return counts;
  }
}
