import { Match, Template } from 'aws-cdk-lib/assertions';
import { Vpc } from 'aws-cdk-lib/aws-ec2';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Tracing } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { describe, expect, it } from 'vitest';
import { EndpointAccess } from '../../../lib/endpoint/endpoint-access.ts';
import type { OwnResources } from '../../../lib/endpoint/own-resources.ts';
import { EnsembleEndpoint, InstanceCapacity } from '../../../lib/index.ts';
import { ServiceMonitoring } from '../../../lib/monitoring/service-monitoring.ts';
import { addEndpoint, createTestStack } from '../test-deployment.ts';

const stack = createTestStack();
const vpc = new Vpc(stack, 'Network');

describe('an endpoint among the resources of its owner', () => {
  const logGroup = new LogGroup(stack, 'OwnLog');
  const role = new Role(stack, 'OwnRole', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  const caller = new Role(stack, 'Caller', { assumedBy: new ServicePrincipal('ecs-tasks.amazonaws.com') });
  const endpoint = addEndpoint(stack, {
    access: EndpointAccess.iam(),
    role,
    logGroup,
    vpc,
    tracing: Tracing.ACTIVE,
  });
  const topics = { topic: new Topic(stack, 'Topic'), urgentTopic: new Topic(stack, 'Urgent') };
  new ServiceMonitoring(stack, 'Monitoring', { endpoints: [endpoint], ...topics });
  endpoint.grantInvoke(caller);
  endpoint.httpEndpoint.grantInvoke(caller);
  const template = Template.fromStack(stack);
  const idOf = (path: string) =>
    Object.entries(template.toJSON().Resources).find(([id]) => id.startsWith(path))?.[0];

  it('runs in their network, as their role, into their log, traced', () => {
    template.hasResourceProperties('AWS::Lambda::Function', {
      Role: { 'Fn::GetAtt': [idOf('OwnRole'), 'Arn'] },
      LoggingConfig: { LogGroup: { Ref: idOf('OwnLog') } },
      VpcConfig: { SubnetIds: Match.anyValue(), SecurityGroupIds: Match.anyValue() },
      TracingConfig: { Mode: 'Active' },
    });
    template.hasResourceProperties('AWS::IAM::Role', {
      ManagedPolicyArns: [{ 'Fn::Join': ['', Match.arrayWith([Match.stringLikeRegexp('ENIManagement')])] }],
    });
    template.hasResourceProperties('AWS::IAM::Policy', {
      Roles: [{ Ref: idOf('OwnRole') }],
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({ Action: ['logs:CreateLogStream', 'logs:PutLogEvents'] }),
          Match.objectLike({ Action: Match.arrayWith(['xray:PutTraceSegments']) }),
        ]),
      },
    });
  });

  it('lets a caller in by its address and by the live version, and nowhere else', () => {
    const [policy] = Object.values(template.findResources('AWS::IAM::Policy')).filter(
      ({ Properties }) => Properties.Roles[0].Ref === idOf('Caller'),
    );

    expect(policy?.Properties.PolicyDocument.Statement).toMatchObject([
      { Action: 'lambda:InvokeFunction', Resource: { Ref: expect.stringMatching(/^DigitsLive/) } },
      { Action: 'execute-api:Invoke' },
    ]);
  });

  it('publishes urgent alarms to one topic and all others to another', () => {
    const told = (topic: string) =>
      Object.values(template.findResources('AWS::CloudWatch::Alarm'))
        .filter(({ Properties }) =>
          Properties.AlarmActions?.some(({ Ref }: { Ref: string }) => Ref === idOf(topic)),
        )
        .map(({ Properties }) => Properties.MetricName ?? Properties.AlarmDescription);

    expect(told('Urgent').toSorted()).toEqual([
      '5xx',
      'Errors',
      'Failed',
      'Late',
      'RequestLatency',
      'Throttles',
    ]);
    expect(told('Topic').toSorted()).toEqual([
      'CacheDegraded',
      'Latency',
      'ProvisionedConcurrencySpilloverInvocations',
      'Refused',
    ]);
  });

  it('can be called and watched by another stack, which knows the name of its function and its address', () => {
    const other = createTestStack();
    const imported = EnsembleEndpoint.fromAttributes(other, 'Digits', {
      functionName: 'shop-digits',
      url: 'https://digits.example.com',
    });
    const client = new Role(other, 'Client', { assumedBy: new ServicePrincipal('ecs-tasks.amazonaws.com') });

    imported.grantInvoke(client);

    expect(imported.url).toBe('https://digits.example.com');
    Template.fromStack(other).hasResourceProperties('AWS::IAM::Policy', {
      PolicyDocument: {
        Statement: [
          {
            Action: 'lambda:InvokeFunction',
            Resource: {
              'Fn::Join': ['', Match.arrayWith([Match.stringLikeRegexp(':function:shop-digits:live$')])],
            },
          },
        ],
      },
    });
    const dimensions = { FunctionName: 'shop-digits', Resource: 'shop-digits:live' };
    for (const name of ['metricDuration', 'metricErrors', 'metricInvocations', 'metricThrottles'] as const) {
      expect(imported[name]().dimensions).toEqual(dimensions);
      expect(endpoint[name]().toMetricConfig()).toEqual(endpoint.alias[name]().toMetricConfig());
    }
  });
});

it.each<
  [
    string,
    (scope: InstanceCapacity) => OwnResources & { managedInstances?: { capacity: InstanceCapacity } },
    RegExp,
  ]
>([
  ['subnets of no network', () => ({ vpcSubnets: {} }), /vpcSubnets and securityGroups need the vpc/],
  [
    'a network beside that of its instances',
    (capacity) => ({ vpc, managedInstances: { capacity } }),
    /vpc must be left out: digits runs in the network of its InstanceCapacity/,
  ],
])('an endpoint refuses %s', (_, props, message) => {
  const other = createTestStack();
  const capacity = new InstanceCapacity(other, 'Instances');

  expect(() => addEndpoint(other, props(capacity))).toThrow(message);
});
