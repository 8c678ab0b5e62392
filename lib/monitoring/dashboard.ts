import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { type Alarm, AlarmStatusWidget, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { CustomMetricGroup, MonitoringFacade } from 'cdk-monitoring-constructs';
import type { HttpEndpoint } from '../endpoint/address/http-endpoint.ts';
import type { EnsembleEndpoint } from '../endpoint/ensemble-endpoint.ts';
import { minute, minuteSum } from './alarms/minute-alarm.ts';
import { type EndpointMetricName, endpointMetric, environmentMetric } from './endpoint-metrics.ts';
import type { RequestMetrics } from './request-metrics.ts';

export function drawAlarms(facade: MonitoringFacade, alarms: readonly Alarm[]): void {
  const rows = Math.ceil(alarms.length / 4);
  facade.addWidget(
    new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms], width: 24, height: Math.max(3, rows + 1) }),
  );
}

export function drawModel(
  facade: MonitoringFacade,
  endpoint: EnsembleEndpoint,
  requests: RequestMetrics,
): void {
  facade
    .addLargeHeader(`Subsecond: ${endpoint.model}`)
    .monitorCustom({
      humanReadableName: 'Objective',
      alarmFriendlyName: 'Objective',
      metricGroups: [objectiveGroup(endpoint, requests), ...metricGroups(endpoint)],
    })
    .monitorLambdaFunction({ lambdaFunction: endpoint.alias as IFunction, humanReadableName: 'Function' });
}

export function drawService(
  facade: MonitoringFacade,
  { api, stage }: HttpEndpoint,
  table: ITable | undefined,
): void {
  // Your own API is not shown, because its metrics include other routes.
  if (stage) facade.monitorApiGatewayV2HttpApi({ api: api as IHttpApi, humanReadableName: 'Address' });
  if (table) facade.monitorDynamoTable({ table, humanReadableName: 'Response cache' });
}

/** The latency of requests, and the number of responses later than the deadline. */
function objectiveGroup({ deadline }: EnsembleEndpoint, requests: RequestMetrics): CustomMetricGroup {
  const waited = requests.asCallersWait ? 'until the response' : 'in the function';
  return {
    title: `Milliseconds ${waited}, and responses later than ${deadline.toMilliseconds()} ms`,
    metrics: [
      ...['p50', 'p99', Stats.MAXIMUM].map((statistic) =>
        requests.latency.metric({ ...minute, statistic, label: statistic }),
      ),
      requests.late.metric({ ...minuteSum, label: 'late' }),
    ],
  };
}

const GRAPHS: readonly [title: string, statistic: string, names: readonly EndpointMetricName[]][] = [
  [
    'Milliseconds by stage (p99)',
    'p99',
    ['Latency', 'ContractLatency', 'CacheGetLatency', 'DecodeLatency', 'PredictLatency', 'CachePutLatency'],
  ],
  ['Response cache', Stats.SUM, ['CacheHit', 'CacheMiss', 'CacheDegraded', 'CacheConflict']],
  [
    'Responses without the table: not written yet, written later, lost',
    Stats.SUM,
    ['CacheUnwritten', 'CacheWrittenLate', 'CacheLost'],
  ],
  ['Unusual responses', Stats.SUM, ['Shortened', 'Fallback', 'Rejected', 'ColdStart', 'ClientError']],
];

/** How full the environments on Managed Instances are. */
const INSTANCE_GRAPHS = [
  [
    'Concurrent requests in the fullest environment, and its limit',
    ['ExecutionEnvironmentConcurrency', 'ExecutionEnvironmentConcurrencyLimit'],
  ],
  [
    'Percent of CPU and memory in the fullest environment',
    ['ExecutionEnvironmentCPUUtilization', 'ExecutionEnvironmentMemoryUtilization'],
  ],
] as const;

function metricGroups(endpoint: EnsembleEndpoint): CustomMetricGroup[] {
  const ofInstances = endpoint.capacity ? INSTANCE_GRAPHS : [];
  return [
    ...GRAPHS.map(([title, statistic, names]) => ({
      title,
      metrics: names.map((name) => endpointMetric(endpoint, name, { ...minute, statistic, label: name })),
    })),
    ...ofInstances.map(([title, names]) => ({
      title,
      metrics: names.map((name) => environmentMetric(endpoint, name)),
    })),
  ];
}
