import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';

/** Options of a metric with a period of a minute. */
export const minute = { period: Duration.minutes(1) };

/** Options of a metric that is summed over each minute. */
export const minuteSum = { ...minute, statistic: Stats.SUM };

export interface MinuteAlarmProps {
  readonly metric: IMetric;
  /** The alarm fires above this value. @default 0 */
  readonly threshold?: number;
  /** Describes the event, and its remedy if there is any. */
  readonly description: string;
  /** The alarm fires if the metric is above the threshold in `above` of the last `of` periods. @default - one of one */
  readonly minutes?: { readonly above: number; readonly of: number };
  /**
   * Whether the alarm keeps its state while there are too few samples for a percentile: fewer than 1,000 for p99.
   * @default false
   * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/percentiles-with-low-samples.html
   */
  readonly ignoresFewSamples?: boolean;
}

/** An alarm on a metric. Its evaluation periods are those of the metric, usually minutes. */
export function minuteAlarm(scope: Construct, id: string, props: MinuteAlarmProps): Alarm {
  const { metric, threshold = 0, description, minutes = { above: 1, of: 1 } } = props;
  return new Alarm(scope, id, {
    metric,
    threshold,
    alarmDescription: description,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
    evaluationPeriods: minutes.of,
    datapointsToAlarm: minutes.above,
    ...(props.ignoresFewSamples && { evaluateLowSampleCountPercentile: 'ignore' }),
  });
}
