import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { EnsembleEndpoint } from '../endpoint/ensemble-endpoint.ts';
import { EndpointAlarms } from './endpoint-alarms.ts';
import { MinuteAlarm, minute, minuteSum } from './minute-alarm.ts';

/** The alarms of a service: what its address promises, and those of each task. */
export class ServiceAlarms extends Construct {
  /**
   * The slowest hundredth of the requests takes longer than the caller waits, two minutes of three. With several
   * tasks it is the caller who waits longest; each task has an alarm for its own budget then.
   */
  readonly late: Alarm;
  /** The gateway has answered with a status of 500 or above. */
  readonly serverErrors: Alarm;
  /** Those of each task, in the order of the endpoints. */
  readonly tasks: readonly EndpointAlarms[];

  /** @param endpoints the tasks behind one address */
  constructor(scope: Construct, id: string, endpoints: readonly [EnsembleEndpoint, ...EnsembleEndpoint[]]) {
    super(scope, id);
    const { api } = endpoints[0].httpEndpoint;
    const longest = Math.max(...endpoints.map(({ budget }) => budget.toMilliseconds()));
    this.late = new MinuteAlarm(this, 'Late', {
      metric: api.metricLatency({ ...minute, statistic: 'p99' }),
      threshold: longest,
      description: `p99 of the address above ${longest} ms`,
      minutes: { above: 2, of: 3 },
    });
    this.serverErrors = new MinuteAlarm(this, 'ServerErrors', {
      metric: api.metricServerError(minuteSum),
      threshold: 0,
      description: 'The address answered 5xx',
    });
    const sharesAddress = endpoints.length > 1;
    this.tasks = endpoints.map(
      (endpoint) => new EndpointAlarms(this, endpoint.task, { endpoint, sharesAddress }),
    );
  }

  /** Every alarm. */
  get all(): readonly Alarm[] {
    return [this.late, this.serverErrors, ...this.tasks.flatMap(({ all }) => all)];
  }

  /** The alarms that speak against a new version of one task: its own, and those of the address. */
  againstRelease(task: EndpointAlarms): readonly Alarm[] {
    return [this.late, this.serverErrors, ...task.againstRelease];
  }
}
