import { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Vpc } from 'aws-cdk-lib/aws-ec2';
import { type IRole, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Tracing } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { describe, expect, it } from 'vitest';
import { EndpointAccess } from '../../../lib/endpoint/address/endpoint-access.ts';
import type { EnsembleEndpointProps } from '../../../lib/endpoint/ensemble-endpoint-props.ts';
import { InstanceCapacity, RuntimeLayer } from '../../../lib/index.ts';
import { ServiceMonitoring } from '../../../lib/monitoring/index.ts';
import { textOf } from '../monitoring/alarm-history.ts';
import { addEndpoint, createTestArtefacts, createTestStack, templateOf } from '../test-deployment.ts';

const stack = createTestStack();
const vpc = new Vpc(stack, 'Network');

describe('an endpoint among the resources of its owner', () => {
  const logGroup = new LogGroup(stack, 'OwnLog');
  const role = new Role(stack, 'OwnRole', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  const caller = new Role(stack, 'Caller', { assumedBy: new ServicePrincipal('ecs-tasks.amazonaws.com') });
  const own = { role, logGroup, vpc, tracing: Tracing.ACTIVE };
  const endpoint = addEndpoint(stack, { access: EndpointAccess.iam(), ...own });
  const topics = { topic: new Topic(stack, 'Topic'), urgentTopic: new Topic(stack, 'Urgent') };
  new ServiceMonitoring(stack, 'Monitoring', { endpoints: [endpoint], ...topics });
  endpoint.alias.grantInvoke(caller);
  endpoint.httpEndpoint.grantInvoke(caller);
  const template = templateOf(stack);
  const { fact } = template;
  const idOf = (path: string) =>
    Object.entries(template.toJSON().Resources).find(([id]) => id.startsWith(path))?.[0];
  const action = (Action: unknown) => expect.objectContaining({ Action });

  fact('runs in their network, as their role, into their log, traced', 'AWS::Lambda::Function', {
    Role: { 'Fn::GetAtt': [idOf('OwnRole'), 'Arn'] },
    'LoggingConfig.LogGroup.Ref': idOf('OwnLog'),
    'VpcConfig.SubnetIds': expect.anything(),
    'VpcConfig.SecurityGroupIds': expect.anything(),
    'TracingConfig.Mode': 'Active',
  });
  fact('lets their role into their network', 'AWS::IAM::Role', {
    'ManagedPolicyArns.0.Fn::Join.1': expect.arrayContaining([expect.stringMatching('ENIManagement')]),
  });
  fact('lets their role write logs and traces', 'AWS::IAM::Policy', {
    'Roles.0.Ref': idOf('OwnRole'),
    'PolicyDocument.Statement': expect.arrayContaining([
      action(['logs:CreateLogStream', 'logs:PutLogEvents']),
      action(expect.arrayContaining(['xray:PutTraceSegments'])),
    ]),
  });

  it('admits callers only through its address and the live version', () => {
    const policies = template.propertiesOf('AWS::IAM::Policy');

    const policy = policies.find(({ Roles }) => Roles[0].Ref === idOf('Caller'));
    expect(policy.PolicyDocument.Statement).toMatchObject([
      { Action: 'lambda:InvokeFunction', Resource: { Ref: expect.stringMatching(/^DigitsLive/) } },
      { Action: 'execute-api:Invoke' },
    ]);
  });

  it('publishes urgent alarms to one topic and all others to another', () => {
    const alarms = template.propertiesOf('AWS::CloudWatch::Alarm');
    const publishedTo = (topic: string) => {
      const telling = alarms.filter(({ AlarmActions = [] }) => AlarmActions[0]?.Ref === idOf(topic));
      return telling.map(({ MetricName, AlarmDescription }) => MetricName ?? AlarmDescription).sort();
    };

    expect(publishedTo('Urgent')).toEqual(['5xx', 'Errors', 'Failed', 'Late', 'RequestLatency', 'Throttles']);
    const others = ['CacheDegraded', 'Latency', 'ProvisionedConcurrencySpilloverInvocations', 'Refused'];
    expect(publishedTo('Topic')).toEqual(others);
  });
});

describe('an endpoint at an API of its owner', () => {
  const other = createTestStack();
  const api = new HttpApi(other, 'Api', { createDefaultStage: false });
  const shared = { logGroup: new LogGroup(other, 'SharedLog') };
  const endpoints = [addEndpoint(other, { api, ...shared })] as const;
  const monitoring = new ServiceMonitoring(other, 'Monitoring', { endpoints });
  const template = templateOf(other);

  it('has no alarm and no graph for other routes of the API', () => {
    const names = monitoring.alarms.all.map((alarm) => alarm.node.id);
    expect(names).toEqual(expect.arrayContaining(['Failures', 'Errors']));
    expect(names).not.toContain('ServerErrors');
    expect(JSON.stringify(template.findResources('AWS::CloudWatch::Dashboard'))).not.toContain('ApiGateway');
  });

  it('counts its own lines where other functions write to the log group, too', () => {
    for (const { FilterPattern } of template.propertiesOf('AWS::Logs::MetricFilter'))
      expect(textOf(FilterPattern)).toContain(`$.service = "${endpoints[0].service}"`);
  });
});

it('a given role gets no cdk-nag suppression, which would cover its owner’s permissions, too', () => {
  const other = createTestStack();
  const props = { vpc: new Vpc(other, 'Network'), tracing: Tracing.ACTIVE };
  const given = new Role(other, 'GivenRole', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  const reasons = (role: IRole) => JSON.stringify(role.node.metadata).match(/AwsSolutions-IAM\d/g);

  expect(reasons(addEndpoint(other, props).role)).toEqual(expect.arrayContaining(['AwsSolutions-IAM5']));
  expect(reasons(addEndpoint(other, { ...props, role: given }, 'Other').role)).toBeNull();
});

it('an endpoint needs libraries for its own instruction set', () => {
  const other = createTestStack();
  const architecture = Architecture.ARM_64;
  const runtimeLayer = new RuntimeLayer(other, 'Arm', {
    architecture,
    code: createTestArtefacts().runtimeLayer,
  });
  addEndpoint(other, { runtimeLayer });

  expect(templateOf(other).functionOf('digits').Architectures).toEqual(['arm64']);
  expect(() => addEndpoint(other, { runtimeLayer, architecture: Architecture.X86_64 }, 'Wrong')).toThrow(
    /digits is for x86_64, but its instances or runtimeLayer are for arm64/,
  );
});

it('an endpoint refuses subnets without a network, and a network beside that of its instances', () => {
  const capacity = new InstanceCapacity(stack, 'Instances');
  const making = (props: Partial<EnsembleEndpointProps>) => () => addEndpoint(stack, props, 'Refused');

  expect(making({ vpcSubnets: {} })).toThrow(/Cannot configure 'vpcSubnets' without configuring a VPC/);
  expect(making({ vpc, managedInstances: { capacity } })).toThrow(
    /vpc must be left out: digits runs in the network of its InstanceCapacity/,
  );
});
