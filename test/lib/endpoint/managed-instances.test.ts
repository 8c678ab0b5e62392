import { InstanceType } from 'aws-cdk-lib/aws-ec2';
import { Architecture } from 'aws-cdk-lib/aws-lambda';
import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../../lib/configuration/configuration-error.ts';
import type { EnsembleEndpointProps } from '../../../lib/endpoint/ensemble-endpoint-props.ts';
import { InstanceCapacity, type InstanceCapacityProps, type ManagedInstances } from '../../../lib/index.ts';
import { addEndpoint, createTestStack, manifests, synthesise, templateOf } from '../test-deployment.ts';

const { digits, handwriting, weather } = manifests;

describe('a service in prod with two models on Managed Instances and one on ordinary Lambda', () => {
  const inBatches = { ...handwriting, batch: { largest: 16 } };
  const template = synthesise(
    `prod managedInstances=true weather.managedInstances=false serverSaltSecret=/subsecond/salt
     handwriting.memoryMegabytes=8192 handwriting.gigabytesPerVcpu=4`,
    { models: [digits, inBatches, weather] },
  );
  const { fact, functionOf } = template;

  fact('has one pool of instances for both managed models', 'AWS::Lambda::CapacityProvider', 1);
  fact('has instances of the architecture of the layers', 'AWS::Lambda::CapacityProvider', {
    'InstanceRequirements.Architectures': ['x86_64'],
    'InstanceRequirements.AllowedInstanceTypes': undefined,
    CapacityProviderScalingConfig: undefined,
    PropagateTags: { Mode: 'Explicit', ExplicitTags: [{ Key: 'subsecond:stage', Value: 'prod' }] },
    'TelemetryConfig.LoggingConfig.LogGroup.Ref': expect.stringMatching('InstancesLog'),
  });
  // The only target belongs to the model `weather`.
  fact('scales only ordinary functions', 'AWS::ApplicationAutoScaling::ScalableTarget', 1);
  fact('has no gateway to the internet', 'AWS::EC2::InternetGateway', 0);
  fact('has no NAT gateway', 'AWS::EC2::NatGateway', 0);
  fact('has no route out', 'AWS::EC2::Route', 0);
  fact('has no public IP address', 'AWS::EC2::EIP', 0);
  fact('pays for an endpoint of the logs in each zone', 'AWS::EC2::VPCEndpoint', {
    VpcEndpointType: 'Interface',
    PrivateDnsEnabled: true,
    'SubnetIds.length': 3,
    'ServiceName.Fn::Join.1': expect.arrayContaining(['.logs']),
  });
  fact('pays for an endpoint of the salt', 'AWS::EC2::VPCEndpoint', {
    VpcEndpointType: 'Interface',
    'ServiceName.Fn::Join.1': expect.arrayContaining(['.ssm']),
  });
  fact('reaches DynamoDB free of charge', 'AWS::EC2::VPCEndpoint', {
    VpcEndpointType: 'Gateway',
    'RouteTableIds.length': 3,
    'ServiceName.Fn::Join.1': expect.arrayContaining(['.dynamodb']),
  });
  fact('has no other endpoints', 'AWS::EC2::VPCEndpoint', 3);

  it('takes as many requests at once as the largest batch, or eight without batches', () => {
    const [small, large] = ['digits', 'handwriting'].map((model) => {
      const config = functionOf(model).CapacityProviderConfig.LambdaManagedInstancesCapacityProviderConfig;
      return [config.PerExecutionEnvironmentMaxConcurrency, config.ExecutionEnvironmentMemoryGiBPerVCpu];
    });

    expect(small).toEqual([8, 2]);
    expect(large).toEqual([16, 4]);
  });

  it('loads the members once, and computes on all vCPUs of its environment', () => {
    const alone = { AWS_LAMBDA_NODEJS_WORKER_COUNT: '1', INFERENCE_THREADS: '1' };
    expect(template.variablesOf('digits')).toMatchObject(alone);
    expect(template.variablesOf('handwriting').INFERENCE_THREADS).toBe('2');
    expect(template.variablesOf('weather')).not.toHaveProperty('AWS_LAMBDA_NODEJS_WORKER_COUNT');
  });

  it('has the smallest environments, without settings of ordinary Lambda', () => {
    const [digits, weather] = ['digits', 'weather'].map(functionOf);

    expect(digits).toMatchObject({ MemorySize: 2048, PublishToLatestPublished: false });
    // Managed Instances support only JSON logs. The level WARN omits AWS's own lines about each request.
    expect(digits.LoggingConfig).toMatchObject({ LogFormat: 'JSON', SystemLogLevel: 'WARN' });
    expect(digits).not.toHaveProperty('ReservedConcurrentExecutions');
    expect(weather).toMatchObject({ MemorySize: 1769, ReservedConcurrentExecutions: 40 });
    expect(weather).not.toHaveProperty('CapacityProviderConfig');
  });

  it('runs at least three environments of a version, and removes the old one', () => {
    const going = template.findResources('AWS::Lambda::Version', { DeletionPolicy: 'Delete' });

    const scaling = Object.values(going).map(({ Properties }) => Properties.FunctionScalingConfig);
    expect(scaling).toEqual([{ MinExecutionEnvironments: 3 }, { MinExecutionEnvironments: 3 }]);
  });

  it('has isolated subnets in three zones', () => {
    const zones = template.propertiesOf('AWS::EC2::Subnet').map(({ AvailabilityZone }) => AvailabilityZone);

    expect(zones.map((zone) => zone['Fn::Select'][0])).toEqual([0, 1, 2]);
  });

  it('lets only HTTPS out, and only instances in', () => {
    const groups = template.propertiesOf('AWS::EC2::SecurityGroup');
    const rules = groups.flatMap(({ SecurityGroupEgress }) => SecurityGroupEgress);
    const ingress = template.propertiesOf('AWS::EC2::SecurityGroupIngress');

    const outside = rules.filter(({ CidrIp }) => CidrIp === '0.0.0.0/0');
    expect(outside).toMatchObject([{ FromPort: 443, ToPort: 443 }]);
    expect(groups.every(({ SecurityGroupIngress }) => SecurityGroupIngress === undefined)).toBe(true);
    expect(ingress.map(({ FromPort, CidrIp }) => [FromPort, CidrIp])).toEqual([[443, undefined]]);
  });

  it('starts no instance before its endpoints exist', () => {
    const [provider] = Object.values(template.findResources('AWS::Lambda::CapacityProvider'));

    expect(provider?.DependsOn).toEqual(expect.arrayContaining(template.idsOf('AWS::EC2::VPCEndpoint')));
  });

  it('has an alarm for saturated environments instead of spill-over', () => {
    const alarms = template.propertiesOf('AWS::CloudWatch::Alarm');
    const about = (text: string) => alarms.filter((alarm) => JSON.stringify(alarm).includes(text));
    const ofModel = (text: string) =>
      about(text).map(({ AlarmDescription: description }) => description.split(':')[0]);

    expect(ofModel('ExecutionEnvironmentCPUUtilization')).toEqual(['digits', 'handwriting']);
    expect(ofModel('ProvisionedConcurrencySpilloverInvocations')).toEqual(['weather']);
    expect(ofModel('raise minimumEnvironments, maximumEnvironments')).toEqual(['digits', 'handwriting']);
  });
});

describe('a model on instances with limits in a given network', () => {
  const oneToSix = { MinExecutionEnvironments: 1, MaxExecutionEnvironments: 6 };
  const { fact } = synthesise(
    `dev managedInstances=true architecture=arm64 concurrency=32 minimumEnvironments=1 maximumEnvironments=6
     instanceTypes=m7g.large,c7g.xlarge maximumVcpus=24
     subnetIds=subnet-0a1b2c3d,subnet-1a1b2c3d securityGroupIds=sg-0a1b2c3d`,
    { models: [digits] },
  );

  fact('passes on every limit', 'AWS::Lambda::CapacityProvider', {
    VpcConfig: { SubnetIds: ['subnet-0a1b2c3d', 'subnet-1a1b2c3d'], SecurityGroupIds: ['sg-0a1b2c3d'] },
    InstanceRequirements: { Architectures: ['arm64'], AllowedInstanceTypes: ['m7g.large', 'c7g.xlarge'] },
    'CapacityProviderScalingConfig.MaxVCpuCount': 24,
  });
  fact('limits environments', 'AWS::Lambda::Version', { FunctionScalingConfig: oneToSix });
  fact('makes no network', 'AWS::EC2::VPC', 0);
  fact('makes no endpoints', 'AWS::EC2::VPCEndpoint', 0);
});

describe('a third party’s app', () => {
  /** An endpoint on instances, in an app without stages. */
  function managedWith(props: Partial<EnsembleEndpointProps>, own: Partial<ManagedInstances> = {}) {
    const stack = createTestStack();
    const instanceTypes = [new InstanceType('c7i.large')];
    const capacity = new InstanceCapacity(stack, 'Instances', { instanceTypes });
    addEndpoint(stack, { managedInstances: { capacity, ...own }, ...props });
    return templateOf(stack);
  }

  const { fact } = managedWith({});

  fact('has a model on instances by one property', 'AWS::Lambda::CapacityProvider', {
    InstanceRequirements: { Architectures: ['x86_64'], AllowedInstanceTypes: ['c7i.large'] },
  });
  fact('has nothing else that keeps environments warm', 'AWS::Lambda::Alias', {
    ProvisionedConcurrencyConfig: undefined,
  });

  it.each<[string, Partial<EnsembleEndpointProps>, Partial<ManagedInstances>, string]>([
    ['warm hours', { warmHours: { from: '08:00', until: '18:00' } }, {}, 'and no warm hours'],
    ['no whole vCPU', { memorySize: 6144 }, { gigabytesPerVcpu: 4 }, 'not 6144'],
    [
      'other layers',
      { architecture: Architecture.ARM_64 },
      {},
      'its instances or runtimeLayer are for x86_64: give all the same architecture.',
    ],
  ])('is refused with one line because a managed model cannot have %s', (_, props, own, message) => {
    expect(() => managedWith(props, own)).toThrow(ConfigurationError);
    expect(() => managedWith(props, own)).toThrow(message);
  });

  it.each<[string, InstanceCapacityProps, string]>([
    ['half a network', { subnets: [] }, 'belong together'],
    ['other types', { instanceTypes: [new InstanceType('m7g.large')] }, 'm7g.large is for arm64, not for'],
  ])('is refused with one line because instances cannot have %s', (_, props, message) => {
    expect(() => new InstanceCapacity(createTestStack(), 'Instances', props)).toThrow(message);
  });
});
