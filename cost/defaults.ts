import type { Configuration, Load } from './workload.ts';

/**
 * DynamoDB units of the result cache, as `functions/inference/cache` uses the table: a fresh question is one
 * conditional PutItem of less than 1 KB, without a look-up before it.
 */
export const WRITE_UNITS_PER_FRESH = 1;

/**
 * A repeat is one eventually consistent GetItem of less than 4 KB. A repeat that bears no sign of being one and
 * meets another environment costs a write unit instead, and the prediction again: count it as fresh.
 */
export const READ_UNITS_PER_REPEAT = 0.5;

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
  cache: true,
  coldStartMilliseconds: 1500,
  writeUnits: WRITE_UNITS_PER_FRESH,
  readUnits: READ_UNITS_PER_REPEAT,
  // The attributes and names of an answer, with the 100 bytes that DynamoDB adds.
  itemBytes: 300,
  ttlDays: 14,
  // The function's line with its metrics, the platform's report and the gateway's access log.
  logBytesPerRequest: 2000,
  logRetentionDays: 14,
  // One dimension, so one billed metric for each name that functions/inference/telemetry emits.
  metrics: 15,
  // Those of lib/endpoint-alarms.ts.
  alarms: 6,
};

export const DEFAULT_REGION = 'us-east-1';

/**
 * Seconds an idle on-demand environment stays warm. AWS does not publish it; five minutes is at the low
 * end of what people observe, so cold starts are rather over- than underestimated.
 */
export const KEEP_WARM_SECONDS = 300;

/** Time of a request outside the function: API Gateway and the network, as in NETWORK_MARGIN_MILLISECONDS. */
export const NETWORK_MARGIN_MILLISECONDS = 100;
