import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric, type MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import type { EnsembleEndpoint } from '../endpoint/ensemble-endpoint.ts';

/** Metrics of the function itself (embedded metric format, namespace `Subsecond`). */
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

/** A metric that the function itself writes, for one endpoint. */
export function endpointMetric(
  { service }: EnsembleEndpoint,
  metricName: EndpointMetricName,
  options: MetricOptions,
): Metric {
  return new Metric({ namespace: 'Subsecond', metricName, dimensionsMap: { service }, ...options });
}

/**
 * The highest value of a metric in five minutes, the interval at which Lambda measures the environments of a function on
 * Managed Instances (developer guide, "Monitoring"). The result is a query, because the metric's dimensions contain the number of
 * the live version, which the next release changes.
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
