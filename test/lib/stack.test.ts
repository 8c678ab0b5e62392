import { describe, expect, it } from 'vitest';
import { synthesise } from './test-deployment.ts';

const dev = synthesise('dev');
const prod = synthesise('prod captainEmail=captain@example.com serverSaltSecret=/subsecond/salt');
const throttle = (rate: number, burst: number) => ({
  'DefaultRouteSettings.ThrottlingRateLimit': rate,
  'DefaultRouteSettings.ThrottlingBurstLimit': burst,
});
const warm = (environments: number) => ({
  'ProvisionedConcurrencyConfig.ProvisionedConcurrentExecutions': environments,
});
const SCALED = 'AWS::ApplicationAutoScaling::ScalableTarget';
const recovery = 'Replicas.0.PointInTimeRecoverySpecification';
const tracking = 'TargetTrackingScalingPolicyConfiguration';

describe('dev', () => {
  dev.fact('lets twenty requests a second through', 'AWS::ApiGatewayV2::Stage', throttle(20, 10));
  dev.fact('keeps one environment warm', 'AWS::Lambda::Alias', warm(1));
  dev.fact('scales no provisioned concurrency', SCALED, 0);
  dev.fact(
    'has a cache that is paid by request, keyed by the request id, and forgets what has expired',
    'AWS::DynamoDB::GlobalTable',
    {
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      TimeToLiveSpecification: { AttributeName: 'expires', Enabled: true },
    },
  );
  dev.fact('has no canary releases', 'AWS::CodeDeploy::DeploymentGroup', 0);
  dev.fact('has no topic for alarms if no e-mail address is given', 'AWS::SNS::Topic', 0);

  it('deletes the cache when it is deleted', () => {
    dev.hasResource('AWS::DynamoDB::GlobalTable', { DeletionPolicy: 'Delete' });
  });
});

describe('a deployment with existing resources', () => {
  const attached = synthesise('prod captainEmail=a@b.cd serverSaltSecret=/salt tableName=kept');

  attached.fact('creates no table', 'AWS::DynamoDB::GlobalTable', 0);
  attached.fact('passes the name of the given table to its function', 'AWS::Lambda::Function', {
    'Environment.Variables.TABLE_NAME': 'kept',
  });

  it('lets its function read and write only that table', () => {
    const [statement] = attached.statements().filter(({ Action }) => String(Action).includes('dynamodb:'));
    expect(JSON.stringify(statement.Resource)).toContain(':table/kept"');
  });
});

describe('prod', () => {
  prod.fact('lets two hundred requests a second through', 'AWS::ApiGatewayV2::Stage', throttle(200, 40));
  prod.fact('keeps ten environments warm', 'AWS::Lambda::Alias', warm(10));
  prod.fact('lets target tracking keep up to twenty warm', SCALED, { MinCapacity: 10, MaxCapacity: 20 });
  prod.fact('aims at 65 % of them in use', 'AWS::ApplicationAutoScaling::ScalingPolicy', {
    [`${tracking}.PredefinedMetricSpecification.PredefinedMetricType`]:
      'LambdaProvisionedConcurrencyUtilization',
    [`${tracking}.TargetValue`]: 0.65,
  });
  prod.fact('tells the function where its models, its table and its deadline are', 'AWS::Lambda::Function', {
    'Environment.Variables': expect.objectContaining({
      MODEL_DIRECTORY: '/opt/models/handwriting',
      DEADLINE_MILLISECONDS: '1000',
      RESULT_TTL_DAYS: '14',
      EXPLAIN: 'off',
      CAPTAIN_EMAIL: 'captain@example.com',
      SECRET_VARIABLES: '{"SERVER_SALT":"/subsecond/salt"}',
      TABLE_NAME: { Ref: prod.idsOf('AWS::DynamoDB::GlobalTable')[0] },
    }),
  });
  prod.fact('has a cache with 35 days of history', 'AWS::DynamoDB::GlobalTable', {
    [recovery]: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 },
  });

  it('writes one JSON line a request, with the route and no path', () => {
    const format: string = prod.propertiesOf('AWS::ApiGatewayV2::Stage')[0].AccessLogSettings.Format;

    expect(JSON.parse(format.replace(/:(\$[\w.]+)/g, ':"$1"'))).toMatchObject({
      status: '$context.status',
      requestId: '$context.requestId',
      route: '$context.routeKey',
    });
    expect(format).not.toContain('$context.path');
  });

  it('has outputs for people and programs', () => {
    const described = Object.values(prod.findOutputs('*')).map(({ Description }) => Description);

    const ofModel = ['Function of handwriting', 'Log group of handwriting'];
    const shared = ['Address of the service', 'Table of the response cache', 'Name of the dashboard'];
    const log = "Log group of the gateway's access log";
    expect(described).toEqual(expect.arrayContaining([...shared, log, ...ofModel]));
  });
});
