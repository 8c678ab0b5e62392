/** What decides how many alarms a task has. */
export interface AlarmedTask {
  /** Whether the alarms of the address are counted with it. */
  readonly isFirst: boolean;
  /** Whether a request that finds no warm environment is one. */
  readonly watchesSpillOver: boolean;
  /** Whether silence is one. */
  readonly watchesSilence: boolean;
  /** Whether a synthetic question without an answer is one. */
  readonly syntheticQuestion: boolean;
  /** Whether target tracking moves the number of its warm environments. */
  readonly isTracked: boolean;
}

/**
 * The alarms of a deployment (lib/monitoring/alarms): two of its address, seven of each task, three more that not every
 * task has, and the two that target tracking makes, for too much and for too little.
 */
export function alarmsOf(task: AlarmedTask): number {
  const { isFirst, watchesSpillOver, watchesSilence, syntheticQuestion, isTracked } = task;
  const more = [watchesSpillOver, watchesSilence, syntheticQuestion].filter(Boolean).length;
  return (isFirst ? 2 : 0) + 7 + more + (isTracked ? 2 : 0);
}

/** Names that a task's function counts under at most (functions/inference/telemetry), with one dimension. */
const OF_FUNCTION = 19;
/** What CloudWatch Logs counts of a task's requests: how long, late, failed (lib/monitoring/question-metrics.ts). */
const OF_FILTERS = 3;
/** What the gateway refused, counted by CloudWatch Logs as well. */
const OF_ADDRESS = 1;
/** What the function of the synthetic question counts (functions/synthetic-question/metric-line.ts). */
const OF_SYNTHETIC_QUESTION = 3;

/** What decides how many metrics a task has. */
export interface MeasuredTask {
  /** Whether the metric of the address is counted with it. */
  readonly isFirst: boolean;
  readonly syntheticQuestion: boolean;
}

/** The custom metrics of a deployment, those included that only exist once something goes wrong. */
export function metricsOf({ isFirst, syntheticQuestion }: MeasuredTask): number {
  const ofTask = OF_FUNCTION + OF_FILTERS + (syntheticQuestion ? OF_SYNTHETIC_QUESTION : 0);
  return (isFirst ? OF_ADDRESS : 0) + ofTask;
}
