import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric, type MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import type { EnsembleEndpoint } from '../endpoint/ensemble-endpoint.ts';

/** What the function itself counts and measures (embedded metric format, namespace `Subsecond`). */
export type EndpointMetricName =
  | 'Latency'
  | `${'Contract' | 'CacheGet' | 'Decode' | 'Predict' | 'CachePut'}Latency`
  | `Cache${'Hit' | 'Miss' | 'Degraded' | 'Conflict' | 'Unwritten' | 'WrittenLate' | 'Lost'}`
  | 'MembersRun'
  | 'Shortened'
  | 'Fallback'
  | 'Rejected'
  | 'ColdStart'
  | 'ClientError';

/** One of the function's own metrics, of one endpoint. */
export function endpointMetric(
  { service }: EnsembleEndpoint,
  metricName: EndpointMetricName,
  options: MetricOptions,
): Metric {
  return new Metric({ namespace: 'Subsecond', metricName, dimensionsMap: { service }, ...options });
}

/**
 * The highest of a metric's values in five minutes: Lambda measures the environments of a function on Managed Instances
 * that often (developer guide, "Monitoring"). A query, not a metric by its dimensions: these hold the number of the live
 * version, which another release changes.
 */
export function environmentMetric(
  { function: { functionName } }: EnsembleEndpoint,
  name: `ExecutionEnvironment${'Concurrency' | 'ConcurrencyLimit' | 'CPUUtilization' | 'MemoryUtilization'}`,
): MathExpression {
  return new MathExpression({
    expression: `SELECT MAX(${name}) FROM "AWS/Lambda" WHERE FunctionName = '${functionName}'`,
    label: name.replace('ExecutionEnvironment', ''),
    period: Duration.minutes(5),
  });
}
