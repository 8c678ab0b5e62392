import type { Metric, MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { SYNTHETIC_ID_PREFIX, SYNTHETIC_USER_AGENT } from '../../functions/synthetic-question/user-agent.ts';
import type { EnsembleEndpoint } from '../endpoint/ensemble-endpoint.ts';

/** Where a line tells of a question, and how long its answer took. */
interface Source {
  readonly logGroup: ILogGroup;
  /** Picks the lines of a task's questions. */
  readonly questions: string;
  /** The field with the milliseconds. */
  readonly milliseconds: string;
}

/**
 * What CloudWatch Logs makes of the lines about a task's questions, and of no other line: `/docs`, `/healthz` and the
 * page are fast and would dilute a percentile.
 *
 * The lines are the gateway's, whose milliseconds are what a caller waits, cold starts included. Where these cannot tell
 * a task's questions (an API of somebody else, several tasks behind a secret path) they are the function's own.
 */
export class QuestionMetrics extends Construct {
  /** Whether the gateway's milliseconds are measured, which know of cold starts. */
  readonly asCallersWait: boolean;
  readonly #latency: MetricFilter;
  readonly #late: MetricFilter;
  readonly #failed: MetricFilter;

  constructor(scope: Construct, id: string, endpoint: EnsembleEndpoint) {
    super(scope, id);
    const gateway = gatewaySource(endpoint);
    const own: Source = {
      logGroup: endpoint.logGroup,
      questions:
        '$.route = "POST *" && $.route != "POST /explain" && ' +
        `($.request_id NOT EXISTS || $.request_id != "${SYNTHETIC_ID_PREFIX}*")`,
      milliseconds: '$.Latency',
    };
    const { logGroup, questions, milliseconds } = gateway ?? own;
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
    this.#latency = count('QuestionLatency', logGroup, questions, milliseconds);
    const budget = endpoint.budget.toMilliseconds();
    this.#late = count('Late', logGroup, `(${questions}) && ${milliseconds} > ${budget}`);
    this.#failed = count('Failed', endpoint.logGroup, '$.status >= 500');
  }

  /** Milliseconds from question to answer; its sample count is the number of questions. */
  latency(options: MetricOptions): Metric {
    return this.#latency.metric(options);
  }

  /** Answers that came after the budget. Nothing where none did. */
  late(options: MetricOptions): Metric {
    return this.#late.metric(options);
  }

  /** Requests that the function answered with a status of 500 or above. Nothing where there were none. */
  failed(options: MetricOptions): Metric {
    return this.#failed.metric(options);
  }
}

/** @returns undefined where the gateway's lines cannot tell the questions of this task */
function gatewaySource({ httpEndpoint, task }: EnsembleEndpoint): Source | undefined {
  const { accessLogGroup: logGroup, secretPath, tasks } = httpEndpoint;
  if (!logGroup || (secretPath !== undefined && tasks.length > 1)) return undefined;
  // Behind a secret path no route is logged; where one task answers, whatever is posted is a question.
  const routes = secretPath === undefined ? httpEndpoint.questionRoutes(task) : undefined;
  const asked = routes
    ? routes.map((key) => `$.route = "${key.replace('{proxy+}', '*')}"`).join(' || ')
    : '$.method = "POST"';
  const questions = `(${asked}) && $.userAgent != "${SYNTHETIC_USER_AGENT}"`;
  return { logGroup, questions, milliseconds: '$.responseMilliseconds' };
}
