import type { Outcome } from '../sample-questions/ask-sample.ts';

const NAMESPACE = 'Subsecond';

/**
 * A log line in CloudWatch's embedded metric format. A question has failed when there is no answer, or it comes after the
 * budget; a wrong answer is told apart, as no task is always right.
 *
 * @param budget milliseconds that a caller waits
 * @param service dimension of the metrics
 */
export function metricLine(
  { sample, milliseconds, error, right }: Outcome,
  budget: number,
  service: string,
): string {
  const late = milliseconds > budget;
  const metrics = [
    { Name: 'SyntheticLatency', Unit: 'Milliseconds' },
    { Name: 'SyntheticFailed', Unit: 'Count' },
    { Name: 'SyntheticWrong', Unit: 'Count' },
  ];
  return JSON.stringify({
    _aws: {
      Timestamp: Date.now(),
      CloudWatchMetrics: [{ Namespace: NAMESPACE, Dimensions: [['service']], Metrics: metrics }],
    },
    service,
    sample,
    ...(error !== undefined && { error }),
    SyntheticLatency: milliseconds,
    SyntheticFailed: error !== undefined || late ? 1 : 0,
    SyntheticWrong: right === false ? 1 : 0,
  });
}
