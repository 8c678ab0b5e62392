import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { EnsembleEndpoint } from '../../endpoint/ensemble-endpoint.ts';
import { RequestMetrics } from '../request-metrics.ts';
import { EndpointAlarms } from './endpoint-alarms.ts';
import { MinuteAlarm, minuteSum } from './minute-alarm.ts';
import type { Sensitivity } from './sensitivity.ts';
import type { ExpectedTraffic } from './silence-alarm.ts';

/** Properties of {@link ServiceAlarms}. */
export interface ServiceAlarmsProps {
  /** The models behind one address. */
  readonly endpoints: readonly [EnsembleEndpoint, ...EnsembleEndpoint[]];
  readonly sensitivity: Sensitivity;
  /** By name of the model. */
  readonly expectedTraffic: Readonly<Record<string, ExpectedTraffic>>;
}

/** The alarms of a service: those of its address and those of each model. */
export class ServiceAlarms extends Construct {
  /** The gateway has responded with a status of 500 or above: responses are lost. */
  readonly lost: Alarm;
  /** The gateway has refused requests (429); undefined where the API, and with it the access log, is somebody else's. */
  readonly refused: Alarm | undefined;
  /** Those of each model, in the order of the endpoints. */
  readonly models: readonly EndpointAlarms[];
  /** What callers of each model wait, in the same order. */
  readonly requests: readonly RequestMetrics[];

  constructor(scope: Construct, id: string, props: ServiceAlarmsProps) {
    super(scope, id);
    const { endpoints, sensitivity, expectedTraffic } = props;
    this.lost = new MinuteAlarm(this, 'ServerErrors', {
      metric: endpoints[0].httpEndpoint.api.metricServerError(minuteSum),
      threshold: sensitivity.lost - 1,
      description: 'The address responded with 5xx: responses are lost',
    });
    this.refused = this.watchRefusals(endpoints[0], sensitivity);
    this.requests = endpoints.map(
      (endpoint) => new RequestMetrics(this, `Requests-${endpoint.model}`, endpoint),
    );
    this.models = endpoints.map((endpoint, index) => {
      const expected = expectedTraffic[endpoint.model];
      return new EndpointAlarms(this, endpoint.model, {
        endpoint,
        requests: this.requests[index] as RequestMetrics,
        sensitivity,
        ...(expected && { expectedTraffic: expected }),
      });
    });
  }

  /** Every alarm. */
  get all(): readonly Alarm[] {
    const { lost, refused, models } = this;
    return [lost, ...(refused ? [refused] : []), ...models.flatMap(({ all }) => all)];
  }

  /** Those that say that callers get no response, or a late one. */
  get urgent(): readonly Alarm[] {
    return [this.lost, ...this.models.flatMap(({ urgent }) => urgent)];
  }

  /** API Gateway counts refusals among all 4xx: only its log tells them from those of callers. */
  private watchRefusals(
    { httpEndpoint: { accessLogGroup }, service }: EnsembleEndpoint,
    { refused }: Sensitivity,
  ): Alarm | undefined {
    if (!accessLogGroup) return undefined;
    const filter = new MetricFilter(this, 'RefusedFilter', {
      logGroup: accessLogGroup,
      filterPattern: FilterPattern.literal('{ $.status = 429 }'),
      metricNamespace: `Subsecond/${service}`,
      metricName: 'Refused',
      metricValue: '1',
    });
    return new MinuteAlarm(this, 'Refused', {
      metric: filter.metric(minuteSum),
      threshold: refused - 1,
      description: 'The gateway refused requests (429): raise throttleRate or throttleBurst',
    });
  }
}
