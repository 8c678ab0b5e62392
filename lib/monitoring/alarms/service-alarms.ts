import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { EnsembleEndpoint } from '../../endpoint/ensemble-endpoint.ts';
import { EndpointAlarms } from './endpoint-alarms.ts';
import { minuteAlarm, minuteSum } from './minute-alarm.ts';
import { type Sensitivity, sensitivities } from './sensitivity.ts';
import type { ExpectedTraffic } from './silence-alarm.ts';

/** When the alarms of a service ring. */
export interface ServiceAlarmsProps {
  /** Every model behind one address. */
  readonly endpoints: readonly [EnsembleEndpoint, ...EnsembleEndpoint[]];
  /**
   * How soon alarms ring.
   * @default sensitivities.strict
   */
  readonly sensitivity?: Sensitivity;
  /**
   * When requests are certain to arrive, by name of the model: silence is an alarm then.
   * @default - silence is no alarm
   */
  readonly expectedTraffic?: Readonly<Record<string, ExpectedTraffic>>;
}

/** The alarms of a service: those of its address and those of each model. */
export class ServiceAlarms extends Construct {
  readonly all: readonly Alarm[];
  /** Those that say that callers get no response, or a late one. */
  readonly urgent: readonly Alarm[];
  /** Those of each model, in the order of the endpoints. */
  readonly models: readonly EndpointAlarms[];

  constructor(
    scope: Construct,
    id: string,
    { endpoints, sensitivity = sensitivities.strict, expectedTraffic = {} }: ServiceAlarmsProps,
  ) {
    super(scope, id);
    const lost = this.watchLosses(endpoints[0], sensitivity);
    const refused = this.watchRefusals(endpoints[0], sensitivity);
    this.models = endpoints.map(
      (endpoint) => new EndpointAlarms(this, endpoint, sensitivity, expectedTraffic[endpoint.model]),
    );
    this.urgent = [...lost, ...this.models.flatMap(({ urgent }) => urgent)];
    this.all = [...lost, ...refused, ...this.models.flatMap(({ all }) => all)];
  }

  /** @returns none where the API is somebody else's, because its 5xx are also those of other routes */
  private watchLosses({ httpEndpoint }: EnsembleEndpoint, { lost }: Sensitivity): Alarm[] {
    if (!httpEndpoint.stage) return [];
    const alarm = minuteAlarm(this, 'ServerErrors', {
      metric: httpEndpoint.api.metricServerError(minuteSum),
      threshold: lost - 1,
      description: 'The address responded with 5xx: responses are lost',
    });
    return [alarm];
  }

  /**
   * The gateway has refused requests (429). It counts them among all 4xx: only its log tells them from those of callers.
   *
   * @returns none where the API, and with it the access log, is somebody else's
   */
  private watchRefusals({ httpEndpoint, service }: EnsembleEndpoint, { refused }: Sensitivity): Alarm[] {
    const { accessLogGroup: logGroup } = httpEndpoint;
    if (!logGroup) return [];
    const filter = new MetricFilter(this, 'RefusedFilter', {
      logGroup,
      filterPattern: FilterPattern.literal('{ $.status = 429 }'),
      metricNamespace: `Subsecond/${service}`,
      metricName: 'Refused',
      metricValue: '1',
    });
    const alarm = minuteAlarm(this, 'Refused', {
      metric: filter.metric(minuteSum),
      threshold: refused - 1,
      description: 'The gateway refused requests (429): raise throttleRate or throttleBurst',
    });
    return [alarm];
  }
}
