import { Duration, TimeZone } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Architecture } from 'aws-cdk-lib/aws-lambda';
import { describe, expect, it } from 'vitest';
import { EndpointAccess } from '../../lib/endpoint-access.ts';
import { EnsembleEndpoint } from '../../lib/ensemble-endpoint.ts';
import type { EnsembleEndpointProps } from '../../lib/ensemble-endpoint-props.ts';
import { createTestArtefacts, createTestStack } from './deployment.ts';

function endpointWith(props: Partial<EnsembleEndpointProps> = {}): {
  endpoint: EnsembleEndpoint;
  template: Template;
} {
  const stack = createTestStack();
  const endpoint = new EnsembleEndpoint(stack, 'Digits', {
    model: 'digits',
    ...createTestArtefacts(),
    ...props,
  });
  return { endpoint, template: Template.fromStack(stack) };
}

function routeKeys(template: Template): string[] {
  return Object.values(template.findResources('AWS::ApiGatewayV2::Route')).map(
    ({ Properties }) => Properties.RouteKey,
  );
}

describe('an endpoint that is given nothing but a model', () => {
  it('is complete: function, warm alias, two layers and an address', () => {
    const { template } = endpointWith();

    template.resourceCountIs('AWS::Lambda::Function', 1);
    template.resourceCountIs('AWS::Lambda::LayerVersion', 2);
    template.resourceCountIs('AWS::ApiGatewayV2::Api', 1);
    template.hasResourceProperties('AWS::Lambda::Alias', {
      ProvisionedConcurrencyConfig: { ProvisionedConcurrentExecutions: 1 },
    });
  });

  it('knows no handwriting: its task is the one it is given', () => {
    const { template } = endpointWith();

    template.hasResourceProperties('AWS::Lambda::Function', {
      Environment: { Variables: { MODEL_DIRECTORY: '/opt/models/digits' } },
    });
    expect(JSON.stringify(template.toJSON())).not.toMatch(/handwriting/i);
  });

  it('names the command to run when the artefacts have not been built', () => {
    const stack = createTestStack();

    expect(
      () => new EnsembleEndpoint(stack, 'Speech', { model: 'speech', code: createTestArtefacts().code }),
    ).toThrow(/dist\/layers\/.+ yet: run npm run layers -- --architecture x86_64 --task speech/);
  });

  it('shows what it has created', () => {
    const { endpoint } = endpointWith();

    expect(endpoint.alias.aliasName).toBe('live');
    for (const created of [
      'function',
      'role',
      'runtimeLayer',
      'modelsLayer',
      'logGroup',
      'api',
      'stage',
    ] as const) {
      expect(endpoint[created].node.path).toMatch(/^Test\/Digits\//);
    }
  });
});

describe('an endpoint for arm64', () => {
  it('has function and layers for that processor', () => {
    const { template } = endpointWith({ architecture: Architecture.ARM_64 });

    template.hasResourceProperties('AWS::Lambda::Function', { Architectures: ['arm64'] });
    template.allResourcesProperties('AWS::Lambda::LayerVersion', { CompatibleArchitectures: ['arm64'] });
  });
});

describe('access', () => {
  it('open to all asks nobody', () => {
    const { template } = endpointWith();

    template.allResourcesProperties('AWS::ApiGatewayV2::Route', { AuthorizationType: 'NONE' });
  });

  it('behind a secret path has no route without it, and the function sees the plain paths', () => {
    const { endpoint, template } = endpointWith({ access: EndpointAccess.open('between-friends') });

    for (const key of routeKeys(template)) expect(key).toMatch(/^(GET|POST) \/between-friends(\/[a-z.]+)?$/);
    template.hasResourceProperties('AWS::ApiGatewayV2::Integration', {
      RequestParameters: { 'overwrite:path': '/inference' },
    });
    expect(endpoint.url).toMatch(/\/between-friends$/);
  });

  it('for AWS identities checks signatures on every route', () => {
    const { template } = endpointWith({ access: EndpointAccess.iam() });

    template.allResourcesProperties('AWS::ApiGatewayV2::Route', { AuthorizationType: 'AWS_IAM' });
  });

  it('for bearers of tokens checks issuer and audience on every route', () => {
    const { template } = endpointWith({ access: EndpointAccess.jwt('https://id.example.com', 'subsecond') });

    template.allResourcesProperties('AWS::ApiGatewayV2::Route', { AuthorizationType: 'JWT' });
    template.hasResourceProperties('AWS::ApiGatewayV2::Authorizer', {
      JwtConfiguration: { Issuer: 'https://id.example.com', Audience: ['subsecond'] },
    });
  });
});

describe('a request that is given up', () => {
  it.each([
    [Duration.millis(700), 10],
    [Duration.seconds(15), 20],
    [Duration.seconds(29), 30],
  ])('has had its budget of %s', (budget, Timeout) => {
    endpointWith({ budget }).template.hasResourceProperties('AWS::Lambda::Function', { Timeout });
  });
});

describe('warm hours', () => {
  it('warm up before the competition and cool down after it, in its own time zone', () => {
    const { template } = endpointWith({
      provisionedConcurrency: 10,
      maximumProvisionedConcurrency: 20,
      warmHours: { from: '08:50', until: '18:10', timeZone: TimeZone.ASIA_TAIPEI },
    });

    template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalableTarget', {
      ScheduledActions: [
        {
          Schedule: 'cron(50 8 * * ? *)',
          Timezone: 'Asia/Taipei',
          ScalableTargetAction: { MinCapacity: 10, MaxCapacity: 20 },
        },
        {
          Schedule: 'cron(10 18 * * ? *)',
          Timezone: 'Asia/Taipei',
          ScalableTargetAction: { MinCapacity: 1, MaxCapacity: 1 },
        },
      ],
    });
  });
});

describe('an endpoint that cannot work', () => {
  it.each<[string, Partial<EnsembleEndpointProps>, RegExp]>([
    ['a model that is no folder name', { model: '../digits' }, /model must be the name of a folder/],
    ['a memory size AWS does not offer', { memorySize: 12_000 }, /memorySize must be .* 128 to 10240/],
    [
      'nothing provisioned',
      { provisionedConcurrency: 0 },
      /provisionedConcurrency must be a whole number from 1/,
    ],
    [
      'fewer reserved than provisioned',
      { provisionedConcurrency: 10, reservedConcurrency: 5 },
      /reservedConcurrency \(5\) must be at least .* \(10\)/,
    ],
    [
      'a maximum below the minimum',
      { provisionedConcurrency: 10, maximumProvisionedConcurrency: 5 },
      /maximumProvisionedConcurrency \(5\) must be at least/,
    ],
    ['a utilisation of everything', { targetUtilization: 1 }, /targetUtilization must be from 0.1 to 0.9/],
    [
      'nothing warm at night',
      { warmHours: { from: '08:00', until: '18:00', idleConcurrency: 0 } },
      /idleConcurrency \(0\) must be from 1/,
    ],
  ])('is refused: %s', (_, props, message) => {
    expect(() => endpointWith(props)).toThrow(message);
  });
});
