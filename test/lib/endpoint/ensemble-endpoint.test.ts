import { Duration, TimeZone } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { Architecture } from 'aws-cdk-lib/aws-lambda';
import { describe, expect, it } from 'vitest';
import { locateCode } from '../../../lib/deployment-artefacts.ts';
import { EndpointAccess } from '../../../lib/endpoint/address/endpoint-access.ts';
import type { EnsembleEndpointProps } from '../../../lib/endpoint/ensemble-endpoint-props.ts';
import { newFolder } from '../../support/new-folder.ts';
import { addEndpoint, createTestModel, createTestStack, manifests, templateOf } from '../test-deployment.ts';

function endpointWith(props: Partial<EnsembleEndpointProps> = {}) {
  const stack = createTestStack();
  const endpoint = addEndpoint(stack, props);
  const template = templateOf(stack);
  return { ...template, endpoint, template };
}

const modelWith = (own: object) => createTestModel({ ...manifests.digits, ...own });

describe('an endpoint with only a model', () => {
  const { template, fact, idsOf, routeKeys } = endpointWith();
  const warm = 'ProvisionedConcurrencyConfig.ProvisionedConcurrentExecutions';

  fact('has a function', 'AWS::Lambda::Function', 1);
  fact('has two layers', 'AWS::Lambda::LayerVersion', 2);
  fact('has an environment that is always warm', 'AWS::Lambda::Alias', { [warm]: 1 });
  fact('needs no more than one statement of its function’s policy', 'AWS::Lambda::Permission', 1);
  fact('lets the gateway call the live version by all routes', 'AWS::Lambda::Permission', {
    Principal: 'apigateway.amazonaws.com',
    FunctionName: { Ref: idsOf('AWS::Lambda::Alias')[0] },
    'SourceArn.Fn::Join.1': expect.arrayContaining(['/*/*/*']),
  });

  it('configures its function, without other models', () => {
    const variables = template.variablesOf('digits');

    expect(variables).toMatchObject({ DEADLINE_MILLISECONDS: '1000', EXPLAIN: 'on' });
    expect(variables.SERVICE_MODELS).toBe('[{"name":"digits","title":"Digits"}]');
    expect(variables).not.toHaveProperty('SECRET_PATH');
    expect(JSON.stringify(template.toJSON())).not.toMatch(/handwriting|esun/i);
  });

  it('has a route for each address of its contracts, and no other', () => {
    const keys = (method: string, paths: string) => paths.split(/\s+/).map((path) => `${method} ${path}`);
    const gets = `/ /docs /healthz /labels /models/digits /models/digits/{proxy+} /openapi.json /ping
      /v2 /v2/health/live /v2/health/ready /v2/models/digits /v2/models/digits/{proxy+}`;
    const posts = `/explain /models/digits/{proxy+} /predictions/digits /predictions/digits/{proxy+}
      /v2/models/digits/{proxy+}`;
    const puts = '/predictions/digits /predictions/digits/{proxy+}';

    expect(routeKeys()).toEqual([...keys('GET', gets), ...keys('POST', posts), ...keys('PUT', puts)]);
  });

  it('names the command to run when the artefacts have not been built', () => {
    expect(() => locateCode('function', newFolder())).toThrow(/ yet: run npm run build/);
  });
});

it.each([
  [40, 0],
  [39, 1],
])(
  'an endpoint with a reserved concurrency of %i for up to 20 provisioned environments has %i warnings',
  (reserved, count) => {
    const stack = createTestStack();
    const maximumProvisionedConcurrency = 20;
    addEndpoint(stack, {
      provisionedConcurrency: 10,
      maximumProvisionedConcurrency,
      reservedConcurrency: reserved,
    });

    const warnings = Annotations.fromStack(stack).findWarning(
      '*',
      Match.stringLikeRegexp('reservedConcurrency .* less than twice'),
    );
    expect(warnings).toHaveLength(count);
  },
);

it('an endpoint for arm64 has function and layers for that processor', () => {
  const { template } = endpointWith({ architecture: Architecture.ARM_64 });

  template.hasResourceProperties('AWS::Lambda::Function', { Architectures: ['arm64'] });
  template.allResourcesProperties('AWS::Lambda::LayerVersion', { CompatibleArchitectures: ['arm64'] });
});

it('an endpoint behind a secret path has no route without this path, and the function removes the path', () => {
  const { endpoint, template } = endpointWith({ access: EndpointAccess.open('between-friends') });

  // API Gateway does not accept routes that end in a slash.
  for (const key of template.routeKeys()) expect(key).toMatch(/^(GET|POST|PUT) \/between-friends(\/[^/]+)*$/);
  expect(template.routeKeys()).toHaveLength(endpointWith().routeKeys().length);
  expect(template.variablesOf('digits')).toMatchObject({ SECRET_PATH: 'between-friends' });
  template.allResourcesProperties('AWS::ApiGatewayV2::Integration', { RequestParameters: Match.absent() });
  expect(endpoint.url).toMatch(/\/between-friends$/);
});

const issuer = 'https://id.example.com';

it.each([
  ['AWS identities', EndpointAccess.iam(), 'AWS_IAM', []],
  ['bearers of tokens', EndpointAccess.jwt(issuer, 'us'), 'JWT', [{ Issuer: issuer, Audience: ['us'] }]],
])('access for %s is checked on every route', (_, access, AuthorizationType, tokens) => {
  const { template } = endpointWith({ access });

  template.allResourcesProperties('AWS::ApiGatewayV2::Route', { AuthorizationType });
  const authorizers = template.propertiesOf('AWS::ApiGatewayV2::Authorizer');
  expect(authorizers.map(({ JwtConfiguration }) => JwtConfiguration)).toEqual(tokens);
});

describe('an endpoint without warm environments', () => {
  const { endpoint, fact } = endpointWith({ provisionedConcurrency: 0 });

  fact('provisions nothing for its alias', 'AWS::Lambda::Alias', { ProvisionedConcurrencyConfig: undefined });
  fact('has no scaling of provisioned concurrency', 'AWS::ApplicationAutoScaling::ScalableTarget', 0);

  it('has no provisioned concurrency', () => expect(endpoint.provisionedConcurrency).toBe(0));
});

it.each([
  ['the model’s', { model: modelWith({ deadlineMilliseconds: 300 }) }, 300, 10],
  ['a given one', { deadline: Duration.millis(400) }, 400, 10],
  ['a long one', { deadline: Duration.seconds(15) }, 15_000, 20],
  ['the longest', { deadline: Duration.seconds(29) }, 29_000, 30],
])('a function times out only after the deadline: %s', (_, props, milliseconds, Timeout) => {
  const { endpoint, template } = endpointWith(props);

  expect(endpoint.deadline.toMilliseconds()).toBe(milliseconds);
  expect(template.variablesOf('digits').DEADLINE_MILLISECONDS).toBe(String(milliseconds));
  template.hasResourceProperties('AWS::Lambda::Function', { Timeout });
});

describe('warm hours', () => {
  const scheduled = (cron: string, MinCapacity: number, MaxCapacity: number) =>
    expect.objectContaining({
      Schedule: `cron(${cron} * * ? *)`,
      Timezone: 'Asia/Taipei',
      ScalableTargetAction: { MinCapacity, MaxCapacity },
    });
  const warmHours = { from: '08:50', until: '18:10', timeZone: TimeZone.ASIA_TAIPEI };
  const warmth = { provisionedConcurrency: 10, maximumProvisionedConcurrency: 20, warmHours };

  const { fact } = endpointWith(warmth);

  fact('warm up and cool down, in their own time zone', 'AWS::ApplicationAutoScaling::ScalableTarget', {
    ScheduledActions: [scheduled('50 8', 10, 20), scheduled('10 18', 1, 1)],
  });
});

const [cold, ten] = [{ provisionedConcurrency: 0 }, { provisionedConcurrency: 10 }];
const day = { from: '08:00', until: '18:00' };

it.each<[string, Partial<EnsembleEndpointProps>, RegExp]>([
  ['a path as a model’s name', { model: modelWith({ model: '../digits' }) }, /be lower-case letters/],
  ['a memory size AWS does not offer', { memorySize: 12_000 }, /at most 10240 MB .* not 12000 MB/],
  ['scaling without a warm environment', { ...cold, maximumProvisionedConcurrency: 2 }, /\(2\) must be 0/],
  ['fewer reserved than provisioned', { ...ten, reservedConcurrency: 5 }, /\(5\) must be at least .* \(10\)/],
  ['bad hours', { warmHours: { from: '8 am', until: '18:00' } }, /warmHours.from must be a time of day/],
  ['hours of no length', { warmHours: { from: '08:00', until: '08:00' } }, /must differ \(08:00\)/],
  [
    'an unknown time zone',
    { warmHours: { ...day, timeZone: TimeZone.of('Asia/Taipeh') } },
    /warmHours.timeZone must be an IANA time zone such as Asia\/Taipei, not "Asia\/Taipeh"/,
  ],
  ['no warm environment outside the hours', { warmHours: { ...day, idleConcurrency: 0 } }, /idleConcurrency/],
])('an endpoint is refused with %s', (_, props, message) => {
  expect(() => endpointWith(props)).toThrow(message);
});
