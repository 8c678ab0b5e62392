import { Stack } from 'aws-cdk-lib';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITable, Table, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey, Key } from 'aws-cdk-lib/aws-kms';
import type { ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { DefaultDashboardFactory, MonitoringFacade } from 'cdk-monitoring-constructs';
import { Construct } from 'constructs';
import { requireThat } from '../configuration/configuration-error.ts';
import { uniqueName } from '../names.ts';
import type { EndpointAlarms } from './alarms/endpoint-alarms.ts';
import { ServiceAlarms, type ServiceAlarmsProps } from './alarms/service-alarms.ts';
import { drawAlarms, drawModel, drawService } from './dashboard.ts';
import { notificationTopic } from './notification-topic.ts';

export interface ServiceMonitoringProps extends ServiceAlarmsProps {
  /**
   * The response cache's table.
   * @default - the dashboard shows no table
   */
  readonly table?: ITable | Table | TableV2;
  /**
   * Address that gets an e-mail when an alarm fires, and when it is over.
   * @default - no e-mail; without topics, alarms only appear on the dashboard and roll releases back
   */
  readonly email?: string;
  /**
   * Your own topic for every alarm, or for less urgent ones if there is an `urgentTopic`.
   * @default - none
   */
  readonly topic?: ITopic | Topic;
  /**
   * Your own topic for alarms about missing and late responses.
   * @default - `topic`
   */
  readonly urgentTopic?: ITopic | Topic;
  /**
   * Key that encrypts the messages to `email`. A key of this app gets the necessary policy.
   * @default - the topic of `email` is not encrypted
   */
  readonly encryptionKey?: IKey | Key;
}

/** Alarms for a service, and one dashboard with a part for each of its models. */
export class ServiceMonitoring extends Construct {
  readonly alarms: ServiceAlarms;
  readonly facade: MonitoringFacade;

  constructor(scope: Construct, id: string, props: ServiceMonitoringProps) {
    super(scope, id);
    const { endpoints, table, email, encryptionKey } = props;
    const [{ httpEndpoint }] = endpoints;
    requireThat(
      endpoints.every((endpoint) => endpoint.httpEndpoint === httpEndpoint),
      'all endpoints must have joined the same HttpEndpoint.',
    );
    this.alarms = new ServiceAlarms(this, 'Alarms', props);
    const { all: alarms } = this.alarms;
    const urgent = new Set(this.alarms.urgent);
    this.facade = new MonitoringFacade(this, 'Dashboard', {
      dashboardFactory: new DefaultDashboardFactory(this, 'Dashboards', {
        // The region is part of the name, because dashboard names are unique in the account.
        dashboardNamePrefix: `${uniqueName(this)}-${Stack.of(this).region}`,
      }),
    });
    drawAlarms(this.facade, alarms);
    endpoints.forEach((endpoint, index) => {
      drawModel(this.facade, endpoint, (this.alarms.models[index] as EndpointAlarms).requests);
    });
    if (endpoints.length > 1) this.facade.addLargeHeader('All models');
    drawService(this.facade, httpEndpoint, table as ITable | undefined);
    const mailed =
      email === undefined ? undefined : notificationTopic(this, email, encryptionKey as IKey | undefined);
    const { topic, urgentTopic = topic } = props;
    for (const alarm of alarms) {
      for (const recipient of [mailed, urgent.has(alarm) ? urgentTopic : topic]) {
        if (!recipient) continue;
        const action = new SnsAction(recipient as ITopic);
        alarm.addAlarmAction(action);
        alarm.addOkAction(action);
      }
    }
  }
}
