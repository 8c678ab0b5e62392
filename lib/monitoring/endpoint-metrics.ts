import { Metric, type MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
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
  endpoint: EnsembleEndpoint,
  metricName: EndpointMetricName,
  options: MetricOptions,
): Metric {
  return new Metric({
    namespace: 'Subsecond',
    metricName,
    dimensionsMap: { service: endpoint.service },
    ...options,
  });
}
