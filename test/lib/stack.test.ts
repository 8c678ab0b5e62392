import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { synthesise } from './test-deployment.ts';

const dev = synthesise('dev');
const prod = synthesise('prod', {
  overrides: { captainEmail: 'captain@example.com', serverSaltSecret: '/subsecond/salt' },
});

function aliasProperties(template: Template) {
  return Object.values(template.findResources('AWS::Lambda::Alias'))[0];
}

describe('the gateway', () => {
  it.each([
    ['dev', dev, 20, 10],
    ['prod', prod, 200, 40],
  ])('throttles %s', (_, template, rate, burst) => {
    template.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      DefaultRouteSettings: { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst },
    });
  });

  it('writes one JSON line a request, with the route and no path', () => {
    const [stage] = Object.values(prod.findResources('AWS::ApiGatewayV2::Stage'));
    const format: string = stage?.Properties.AccessLogSettings.Format;

    expect(JSON.parse(format.replace(/:(\$[\w.]+)/g, ':"$1"'))).toMatchObject({
      status: '$context.status',
      requestId: '$context.requestId',
      route: '$context.routeKey',
    });
    expect(format).not.toContain('$context.path');
  });
});

describe('the function', () => {
  it('is told where its models, its table and its deadline are', () => {
    prod.hasResourceProperties('AWS::Lambda::Function', {
      Environment: {
        Variables: {
          MODEL_DIRECTORY: '/opt/models/handwriting',
          DEADLINE_MILLISECONDS: '1000',
          RESULT_TTL_DAYS: '14',
          EXPLAIN: 'off',
          CAPTAIN_EMAIL: 'captain@example.com',
          SECRET_VARIABLES: '{"SERVER_SALT":"/subsecond/salt"}',
          TABLE_NAME: { Ref: Object.keys(prod.findResources('AWS::DynamoDB::GlobalTable'))[0] },
        },
      },
    });
  });

  it('keeps one environment warm in dev and ten in prod', () => {
    expect(aliasProperties(dev)?.Properties.ProvisionedConcurrencyConfig).toEqual({
      ProvisionedConcurrentExecutions: 1,
    });
    expect(aliasProperties(prod)?.Properties.ProvisionedConcurrencyConfig).toEqual({
      ProvisionedConcurrentExecutions: 10,
    });
  });

  it('lets target tracking keep up to twenty warm in prod, and leaves dev alone', () => {
    prod.hasResourceProperties('AWS::ApplicationAutoScaling::ScalableTarget', {
      MinCapacity: 10,
      MaxCapacity: 20,
    });
    prod.hasResourceProperties('AWS::ApplicationAutoScaling::ScalingPolicy', {
      TargetTrackingScalingPolicyConfiguration: {
        PredefinedMetricSpecification: { PredefinedMetricType: 'LambdaProvisionedConcurrencyUtilization' },
        TargetValue: 0.65,
      },
    });
    dev.resourceCountIs('AWS::ApplicationAutoScaling::ScalableTarget', 0);
  });
});

describe('the outputs', () => {
  it('name what people and programs look for after a deployment', () => {
    const outputs = Object.values(prod.findOutputs('*')).map(({ Description }) => Description);

    expect(outputs).toEqual(
      expect.arrayContaining([
        'Address of the service',
        'Table of the response cache',
        'Name of the dashboard',
        "Log group of the gateway's access log",
        'Function of handwriting',
        'Log group of handwriting',
      ]),
    );
  });
});

describe('the response cache', () => {
  it('is paid by request, keyed by the request id, encrypted, and forgets what has expired', () => {
    dev.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      SSESpecification: { SSEEnabled: true },
      TimeToLiveSpecification: { AttributeName: 'expires', Enabled: true },
    });
  });

  it('survives mistakes in prod', () => {
    prod.hasResource('AWS::DynamoDB::GlobalTable', {
      // Not where it has only just been created, by a deployment that failed.
      DeletionPolicy: 'RetainExceptOnCreate',
      Properties: {
        Replicas: [
          {
            PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 },
          },
        ],
      },
    });
  });

  it('goes with the stack in dev', () => {
    dev.hasResource('AWS::DynamoDB::GlobalTable', { DeletionPolicy: 'Delete' });
  });
});
