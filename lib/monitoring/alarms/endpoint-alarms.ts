import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { EnsembleEndpoint } from '../../endpoint/ensemble-endpoint.ts';
import { endpointMetric, environmentMetric } from '../endpoint-metrics.ts';
import { RequestMetrics } from '../request-metrics.ts';
import { type MinuteAlarmProps, minute, minuteAlarm, minuteSum } from './minute-alarm.ts';
import type { Sensitivity } from './sensitivity.ts';

/** Percentage of CPU utilisation above which an environment on Managed Instances has too little room for bursts. */
const SATURATED_PERCENT = 80;

/** The alarms of one model. */
export class EndpointAlarms extends Construct {
  /** Metrics of latency, late responses and failures, counted in logs. */
  readonly requests: RequestMetrics;
  readonly all: readonly Alarm[];
  /** Alarms about missing and late responses. */
  readonly urgent: readonly Alarm[];
  /**
   * Alarms that roll a release back. Late responses and spill-over do not, because they occur in every release, while
   * Lambda moves provisioned concurrency between the versions. Neither do the gateway's 5xx, which may come from other
   * models.
   */
  readonly againstRelease: readonly Alarm[];

  constructor(scope: Construct, endpoint: EnsembleEndpoint, sensitivity: Sensitivity) {
    const { alias, model, provisionedConcurrency, capacity } = endpoint;
    super(scope, model);
    const requests = new RequestMetrics(scope, `Requests-${model}`, endpoint);
    this.requests = requests;
    const deadline = endpoint.deadline.toMilliseconds();
    const p99 = { ...minute, statistic: 'p99' };
    const add = (id: string, { description, ...alarm }: MinuteAlarmProps) =>
      minuteAlarm(this, id, { ...alarm, description: `${model}: ${description}` });
    const late = add('Late', {
      metric: requests.latency.metric(p99),
      threshold: deadline,
      description: `the p99 latency of responses is above ${deadline} ms`,
      minutes: sensitivity.lateMinutes,
      // With few requests, p99 is the latency of the slowest request. The next alarm counts late responses instead.
      ignoresFewSamples: true,
    });
    const lateBurst = add('LateBurst', {
      metric: requests.late.metric(minuteSum),
      threshold: sensitivity.lateBurst - 1,
      description: `${sensitivity.lateBurst} or more responses later than ${deadline} ms within a minute`,
    });
    const slow = add('Slow', {
      metric: endpointMetric(endpoint, 'Latency', p99),
      threshold: deadline,
      description: `the p99 latency in the function, after its start, is above ${deadline} ms`,
      minutes: { above: 2, of: 3 },
      // This alarm is evaluated even with few samples. Otherwise, a slow version would not be rolled back, and an
      // active alarm would last and block the next release.
    });
    const addCrowded = () =>
      capacity
        ? add('Saturated', {
            metric: environmentMetric(endpoint, 'ExecutionEnvironmentCPUUtilization'),
            threshold: SATURATED_PERCENT,
            description: 'an environment had little CPU left: raise minimumEnvironments',
          })
        : add('SpillOver', {
            metric: alias.metric('ProvisionedConcurrencySpilloverInvocations', minuteSum),
            description: 'requests found no warm environment: raise provisionedConcurrency',
          });
    const crowded = sensitivity.spillOver && (capacity || provisionedConcurrency > 0) ? [addCrowded()] : [];
    const errors = add('Errors', {
      metric: alias.metricErrors(minuteSum),
      description: 'the function crashed, or did not end in time',
    });
    const failures = add('Failures', {
      metric: requests.failed.metric(minuteSum),
      description: 'the function responded with 5xx; its log says why',
    });
    const throttles = add('Throttles', {
      metric: alias.metricThrottles(minuteSum),
      description: capacity
        ? 'Lambda refused requests: raise minimumEnvironments, maximumEnvironments, concurrency or maximumVcpus'
        : 'Lambda refused requests: raise reservedConcurrency or the quota of the account',
    });
    const cacheDegraded = add('CacheDegraded', {
      metric: endpointMetric(endpoint, 'CacheDegraded', minuteSum),
      description: 'responses were sent without the response cache: a repeated request may be computed again',
      minutes: { above: 3, of: 5 },
    });
    this.againstRelease = [errors, failures, slow];
    this.urgent = [late, lateBurst, errors, failures, throttles];
    this.all = [late, lateBurst, ...this.againstRelease, ...crowded, throttles, cacheDegraded];
  }
}
