/** Names that a task's function counts under at most (functions/inference/telemetry), with one dimension. */
const OF_FUNCTION = 19;
/** What CloudWatch Logs counts of a task's questions: how long, late, failed (lib/monitoring/question-metrics.ts). */
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
