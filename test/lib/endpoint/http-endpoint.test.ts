import { HttpApi, type HttpApiProps, HttpNoneAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  HttpIamAuthorizer,
  HttpJwtAuthorizer,
  HttpLambdaAuthorizer,
} from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { describe, expect, it } from 'vitest';
import { EndpointAccess } from '../../../lib/endpoint/address/endpoint-access.ts';
import { HttpEndpoint } from '../../../lib/endpoint/address/http-endpoint.ts';
import type { HttpEndpointProps } from '../../../lib/endpoint/address/http-endpoint-props.ts';
import type { EnsembleEndpointProps } from '../../../lib/endpoint/ensemble-endpoint-props.ts';
import {
  addEndpoint,
  addressWith,
  createTestModel,
  createTestStack,
  manifests,
  templateOf,
} from '../test-deployment.ts';

/** An address that the models digits and weather share, in a stack like that of a user of the package. */
function addressOfTwo(props: HttpEndpointProps = {}, weather: Partial<EnsembleEndpointProps> = {}) {
  const stack = createTestStack();
  const httpEndpoint = new HttpEndpoint(stack, 'Http', props);
  const endpoints = [
    addEndpoint(stack, { httpEndpoint }),
    addEndpoint(stack, { httpEndpoint, model: createTestModel(manifests.weather), ...weather }, 'Weather'),
  ];
  return { urls: endpoints.map(({ url }) => url), httpEndpoint, template: templateOf(stack) };
}

describe('an address that models join', () => {
  it('has all routes of each model, those of the first at the root', () => {
    const { urls, httpEndpoint } = addressOfTwo();

    expect(urls).toEqual([httpEndpoint.url, `${httpEndpoint.url}/models/weather`]);
  });

  it('has one secret path and one choice about /explain for all', () => {
    const { template } = addressOfTwo({ access: EndpointAccess.open('between-friends'), explain: false });

    for (const model of ['digits', 'weather']) {
      expect(template.variablesOf(model)).toMatchObject({ SECRET_PATH: 'between-friends', EXPLAIN: 'off' });
    }
    for (const key of template.routeKeys())
      expect(key).toMatch(/^(GET|POST|PUT) \/between-friends(?!.*explain)/);
  });

  it('may be an existing API, shared by several endpoints, whose routes stay', () => {
    const stack = createTestStack();
    const api = new HttpApi(stack, 'Api');
    const logEncryptionKey = new Key(stack, 'Key');
    const own = { api, apiAddress: 'https://api.example.com', logEncryptionKey };

    const first = addEndpoint(stack, own);
    const second = addEndpoint(stack, { api, model: createTestModel(manifests.weather) }, 'Weather');

    expect([first.url, second.url]).toEqual([own.apiAddress, `${api.apiEndpoint}/models/weather`]);
    const template = templateOf(stack);
    template.resourceCountIs('AWS::ApiGatewayV2::Api', 1);
    const routes = template.routeKeys();
    expect(new Set(routes).size).toBe(routes.length);
    expect(routes).toEqual(expect.arrayContaining(['GET /v2/models/digits', 'GET /v2/models/weather']));
  });

  const issuer = 'https://tokens.example.com';
  const jwt = new HttpJwtAuthorizer('Tokens', issuer, { jwtAudience: ['shop'] });
  const decider = LambdaFunction.fromFunctionName(createTestStack(), 'Decider', 'decider');
  const scoped = { defaultAuthorizer: jwt, defaultAuthorizationScopes: ['predict'] };
  const byLambda = () => new HttpLambdaAuthorizer('Decider', decider);
  const iam = { defaultAuthorizer: new HttpIamAuthorizer() };
  const none = { AuthorizationType: 'NONE' };
  it.each<[string, HttpApiProps, EndpointAccess | undefined, object]>([
    ['IAM', iam, undefined, { AuthorizationType: 'AWS_IAM' }],
    ['JWT with scopes', scoped, undefined, { AuthorizationType: 'JWT', AuthorizationScopes: ['predict'] }],
    ['Lambda', { defaultAuthorizer: byLambda() }, undefined, { AuthorizationType: 'CUSTOM' }],
    ['none', {}, undefined, none],
    ['IAM, opened', iam, EndpointAccess.open(), none],
    ['JWT with scopes, opened', scoped, EndpointAccess.open(), none],
    ['JWT with scopes, for IAM', scoped, EndpointAccess.iam(), { AuthorizationType: 'AWS_IAM' }],
    [
      'JWT with scopes, for Lambda',
      scoped,
      EndpointAccess.authorizer(byLambda()),
      { AuthorizationType: 'CUSTOM' },
    ],
    [
      'JWT with scopes, opened by its owner',
      scoped,
      EndpointAccess.authorizer(new HttpNoneAuthorizer()),
      none,
    ],
    [
      'JWT with scopes, for other tokens',
      scoped,
      EndpointAccess.jwt(issuer, 'bank'),
      { AuthorizationType: 'JWT', AuthorizationScopes: ['predict'] },
    ],
  ])('keeps the authorizer of an existing API unless access is set: %s', (_, own, access, expected) => {
    const { propertiesOf } = addressWith((stack) => ({
      api: new HttpApi(stack, 'Own', own),
      ...(access && { access }),
    }));

    const routes = propertiesOf('AWS::ApiGatewayV2::Route');
    expect(routes.length).toBeGreaterThan(10);
    for (const { AuthorizationType, AuthorizationScopes } of routes)
      expect({ AuthorizationType, AuthorizationScopes }).toEqual(expected);
  });

  it.each<[string, Partial<EnsembleEndpointProps>, string]>([
    ['its access', { access: EndpointAccess.iam() }, 'access must be given to the HttpEndpoint'],
    ['its throttle', { throttle: { rateLimit: 1 } }, 'throttle must be given to the HttpEndpoint'],
    ['its explain', { explain: true }, 'explain must be given to the HttpEndpoint'],
    ['its name twice', { model: createTestModel() }, 'The model digits must join Test/Http once, not twice.'],
  ])('refuses a model that brings %s', (_, own, message) => {
    expect(() => addressOfTwo({}, own)).toThrow(message);
  });
});
