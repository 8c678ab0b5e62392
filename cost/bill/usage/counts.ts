/** What decides how many alarms and metrics a model has. */
export interface WatchedModel {
  /** Whether those of the address are counted with it. */
  readonly isFirst: boolean;
  /** Whether a request that finds no warm environment is one. */
  readonly watchesSpillOver: boolean;
  /** Whether silence is one. */
  readonly watchesSilence: boolean;
  /** Whether a synthetic request without a response is one. */
  readonly syntheticRequest: boolean;
  /** Whether target tracking moves the number of its warm environments. */
  readonly isTracked: boolean;
}

/**
 * The alarms of a deployment (lib/monitoring/alarms): two of its address, seven of each model, three more that not every
 * model has, and the two that target tracking makes, for too much and for too little.
 */
export function alarmsOf(model: WatchedModel): number {
  const { isFirst, watchesSpillOver, watchesSilence, syntheticRequest, isTracked } = model;
  const more = [watchesSpillOver, watchesSilence, syntheticRequest].filter(Boolean).length;
  return (isFirst ? 2 : 0) + 7 + more + (isTracked ? 2 : 0);
}

/** Names that a model's function counts under at most (functions/inference/telemetry), with one dimension. */
const OF_FUNCTION = 19;
/** What CloudWatch Logs counts of a model's requests: how long, late, failed (lib/monitoring/request-metrics.ts). */
const OF_FILTERS = 3;
/** What the gateway refused, counted by CloudWatch Logs as well. */
const OF_ADDRESS = 1;
/** What the function of the synthetic request counts (functions/synthetic-request/handler.ts). */
const OF_SYNTHETIC_REQUEST = 3;

/** The custom metrics of a deployment, those included that only exist once something goes wrong. */
export function metricsOf({ isFirst, syntheticRequest }: WatchedModel): number {
  const ofModel = OF_FUNCTION + OF_FILTERS + (syntheticRequest ? OF_SYNTHETIC_REQUEST : 0);
  return (isFirst ? OF_ADDRESS : 0) + ofModel;
}
