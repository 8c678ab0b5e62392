import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { endpointMetric } from './endpoint-metrics.ts';
import type { EnsembleEndpoint } from './ensemble-endpoint.ts';

/** The alarms of an endpoint, in the terms of its promise. All look at minutes; silence is no alarm. */
export class EndpointAlarms extends Construct {
  /** The slowest hundredth of the requests takes longer than the caller waits, two minutes of three. */
  readonly late: Alarm;
  /** More requests at once than environments were warm: somebody has waited for a cold start. */
  readonly spillOver: Alarm;
  /** The function has failed. */
  readonly errors: Alarm;
  /** The gateway has answered with a status of 500 or above. */
  readonly serverErrors: Alarm;
  /** Lambda has refused requests because no further environment was allowed. */
  readonly throttles: Alarm;
  /** Answers went out without the result cache, three minutes of five. */
  readonly cacheDegraded: Alarm;

  constructor(scope: Construct, id: string, endpoint: EnsembleEndpoint) {
    super(scope, id);
    const { alias, api, budget } = endpoint;
    const minute = { period: Duration.minutes(1) };
    const sum = { ...minute, statistic: Stats.SUM };
    this.late = this.above(
      'Late',
      api.metricLatency({ ...minute, statistic: 'p99' }),
      budget.toMilliseconds(),
      `p99 of the endpoint above ${budget.toMilliseconds()} ms`,
      { evaluationPeriods: 3, datapointsToAlarm: 2 },
    );
    this.spillOver = this.above(
      'SpillOver',
      alias.metric('ProvisionedConcurrencySpilloverInvocations', sum),
      0,
      'Requests found no warm environment: raise provisionedConcurrency',
    );
    this.errors = this.above('Errors', alias.metricErrors(sum), 0, 'The function failed');
    this.serverErrors = this.above(
      'ServerErrors',
      api.metricServerError(sum),
      0,
      'The endpoint answered 5xx',
    );
    this.throttles = this.above(
      'Throttles',
      alias.metricThrottles(sum),
      0,
      'Lambda refused requests: raise reservedConcurrency or the quota of the account',
    );
    this.cacheDegraded = this.above(
      'CacheDegraded',
      endpointMetric(endpoint, 'CacheDegraded', sum),
      0,
      'Answers went out without the result cache: a repeat may be computed again',
      { evaluationPeriods: 5, datapointsToAlarm: 3 },
    );
  }

  /** Every alarm. */
  get all(): readonly Alarm[] {
    return [this.late, this.spillOver, this.errors, this.serverErrors, this.throttles, this.cacheDegraded];
  }

  /**
   * The alarms that speak against a new version. Spill-over is not among them: while an alias is split, Lambda
   * moves the warm environments from one version to the other, and some spill-over is to be expected.
   */
  get againstRelease(): readonly Alarm[] {
    return [this.late, this.errors, this.serverErrors];
  }

  private above(
    id: string,
    metric: IMetric,
    threshold: number,
    alarmDescription: string,
    evaluation: { evaluationPeriods: number; datapointsToAlarm?: number } = { evaluationPeriods: 1 },
  ): Alarm {
    return new Alarm(this, id, {
      metric,
      threshold,
      alarmDescription,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      ...evaluation,
    });
  }
}
