import { Names, Stack, Validations } from 'aws-cdk-lib';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { DefaultDashboardFactory, MonitoringFacade } from 'cdk-monitoring-constructs';
import { Construct } from 'constructs';
import { ConfigurationError } from '../configuration/configuration-error.ts';
import type { EnsembleEndpoint } from '../endpoint/ensemble-endpoint.ts';
import { drawService, drawTask } from './dashboard.ts';
import { ServiceAlarms } from './service-alarms.ts';

/** Properties of a {@link ServiceMonitoring}. */
export interface ServiceMonitoringProps {
  /** Every task behind one address. */
  readonly endpoints: readonly [EnsembleEndpoint, ...EnsembleEndpoint[]];
  /**
   * The result cache's table.
   * @default - the dashboard shows no table
   */
  readonly table?: ITable;
  /**
   * Who is told when an alarm rings, and when it is over.
   * @default - nobody: alarms show on the dashboard and roll releases back
   */
  readonly email?: string;
}

/** Alarms for a service, and one dashboard with a part for each of its tasks. */
export class ServiceMonitoring extends Construct {
  readonly alarms: ServiceAlarms;
  readonly facade: MonitoringFacade;
  /** Where alarms are published; undefined without an address. */
  readonly topic: Topic | undefined;

  constructor(scope: Construct, id: string, { endpoints, table, email }: ServiceMonitoringProps) {
    super(scope, id);
    const [{ httpEndpoint }] = endpoints;
    if (endpoints.some((endpoint) => endpoint.httpEndpoint !== httpEndpoint)) {
      throw new ConfigurationError('endpoints must be tasks that have joined one HttpEndpoint.');
    }
    this.alarms = new ServiceAlarms(this, 'Alarms', endpoints);
    const name = Names.uniqueResourceName(this, {
      maxLength: 128,
      separator: '-',
      allowedSpecialCharacters: '-',
    });
    this.facade = new MonitoringFacade(this, 'Dashboard', {
      dashboardFactory: new DefaultDashboardFactory(this, 'Dashboards', {
        // Names of dashboards are an account's, in all its regions.
        dashboardNamePrefix: `${name}-${Stack.of(this).region}`,
      }),
    });
    for (const endpoint of endpoints) drawTask(this.facade, endpoint);
    if (endpoints.length > 1) this.facade.addLargeHeader('All tasks');
    drawService(this.facade, httpEndpoint, table);
    this.topic = email === undefined ? undefined : this.notify(email);
  }

  private notify(email: string): Topic {
    const topic = new Topic(this, 'Notifications', { enforceSSL: true });
    topic.addSubscription(new EmailSubscription(email));
    // Enforcing TLS replaces the policy that SNS gives a topic, and with it the leave of the account's alarms.
    topic.addToResourcePolicy(
      new PolicyStatement({
        actions: ['sns:Publish'],
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    Validations.of(topic).acknowledge({
      id: 'Serverless-SNSRedrivePolicy',
      reason:
        'An e-mail that cannot be delivered has no reader later either; the alarm stays on the dashboard.',
    });
    const action = new SnsAction(topic);
    for (const alarm of this.alarms.all) {
      alarm.addAlarmAction(action);
      alarm.addOkAction(action);
    }
    return topic;
  }
}
