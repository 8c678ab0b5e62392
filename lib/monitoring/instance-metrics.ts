import { Duration } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { EnsembleEndpoint } from '../endpoint/ensemble-endpoint.ts';

/** What Lambda measures of the environments of a function on Managed Instances (developer guide, "Monitoring"). */
export type EnvironmentMetricName =
  `ExecutionEnvironment${'Concurrency' | 'ConcurrencyLimit' | 'CPUUtilization' | 'MemoryUtilization'}`;

/** Lambda publishes them this often. */
const PERIOD = Duration.minutes(5);

/**
 * The highest of a metric's values in five minutes. A query, not a metric by its dimensions: these hold the number of the live
 * version, which another release changes.
 */
export function environmentMetric(
  { function: { functionName } }: EnsembleEndpoint,
  name: EnvironmentMetricName,
): MathExpression {
  return new MathExpression({
    expression: `SELECT MAX(${name}) FROM "AWS/Lambda" WHERE FunctionName = '${functionName}'`,
    label: name.replace('ExecutionEnvironment', ''),
    period: PERIOD,
  });
}
