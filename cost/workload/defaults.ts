import { alarmsOf } from '../bill/usage/alarms.ts';
import type { Configuration, Load } from './workload.ts';

export const DEFAULT_LOAD: Omit<Load, 'ratePerSecond' | 'fresh' | 'cached'> = {
  repeatShare: 0,
  burst: 1,
  // A 15 KB JPEG in base64 with its JSON, and the answer with its headers.
  requestBytes: 20_000,
  responseBytes: 700,
};

export const DEFAULT_CONFIGURATION: Configuration = {
  architecture: 'x86_64',
  frontDoor: 'http-api',
  // One full vCPU.
  memoryMegabytes: 1769,
  provisioned: 0,
  idleProvisioned: 0,
  cache: true,
  coldStartMilliseconds: 1500,
  // The attributes and names of an answer, with the 100 bytes that DynamoDB adds.
  itemBytes: 300,
  ttlDays: 14,
  pointInTimeRecovery: false,
  // The function's line with its metrics, the platform's report and the gateway's access log.
  logBytesPerRequest: 2000,
  logRetentionDays: 14,
  // One dimension, so one billed metric for each name that functions/inference/telemetry emits.
  metrics: 16,
  alarms: alarmsOf({ isFirst: true, sharesAddress: false, isTracked: false }),
  dashboards: 1,
};

export const DEFAULT_REGION = 'us-east-1';

/**
 * Seconds an idle on-demand environment stays warm. AWS does not publish it; five minutes is at the low
 * end of what people observe, so cold starts are rather over- than underestimated.
 */
export const KEEP_WARM_SECONDS = 300;

/** Time of a request outside the function: API Gateway and the network, as in NETWORK_MARGIN_MILLISECONDS. */
export const NETWORK_MARGIN_MILLISECONDS = 100;
