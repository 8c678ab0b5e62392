import { Duration, Stack, Validations } from 'aws-cdk-lib';
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { type CustomMetricGroup, DefaultDashboardFactory, MonitoringFacade } from 'cdk-monitoring-constructs';
import { Construct } from 'constructs';
import { EndpointAlarms } from './endpoint-alarms.ts';
import { type EndpointMetricName, endpointMetric } from './endpoint-metrics.ts';
import type { EnsembleEndpoint } from './ensemble-endpoint.ts';

/** Properties of an {@link EndpointMonitoring}. */
export interface EndpointMonitoringProps {
  readonly endpoint: EnsembleEndpoint;
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

/** A dashboard and alarms for one endpoint. */
export class EndpointMonitoring extends Construct {
  readonly alarms: EndpointAlarms;
  readonly facade: MonitoringFacade;
  /** Where alarms are published; undefined without an address. */
  readonly topic: Topic | undefined;

  constructor(scope: Construct, id: string, { endpoint, table, email }: EndpointMonitoringProps) {
    super(scope, id);
    this.alarms = new EndpointAlarms(this, 'Alarms', endpoint);
    this.facade = new MonitoringFacade(this, 'Dashboard', {
      dashboardFactory: new DefaultDashboardFactory(this, 'Dashboards', {
        // Names of dashboards are an account's, in all its regions.
        dashboardNamePrefix: `${endpoint.service}-${Stack.of(this).region}`,
      }),
    });
    this.drawDashboard(endpoint, table);
    this.topic = email === undefined ? undefined : this.notify(email);
  }

  private drawDashboard(endpoint: EnsembleEndpoint, table: ITable | undefined): void {
    this.facade
      .addLargeHeader(`Subsecond: ${endpoint.model}`)
      .monitorCustom({
        humanReadableName: 'The promise',
        alarmFriendlyName: 'Promise',
        metricGroups: metricGroups(endpoint),
      })
      .monitorApiGatewayV2HttpApi({
        api: endpoint.api as IHttpApi,
        humanReadableName: 'Endpoint',
        alarmFriendlyName: 'Endpoint',
      })
      .monitorLambdaFunction({
        lambdaFunction: endpoint.alias as IFunction,
        humanReadableName: 'Function',
        alarmFriendlyName: 'Function',
      });
    if (table)
      this.facade.monitorDynamoTable({
        table,
        humanReadableName: 'Result cache',
        alarmFriendlyName: 'Table',
      });
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

/** What the function tells about itself, in three graphs. */
function metricGroups(endpoint: EnsembleEndpoint): CustomMetricGroup[] {
  const period = Duration.minutes(1);
  const metrics = (statistic: string, names: readonly EndpointMetricName[]) =>
    names.map((name) => endpointMetric(endpoint, name, { period, statistic, label: name }));
  return [
    {
      title: 'Milliseconds by stage (p99)',
      metrics: metrics('p99', [
        'Latency',
        'ContractLatency',
        'RecallLatency',
        'DecodeLatency',
        'PredictLatency',
        'RememberLatency',
      ]),
    },
    {
      title: 'Result cache',
      metrics: metrics(Stats.SUM, ['CacheHit', 'CacheMiss', 'CacheDegraded', 'CacheConflict']),
    },
    {
      title: 'Answers out of the ordinary',
      metrics: metrics(Stats.SUM, ['Shortened', 'Rejected', 'ColdStart', 'ClientError']),
    },
  ];
}
