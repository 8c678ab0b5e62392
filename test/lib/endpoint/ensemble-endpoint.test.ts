import { Duration, TimeZone } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Architecture } from 'aws-cdk-lib/aws-lambda';
import { describe, expect, it } from 'vitest';
import { locateArtefacts } from '../../../lib/deployment-artefacts.ts';
import { EndpointAccess } from '../../../lib/endpoint/endpoint-access.ts';
import type { EnsembleEndpoint } from '../../../lib/endpoint/ensemble-endpoint.ts';
import type { EnsembleEndpointProps } from '../../../lib/endpoint/ensemble-endpoint-props.ts';
import {
  addEndpoint,
  createTestModel,
  createTestStack,
  manifests,
  propertiesOf,
  routeKeys,
  states,
  variablesOf,
} from '../test-deployment.ts';

function endpointWith(props: Partial<EnsembleEndpointProps> = {}): {
  endpoint: EnsembleEndpoint;
  template: Template;
} {
  const stack = createTestStack();
  const endpoint = addEndpoint(stack, props);
  return { endpoint, template: Template.fromStack(stack) };
}

describe('an endpoint that is given nothing but a model', () => {
  const { template } = endpointWith();

  states(template, [
    ['has a function', 'AWS::Lambda::Function', 1],
    ['has two layers', 'AWS::Lambda::LayerVersion', 2],
    ['has an address', 'AWS::ApiGatewayV2::Api', 1],
    [
      'has an environment that is always warm',
      'AWS::Lambda::Alias',
      { ProvisionedConcurrencyConfig: { ProvisionedConcurrentExecutions: 1 } },
    ],
  ]);

  it('tells its function what it is to do, and nothing of other models', () => {
    expect(variablesOf(template, 'digits')).toMatchObject({
      DEADLINE_MILLISECONDS: '1000',
      EXPLAIN: 'on',
      SERVICE_MODELS: '[{"name":"digits","title":"Digits"}]',
    });
    expect(variablesOf(template, 'digits')).not.toHaveProperty('SECRET_PATH');
    expect(JSON.stringify(template.toJSON())).not.toMatch(/handwriting|esun/i);
  });

  it('has a route for all that its contracts offer and for nothing else', () => {
    expect(routeKeys(template)).toEqual([
      'GET /',
      'GET /docs',
      'GET /healthz',
      'GET /labels',
      'GET /models/digits',
      'GET /models/digits/{proxy+}',
      'GET /openapi.json',
      'GET /ping',
      'GET /v2',
      'GET /v2/health/live',
      'GET /v2/health/ready',
      'GET /v2/models/digits',
      'GET /v2/models/digits/{proxy+}',
      'GET /v2/models/stats',
      'POST /explain',
      'POST /models/digits/{proxy+}',
      'POST /predictions/digits',
      'POST /v2/models/digits/{proxy+}',
      'POST /v2/repository/index',
    ]);
  });

  it('lets the gateway call with one statement, as a function’s policy has room for some thirty', () => {
    const permissions = propertiesOf(template, 'AWS::Lambda::Permission');

    expect(permissions.map(({ SourceArn }) => JSON.stringify(SourceArn))).toEqual([
      expect.stringContaining('/*/*/*'),
    ]);
    template.hasResourceProperties('AWS::Lambda::Permission', {
      Principal: 'apigateway.amazonaws.com',
      FunctionName: { Ref: Object.keys(template.findResources('AWS::Lambda::Alias'))[0] },
    });
  });

  it('names the command to run when the artefacts have not been built', () => {
    expect(() => locateArtefacts('x86_64').modelsLayer('speech')).toThrow(
      /dist\/.+ yet: run npm run (layers|build)/,
    );
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
  it('behind a secret path has no route without it, and the function takes it off', () => {
    const { endpoint, template } = endpointWith({ access: EndpointAccess.open('between-friends') });

    // API Gateway takes no route that ends in a slash.
    for (const key of routeKeys(template)) expect(key).toMatch(/^(GET|POST) \/between-friends(\/[^/]+)*$/);
    expect(routeKeys(template)).toHaveLength(routeKeys(endpointWith().template).length);
    expect(variablesOf(template, 'digits')).toMatchObject({ SECRET_PATH: 'between-friends' });
    template.allResourcesProperties('AWS::ApiGatewayV2::Integration', { RequestParameters: Match.absent() });
    expect(endpoint.url).toMatch(/\/between-friends$/);
  });

  it.each([
    ['AWS identities', EndpointAccess.iam(), 'AWS_IAM', []],
    [
      'bearers of tokens of one issuer',
      EndpointAccess.jwt('https://id.example.com', 'subsecond'),
      'JWT',
      [{ Issuer: 'https://id.example.com', Audience: ['subsecond'] }],
    ],
  ])('for %s is checked on every route', (_, access, AuthorizationType, tokens) => {
    const { template } = endpointWith({ access });

    template.allResourcesProperties('AWS::ApiGatewayV2::Route', { AuthorizationType });
    const authorizers = propertiesOf(template, 'AWS::ApiGatewayV2::Authorizer');
    expect(authorizers.map(({ JwtConfiguration }) => JwtConfiguration)).toEqual(tokens);
  });
});

describe('an endpoint of which nothing is kept warm', () => {
  it('has an alias that releases can move, and nothing that is paid without requests', () => {
    const { endpoint, template } = endpointWith({ provisionedConcurrency: 0 });

    template.hasResourceProperties('AWS::Lambda::Alias', { ProvisionedConcurrencyConfig: Match.absent() });
    template.resourceCountIs('AWS::ApplicationAutoScaling::ScalableTarget', 0);
    expect(endpoint.provisionedConcurrency).toBe(0);
  });
});

describe('the deadline', () => {
  it('is the model’s own unless another one is given', () => {
    const own = endpointWith({ model: createTestModel({ ...manifests.digits, deadlineMilliseconds: 300 }) });
    const other = endpointWith({ deadline: Duration.millis(400) });

    expect(own.endpoint.deadline.toMilliseconds()).toBe(300);
    expect(variablesOf(other.template, 'digits')).toMatchObject({ DEADLINE_MILLISECONDS: '400' });
  });
});

describe('a request that is given up', () => {
  it.each([
    [Duration.millis(700), 10],
    [Duration.seconds(15), 20],
    [Duration.seconds(29), 30],
  ])('has had its deadline of %s', (deadline, Timeout) => {
    endpointWith({ deadline }).template.hasResourceProperties('AWS::Lambda::Function', { Timeout });
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
    [
      'a model that is no folder name',
      { model: createTestModel({ ...manifests.digits, model: '../digits' }) },
      /model must be small letters, digits and hyphens/,
    ],
    ['a memory size AWS does not offer', { memorySize: 12_000 }, /Above 10240 MB .* not 12000 MB/],
    [
      'what is never warm, scaled',
      { provisionedConcurrency: 0, maximumProvisionedConcurrency: 2 },
      /maximumProvisionedConcurrency \(2\) must be 0/,
    ],
    [
      'fewer reserved than provisioned',
      { provisionedConcurrency: 10, reservedConcurrency: 5 },
      /reservedConcurrency \(5\) must be at least .* \(10\)/,
    ],
    [
      'hours that are none',
      { warmHours: { from: '8 am', until: '18:00' } },
      /warmHours.from must be a time of day as HH:MM, not "8 am"/,
    ],
    [
      'hours that never begin',
      { warmHours: { from: '08:00', until: '08:00' } },
      /warmHours.from and warmHours.until must differ \(08:00\)/,
    ],
    [
      'a time zone that there is not',
      { warmHours: { from: '08:00', until: '18:00', timeZone: TimeZone.of('Asia/Taipeh') } },
      /warmHours.timeZone must be an IANA time zone such as Asia\/Taipei, not "Asia\/Taipeh"/,
    ],
    [
      'nothing warm at night',
      { warmHours: { from: '08:00', until: '18:00', idleConcurrency: 0 } },
      /idleConcurrency must be a whole number from 1/,
    ],
  ])('is refused: %s', (_, props, message) => {
    expect(() => endpointWith(props)).toThrow(message);
  });
});
