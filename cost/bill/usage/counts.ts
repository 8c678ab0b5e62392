/** Properties that determine the alarms and metrics of a model. */
interface WatchedModel {
  /** Whether this model's bill includes the alarms and metrics of the address, which all models share. */
  readonly isFirst: boolean;
  /** Whether spill-over, that is requests beyond the provisioned concurrency, has an alarm. */
  readonly watchesSpillOver: boolean;
  /** Whether target tracking changes the model's provisioned concurrency. */
  readonly isTracked: boolean;
}

/**
 * Number of alarms in a model's bill (lib/monitoring/alarms): seven of each model, two of the address with the first model, one
 * if spill-over has an alarm, and two if target tracking is on.
 */
export function alarmsOf(model: WatchedModel): number {
  const { isFirst, watchesSpillOver, isTracked } = model;
  return (isFirst ? 2 : 0) + 7 + (watchesSpillOver ? 1 : 0) + (isTracked ? 2 : 0);
}

/** Metrics of a model's function (functions/inference/telemetry), with one dimension. */
const OF_FUNCTION = 19;
/** Filters of logs compute these metrics of a model's requests: latency, late, failed (lib/monitoring/request-metrics.ts). */
const OF_FILTERS = 3;
/** The address has one metric: the gateway's refusals, which a filter of the gateway's log counts. */
const OF_ADDRESS = 1;

/** Number of custom metrics in a model's bill, including those that exist only after a failure. */
export function metricsOf({ isFirst }: WatchedModel): number {
  return (isFirst ? OF_ADDRESS : 0) + OF_FUNCTION + OF_FILTERS;
}
