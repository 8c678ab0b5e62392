import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { EnsembleEndpoint } from '../../endpoint/ensemble-endpoint.ts';
import { EndpointAlarms } from './endpoint-alarms.ts';
import { minuteAlarm, minuteSum } from './minute-alarm.ts';
import { type Sensitivity, sensitivities } from './sensitivity.ts';

export interface ServiceAlarmsProps {
  /** The endpoints of all models that share one address. */
  readonly endpoints: readonly [EnsembleEndpoint, ...EnsembleEndpoint[]];
  /**
   * How soon alarms fire.
   * @default sensitivities.strict
   */
  readonly sensitivity?: Sensitivity;
}

/** The alarms of a service: those of its address and those of each model. */
export class ServiceAlarms extends Construct {
  readonly all: readonly Alarm[];
  /** Alarms about missing and late responses. */
  readonly urgent: readonly Alarm[];
  /** Alarms of each model, in the order of the endpoints. */
  readonly models: readonly EndpointAlarms[];

  constructor(
    scope: Construct,
    id: string,
    { endpoints, sensitivity = sensitivities.strict }: ServiceAlarmsProps,
  ) {
    super(scope, id);
    const address = this.watchAddress(endpoints[0], sensitivity);
    this.models = endpoints.map((endpoint) => new EndpointAlarms(this, endpoint, sensitivity));
    this.urgent = [...address.slice(0, 1), ...this.models.flatMap(({ urgent }) => urgent)];
    this.all = [...address, ...this.models.flatMap(({ all }) => all)];
  }

  /** @returns no alarms for your own API, whose 5xx may come from other routes, and whose access log is yours */
  private watchAddress({ httpEndpoint, service }: EnsembleEndpoint, sensitivity: Sensitivity): Alarm[] {
    const { accessLogGroup: logGroup, api } = httpEndpoint;
    if (!logGroup) return [];
    const lost = minuteAlarm(this, 'ServerErrors', {
      metric: api.metricServerError(minuteSum),
      threshold: sensitivity.lost - 1,
      description: 'The address responded with 5xx: responses are lost',
    });
    // The gateway's 4xx metric also counts errors of callers. Only the gateway's log shows which responses are refusals (429).
    const filter = new MetricFilter(this, 'RefusedFilter', {
      logGroup,
      filterPattern: FilterPattern.literal('{ $.status = 429 }'),
      metricNamespace: `Subsecond/${service}`,
      metricName: 'Refused',
      metricValue: '1',
    });
    const refused = minuteAlarm(this, 'Refused', {
      metric: filter.metric(minuteSum),
      threshold: sensitivity.refused - 1,
      description: 'The gateway refused requests (429): raise throttleRate or throttleBurst',
    });
    return [lost, refused];
  }
}
