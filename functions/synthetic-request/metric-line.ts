import { embeddedMetrics } from '../inference/telemetry/measure.ts';
import type { Outcome } from '../sample-requests/send-sample.ts';

/**
 * A log line in CloudWatch's embedded metric format. A request has failed when there is no response, or it comes after the
 * deadline; a wrong response is counted separately, as no model is always right.
 *
 * @param deadline milliseconds that a caller waits
 * @param service dimension of the metrics
 */
export function metricLine(
  { sample, milliseconds, error, right }: Outcome,
  deadline: number,
  service: string,
): string {
  const late = milliseconds > deadline;
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
