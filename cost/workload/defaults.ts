import { MEGABYTES_PER_VCPU } from '../../lib/configuration/model-settings.ts';
import { alarmsOf, metricsOf } from '../bill/usage/counts.ts';
import type { Configuration, Load } from './workload.ts';

export const DEFAULT_LOAD: Omit<Load, 'ratePerSecond' | 'fresh' | 'cached'> = {
  identifiedShare: 1,
  repeatShare: 0,
  burst: 1,
  // A JSON request with a 15 KB JPEG in base64, and a response with its headers.
  requestBytes: 20_000,
  responseBytes: 700,
};

const WATCHED = {
  isFirst: true,
  watchesSpillOver: true,
  isTracked: false,
};

export const DEFAULT_CONFIGURATION: Configuration = {
  architecture: 'x86_64',
  frontDoor: 'http-api',
  memoryMegabytes: MEGABYTES_PER_VCPU,
  provisioned: 0,
  idleProvisioned: 0,
  cache: true,
  coldStartMilliseconds: 1500,
  ttlDays: 14,
  pointInTimeRecovery: false,
  // Bytes in the logs for each request: the function's line with its metrics, the platform's report and the gateway's access log.
  logBytesPerRequest: 2000,
  logRetentionDays: 14,
  metrics: metricsOf(WATCHED),
  alarms: alarmsOf(WATCHED),
  dashboards: 1,
  tracing: false,
};

export const DEFAULT_REGION = 'us-east-1';

/**
 * Seconds for which an idle on-demand environment stays warm. AWS does not publish this time. People observe five minutes or
 * more, so the estimate of cold starts is more likely too high than too low.
 */
export const KEEP_WARM_SECONDS = 300;

/** Time of a request outside the function: API Gateway and the network. */
export const NETWORK_MARGIN_MILLISECONDS = 100;
