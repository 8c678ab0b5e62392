import { embeddedMetrics } from '../inference/telemetry/embedded-metrics.ts';
import type { Outcome } from '../sample-questions/ask-sample.ts';

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
  return JSON.stringify({
    service,
    sample,
    ...(error !== undefined && { error }),
    ...embeddedMetrics(
      [
        ['SyntheticLatency', 'Milliseconds', milliseconds],
        ['SyntheticFailed', 'Count', error !== undefined || late ? 1 : 0],
        ['SyntheticWrong', 'Count', right === false ? 1 : 0],
      ],
      Date.now(),
    ),
  });
}
