import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';

/** Options of a metric that is looked at minute by minute. */
export const minute = { period: Duration.minutes(1) };

/** The same, added up. */
export const minuteSum = { ...minute, statistic: Stats.SUM };

/** What an alarm watches, and when it rings. */
export interface MinuteAlarmProps {
  readonly metric: IMetric;
  /** It rings above this. @default 0 */
  readonly threshold?: number;
  /** What has happened and, where somebody can, what to do. */
  readonly description: string;
  /** In how many minutes, of how many, the metric has to be above. @default - in one of one */
  readonly minutes?: { readonly above: number; readonly of: number };
  /**
   * Whether the alarm keeps its state while there are too few samples for a percentile: fewer than 1,000 for p99.
   * @default false
   * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/percentiles-with-low-samples.html
   */
  readonly ignoresFewSamples?: boolean;
  /** Whether silence is an alarm. @default false */
  readonly ringsInSilence?: boolean;
}

/** An alarm that looks at minutes, or at other periods of its metric. */
export function minuteAlarm(scope: Construct, id: string, props: MinuteAlarmProps): Alarm {
  const { metric, threshold = 0, description, minutes = { above: 1, of: 1 } } = props;
  return new Alarm(scope, id, {
    metric,
    threshold,
    alarmDescription: description,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    treatMissingData: props.ringsInSilence ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    evaluationPeriods: minutes.of,
    datapointsToAlarm: minutes.above,
    ...(props.ignoresFewSamples && { evaluateLowSampleCountPercentile: 'ignore' }),
  });
}
