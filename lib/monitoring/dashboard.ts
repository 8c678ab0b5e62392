import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { type Alarm, AlarmStatusWidget, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { CustomMetricGroup, MonitoringFacade } from 'cdk-monitoring-constructs';
import type { EnsembleEndpoint } from '../endpoint/ensemble-endpoint.ts';
import type { HttpEndpoint } from '../endpoint/http-endpoint.ts';
import { minute, minuteSum } from './alarms/minute-alarm.ts';
import { type EndpointMetricName, endpointMetric, environmentMetric } from './endpoint-metrics.ts';
import type { RequestMetrics } from './request-metrics.ts';

/** Shows at the top which alarms ring. */
export function drawAlarms(facade: MonitoringFacade, alarms: readonly Alarm[]): void {
  const rows = Math.ceil(alarms.length / 4);
  facade.addWidget(
    new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms], width: 24, height: Math.max(3, rows + 1) }),
  );
}

/** Draws what one model does, under its name. */
export function drawModel(
  facade: MonitoringFacade,
  endpoint: EnsembleEndpoint,
  requests: RequestMetrics,
): void {
  facade
    .addLargeHeader(`Subsecond: ${endpoint.model}`)
    .monitorCustom({
      humanReadableName: 'The promise',
      alarmFriendlyName: 'Promise',
      metricGroups: [
        promiseGroup(endpoint, requests),
        ...metricGroups(endpoint),
        ...(endpoint.capacity ? instanceGroups(endpoint) : []),
      ],
    })
    .monitorLambdaFunction({
      lambdaFunction: endpoint.alias as IFunction,
      humanReadableName: 'Function',
      alarmFriendlyName: 'Function',
    });
}

/** Draws what the models of a service share. */
export function drawService(
  facade: MonitoringFacade,
  { api }: HttpEndpoint,
  table: ITable | undefined,
): void {
  facade.monitorApiGatewayV2HttpApi({
    api: api as IHttpApi,
    humanReadableName: 'Address',
    alarmFriendlyName: 'Address',
  });
  if (!table) return;
  facade.monitorDynamoTable({ table, humanReadableName: 'Response cache', alarmFriendlyName: 'Table' });
}

/** What callers wait, against what they were promised. */
function promiseGroup({ deadline }: EnsembleEndpoint, requests: RequestMetrics): CustomMetricGroup {
  const waited = requests.asCallersWait ? 'until the response' : 'in the function';
  return {
    title: `Milliseconds ${waited}, and responses later than ${deadline.toMilliseconds()}`,
    metrics: [
      ...['p50', 'p99', Stats.MAXIMUM].map((statistic) =>
        requests.latency({ ...minute, statistic, label: statistic }),
      ),
      requests.late({ ...minuteSum, label: 'late' }),
    ],
  };
}

/** The function's own metrics, in graphs. */
function metricGroups(endpoint: EnsembleEndpoint): CustomMetricGroup[] {
  const metrics = (statistic: string, names: readonly EndpointMetricName[]) =>
    names.map((name) => endpointMetric(endpoint, name, { ...minute, statistic, label: name }));
  return [
    {
      title: 'Milliseconds by stage (p99)',
      metrics: metrics('p99', [
        'Latency',
        'ContractLatency',
        'CacheGetLatency',
        'DecodeLatency',
        'PredictLatency',
        'CachePutLatency',
      ]),
    },
    {
      title: 'Response cache',
      metrics: metrics(Stats.SUM, ['CacheHit', 'CacheMiss', 'CacheDegraded', 'CacheConflict']),
    },
    {
      title: 'Responses without the table: waiting, written since, lost from memory',
      metrics: metrics(Stats.SUM, ['CacheUnwritten', 'CacheWrittenLate', 'CacheLost']),
    },
    {
      title: 'Unusual responses',
      metrics: metrics(Stats.SUM, ['Shortened', 'Fallback', 'Rejected', 'ColdStart', 'ClientError']),
    },
  ];
}

/** How full the environments on Managed Instances are. */
function instanceGroups(endpoint: EnsembleEndpoint): CustomMetricGroup[] {
  return [
    {
      title: 'Requests at once in the fullest environment, and how many it takes',
      metrics: [
        environmentMetric(endpoint, 'ExecutionEnvironmentConcurrency'),
        environmentMetric(endpoint, 'ExecutionEnvironmentConcurrencyLimit'),
      ],
    },
    {
      title: 'Percent of CPU and memory in the fullest environment',
      metrics: [
        environmentMetric(endpoint, 'ExecutionEnvironmentCPUUtilization'),
        environmentMetric(endpoint, 'ExecutionEnvironmentMemoryUtilization'),
      ],
    },
  ];
}
