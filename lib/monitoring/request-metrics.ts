import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { EnsembleEndpoint } from '../endpoint/ensemble-endpoint.ts';

/**
 * Metrics that CloudWatch Logs counts in log lines about a model's requests. The latency comes from the gateway's log, because
 * it includes cold starts there. If the gateway's log does not show the model (your own API, or several models behind a
 * secret path), the latency comes from the function's log.
 */
export class RequestMetrics extends Construct {
  /** Whether the latency is the gateway's, which includes cold starts. */
  readonly asCallersWait: boolean;
  /** Milliseconds from request to response. The sample count of this metric is the number of requests. */
  readonly latency: MetricFilter;
  /** Number of responses later than the deadline. The metric has no data if no response was late. */
  readonly late: MetricFilter;
  /** Requests to which the function responded with a status of 500 or above. No data if there were none. */
  readonly failed: MetricFilter;

  constructor(scope: Construct, id: string, endpoint: EnsembleEndpoint) {
    super(scope, id);
    const gateway = gatewaySource(endpoint);
    // Only this endpoint's lines count, because other functions may write to a log group that the user gives.
    const ownLines = `$.service = "${endpoint.service}"`;
    const own = {
      logGroup: endpoint.logGroup,
      requests: `${ownLines} && ($.route = "POST *" || $.route = "PUT *") && $.route != "POST /explain"`,
      milliseconds: '$.Latency',
    };
    const { logGroup, requests, milliseconds } = gateway ?? own;
    this.asCallersWait = gateway !== undefined;
    const metricNamespace = `Subsecond/${endpoint.service}`;
    const count = (name: string, group: ILogGroup, pattern: string, metricValue = '1') =>
      new MetricFilter(this, name, {
        logGroup: group,
        filterPattern: FilterPattern.literal(`{ ${pattern} }`),
        metricNamespace,
        metricName: name,
        metricValue,
      });
    this.latency = count('RequestLatency', logGroup, requests, milliseconds);
    const deadline = endpoint.deadline.toMilliseconds();
    this.late = count('Late', logGroup, `(${requests}) && ${milliseconds} > ${deadline}`);
    this.failed = count('Failed', endpoint.logGroup, `${ownLines} && $.status >= 500`);
  }
}

/** The gateway's log lines about requests, and their field with the latency; undefined without a log that shows the model. */
function gatewaySource(endpoint: EnsembleEndpoint) {
  const { httpEndpoint, model } = endpoint;
  const { accessLogGroup: logGroup, secretPath, models } = httpEndpoint;
  if (!logGroup || (secretPath !== undefined && models.length > 1)) return undefined;
  // With a secret path, lines contain no route. There is only one model then, so every POST and PUT counts, even `POST /explain`.
  const routes = secretPath === undefined ? httpEndpoint.requestRoutes(model) : undefined;
  const requests = routes
    ? routes.map((key) => `$.route = "${key.replace('{proxy+}', '*')}"`).join(' || ')
    : '$.method = "POST" || $.method = "PUT"';
  return { logGroup, requests, milliseconds: '$.responseMilliseconds' };
}
