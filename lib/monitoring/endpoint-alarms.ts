import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { EnsembleEndpoint } from '../endpoint/ensemble-endpoint.ts';
import { endpointMetric } from './endpoint-metrics.ts';
import { MinuteAlarm, minute, minuteSum } from './minute-alarm.ts';

/** Properties of {@link EndpointAlarms}. */
export interface EndpointAlarmsProps {
  readonly endpoint: EnsembleEndpoint;
  /**
   * Whether other tasks answer behind the same address. Then the gateway's times are not this task's alone, and its
   * function's own are watched.
   * @default false
   */
  readonly sharesAddress?: boolean;
}

/** The alarms of one task. */
export class EndpointAlarms extends Construct {
  /**
   * The function took longer than the caller of this task waits for the slowest hundredth of the requests, two
   * minutes of three. Undefined where the gateway's own times tell, which know of cold starts, too.
   */
  readonly late: Alarm | undefined;
  /** More requests at once than environments were warm: somebody has waited for a cold start. */
  readonly spillOver: Alarm;
  /** The function has failed. */
  readonly errors: Alarm;
  /** Lambda has refused requests because no further environment was allowed. */
  readonly throttles: Alarm;
  /** Answers went out without the result cache, three minutes of five. */
  readonly cacheDegraded: Alarm;

  constructor(scope: Construct, id: string, { endpoint, sharesAddress = false }: EndpointAlarmsProps) {
    super(scope, id);
    const { alias, task, budget } = endpoint;
    this.late = sharesAddress
      ? new MinuteAlarm(this, 'Late', {
          metric: endpointMetric(endpoint, 'Latency', { ...minute, statistic: 'p99' }),
          threshold: budget.toMilliseconds(),
          description: `${task}: p99 of the function above ${budget.toMilliseconds()} ms`,
          minutes: { above: 2, of: 3 },
        })
      : undefined;
    this.spillOver = new MinuteAlarm(this, 'SpillOver', {
      metric: alias.metric('ProvisionedConcurrencySpilloverInvocations', minuteSum),
      threshold: 0,
      description: `${task}: requests found no warm environment: raise provisionedConcurrency`,
    });
    this.errors = new MinuteAlarm(this, 'Errors', {
      metric: alias.metricErrors(minuteSum),
      threshold: 0,
      description: `${task}: the function failed`,
    });
    this.throttles = new MinuteAlarm(this, 'Throttles', {
      metric: alias.metricThrottles(minuteSum),
      threshold: 0,
      description: `${task}: Lambda refused requests: raise reservedConcurrency or the quota of the account`,
    });
    this.cacheDegraded = new MinuteAlarm(this, 'CacheDegraded', {
      metric: endpointMetric(endpoint, 'CacheDegraded', minuteSum),
      threshold: 0,
      description: `${task}: answers went out without the result cache: a repeat may be computed again`,
      minutes: { above: 3, of: 5 },
    });
  }

  /** Every alarm. */
  get all(): readonly Alarm[] {
    return [...this.againstRelease, this.spillOver, this.throttles, this.cacheDegraded];
  }

  /**
   * The alarms that speak against a new version. Spill-over is not among them: while an alias is split, Lambda
   * moves the warm environments from one version to the other, and some spill-over is to be expected.
   */
  get againstRelease(): readonly Alarm[] {
    return [...(this.late ? [this.late] : []), this.errors];
  }
}
