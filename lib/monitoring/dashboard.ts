import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { CustomMetricGroup, MonitoringFacade } from 'cdk-monitoring-constructs';
import type { EnsembleEndpoint } from '../endpoint/ensemble-endpoint.ts';
import type { HttpEndpoint } from '../endpoint/http-endpoint.ts';
import { type EndpointMetricName, endpointMetric } from './endpoint-metrics.ts';
import { minute } from './minute-alarm.ts';

/** Draws what one task does, under its name. */
export function drawTask(facade: MonitoringFacade, endpoint: EnsembleEndpoint): void {
  facade
    .addLargeHeader(`Subsecond: ${endpoint.task}`)
    .monitorCustom({
      humanReadableName: 'The promise',
      alarmFriendlyName: 'Promise',
      metricGroups: metricGroups(endpoint),
    })
    .monitorLambdaFunction({
      lambdaFunction: endpoint.alias as IFunction,
      humanReadableName: 'Function',
      alarmFriendlyName: 'Function',
    });
}

/** Draws what the tasks of a service share. */
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
  facade.monitorDynamoTable({ table, humanReadableName: 'Result cache', alarmFriendlyName: 'Table' });
}

/** What the function tells about itself, in three graphs. */
function metricGroups(endpoint: EnsembleEndpoint): CustomMetricGroup[] {
  const metrics = (statistic: string, names: readonly EndpointMetricName[]) =>
    names.map((name) => endpointMetric(endpoint, name, { ...minute, statistic, label: name }));
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
      metrics: metrics(Stats.SUM, ['Shortened', 'Fallback', 'Rejected', 'ColdStart', 'ClientError']),
    },
  ];
}
