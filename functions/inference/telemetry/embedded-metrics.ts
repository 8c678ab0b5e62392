/** Metrics that CloudWatch reads from a log line: its embedded metric format. */

const NAMESPACE = 'Subsecond';

/** Name, unit, value. CloudWatch takes a hundred of them in a line. */
export type Metric = readonly [name: string, unit: 'Milliseconds' | 'Count', value: number];

/**
 * The fields that make a log line a metric record as well. The line has a field `service`, too: it is the dimension.
 *
 * @param time milliseconds since 1970
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export function embeddedMetrics(metrics: readonly Metric[], time: number): Record<string, unknown> {
  const fields: Record<string, unknown> = {
    _aws: {
      Timestamp: time,
      CloudWatchMetrics: [
        {
          Namespace: NAMESPACE,
          Dimensions: [['service']],
          Metrics: metrics.map(([Name, Unit]) => ({ Name, Unit })),
        },
      ],
    },
  };
  for (const [name, , value] of metrics) fields[name] = value;
  return fields;
}
