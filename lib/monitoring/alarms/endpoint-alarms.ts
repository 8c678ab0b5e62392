import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { EnsembleEndpoint } from '../../endpoint/ensemble-endpoint.ts';
import { endpointMetric } from '../endpoint-metrics.ts';
import { environmentMetric } from '../instance-metrics.ts';
import type { RequestMetrics } from '../request-metrics.ts';
import { MinuteAlarm, minute, minuteSum } from './minute-alarm.ts';
import type { Sensitivity } from './sensitivity.ts';
import { type ExpectedTraffic, SilenceAlarm } from './silence-alarm.ts';

/** Percent of the CPU of an environment on Managed Instances above which it is more than busy. */
const SATURATED_PERCENT = 80;

/** Properties of {@link EndpointAlarms}. */
export interface EndpointAlarmsProps {
  readonly endpoint: EnsembleEndpoint;
  readonly requests: RequestMetrics;
  readonly sensitivity: Sensitivity;
  /**
   * When requests are certain to arrive.
   * @default - silence is no alarm
   */
  readonly expectedTraffic?: ExpectedTraffic;
}

/** The alarms of one model. */
export class EndpointAlarms extends Construct {
  /** The slowest hundredth of the requests waits longer than the deadline. */
  readonly late: Alarm;
  /** Several responses were late within one minute. */
  readonly lateBurst: Alarm;
  /** The function itself, cold starts and waiting left out, takes longer than the deadline. */
  readonly slow: Alarm;
  /** More requests at once than environments were warm; undefined where none are kept warm, or nobody needs to know. */
  readonly spillOver: Alarm | undefined;
  /** On Managed Instances: an environment has little CPU left, and others take minutes to come; undefined as above. */
  readonly saturated: Alarm | undefined;
  /** The function has crashed or was given up. */
  readonly errors: Alarm;
  /** The function has responded with 5xx. */
  readonly failures: Alarm;
  /** Lambda has refused requests because no further environment was allowed. */
  readonly throttles: Alarm;
  /** Responses went out without the response cache, three minutes of five. */
  readonly cacheDegraded: Alarm;
  /** No request has arrived although requests were expected; undefined where none are expected. */
  readonly silence: SilenceAlarm | undefined;

  constructor(scope: Construct, id: string, props: EndpointAlarmsProps) {
    super(scope, id);
    const { endpoint, requests, sensitivity, expectedTraffic } = props;
    const { alias, model, deadline, provisionedConcurrency, capacity } = endpoint;
    const deadlineText = `${deadline.toMilliseconds()} ms`;
    this.late = new MinuteAlarm(this, 'Late', {
      metric: requests.latency({ ...minute, statistic: 'p99' }),
      threshold: deadline.toMilliseconds(),
      description: `${model}: p99 of the responses above ${deadlineText}`,
      minutes: sensitivity.lateMinutes,
      // Of few requests, p99 is the slowest one: `lateBurst` counts those.
      ignoresFewSamples: true,
    });
    this.lateBurst = new MinuteAlarm(this, 'LateBurst', {
      metric: requests.late(minuteSum),
      threshold: sensitivity.lateBurst - 1,
      description: `${model}: ${sensitivity.lateBurst} responses or more later than ${deadlineText} within a minute`,
    });
    this.slow = new MinuteAlarm(this, 'Slow', {
      metric: endpointMetric(endpoint, 'Latency', { ...minute, statistic: 'p99' }),
      threshold: deadline.toMilliseconds(),
      description: `${model}: p99 of the function, once started, above ${deadlineText}`,
      minutes: { above: 2, of: 3 },
      // Few samples count: otherwise a slow version would not be rolled back, and an active alarm would stop the next release.
    });
    this.spillOver =
      provisionedConcurrency > 0 && sensitivity.spillOver
        ? new MinuteAlarm(this, 'SpillOver', {
            metric: alias.metric('ProvisionedConcurrencySpilloverInvocations', minuteSum),
            threshold: 0,
            description: `${model}: requests found no warm environment: raise provisionedConcurrency`,
          })
        : undefined;
    this.saturated =
      capacity && sensitivity.spillOver
        ? new MinuteAlarm(this, 'Saturated', {
            metric: environmentMetric(endpoint, 'ExecutionEnvironmentCPUUtilization'),
            threshold: SATURATED_PERCENT,
            description: `${model}: an environment had little CPU left: raise minimumEnvironments, or lower cpuUtilization`,
          })
        : undefined;
    this.errors = new MinuteAlarm(this, 'Errors', {
      metric: alias.metricErrors(minuteSum),
      threshold: 0,
      description: `${model}: the function crashed, or did not end in time`,
    });
    this.failures = new MinuteAlarm(this, 'Failures', {
      metric: requests.failed(minuteSum),
      threshold: 0,
      description: `${model}: the function responded with 5xx; its log says why`,
    });
    this.throttles = new MinuteAlarm(this, 'Throttles', {
      metric: alias.metricThrottles(minuteSum),
      threshold: 0,
      description: capacity
        ? `${model}: Lambda refused requests: raise minimumEnvironments, maximumEnvironments, concurrency or maximumVcpus`
        : `${model}: Lambda refused requests: raise reservedConcurrency or the quota of the account`,
    });
    this.cacheDegraded = new MinuteAlarm(this, 'CacheDegraded', {
      metric: endpointMetric(endpoint, 'CacheDegraded', minuteSum),
      threshold: 0,
      description: `${model}: responses went out without the response cache: a repeated request may be computed again`,
      minutes: { above: 3, of: 5 },
    });
    this.silence =
      expectedTraffic && new SilenceAlarm(this, 'Silence', { model, requests, ...expectedTraffic });
  }

  /** Every alarm. */
  get all(): readonly Alarm[] {
    const { late, lateBurst, spillOver, saturated, throttles, cacheDegraded, silence } = this;
    const all = [
      late,
      lateBurst,
      ...this.againstRelease,
      spillOver,
      saturated,
      throttles,
      cacheDegraded,
      silence,
    ];
    return all.filter((alarm) => alarm !== undefined);
  }

  /** Those that say that callers get no response, or a late one. */
  get urgent(): readonly Alarm[] {
    const { late, lateBurst, errors, failures, throttles, silence } = this;
    return [late, lateBurst, errors, failures, throttles, ...(silence ? [silence] : [])];
  }

  /**
   * The alarms that speak against a new version: what its code does once it runs. Late responses and spill-over are not
   * among them: while an alias is split, Lambda moves the warm environments from one version to the other, and what
   * spills over meanwhile waits for a cold start, however good the new version is. Nor are the gateway's responses,
   * where other models, callers and throttles have a say.
   */
  get againstRelease(): readonly Alarm[] {
    return [this.errors, this.failures, this.slow];
  }
}
