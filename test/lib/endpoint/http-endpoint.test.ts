import { Template } from 'aws-cdk-lib/assertions';
import { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Key } from 'aws-cdk-lib/aws-kms';
import { describe, expect, it } from 'vitest';
import { EndpointAccess } from '../../../lib/endpoint/endpoint-access.ts';
import type { EnsembleEndpointProps } from '../../../lib/endpoint/ensemble-endpoint-props.ts';
import { HttpEndpoint } from '../../../lib/endpoint/http-endpoint.ts';
import type { HttpEndpointProps } from '../../../lib/endpoint/http-endpoint-props.ts';
import {
  addEndpoint,
  createTestModel,
  createTestStack,
  manifests,
  routeKeys,
  variablesOf,
} from '../test-deployment.ts';

/** An address that digits and weather join, in a stack of somebody else. */
function addressOfTwo(props: HttpEndpointProps = {}, weather: Partial<EnsembleEndpointProps> = {}) {
  const stack = createTestStack();
  const httpEndpoint = new HttpEndpoint(stack, 'Http', props);
  const endpoints = [
    addEndpoint(stack, { httpEndpoint }),
    addEndpoint(stack, { httpEndpoint, model: createTestModel(manifests.weather), ...weather }, 'Weather'),
  ];
  return { endpoints, httpEndpoint, template: Template.fromStack(stack) };
}

describe('an address that models join', () => {
  it('shows where all routes of each lie: those of the first at the top', () => {
    const { endpoints, httpEndpoint } = addressOfTwo();

    expect(endpoints.map(({ url }) => url)).toEqual([httpEndpoint.url, `${httpEndpoint.url}/models/weather`]);
  });

  it('has one secret path and one choice about /explain for all', () => {
    const { template } = addressOfTwo({ access: EndpointAccess.open('between-friends'), explain: false });

    for (const model of ['digits', 'weather']) {
      expect(variablesOf(template, model)).toMatchObject({ SECRET_PATH: 'between-friends', EXPLAIN: 'off' });
    }
    for (const key of routeKeys(template)) expect(key).toMatch(/^(GET|POST) \/between-friends(?!.*explain)/);
  });

  it('refuses a model that has joined before', () => {
    expect(() => addressOfTwo({}, { model: createTestModel() })).toThrow(
      'The model digits must join Test/Http once, not twice.',
    );
  });

  it('may be an API of somebody else, which a model alone joins as well', () => {
    const stack = createTestStack();
    const api = new HttpApi(stack, 'Api');
    const logEncryptionKey = new Key(stack, 'Key');

    const { url } = addEndpoint(stack, { api, apiAddress: 'https://api.example.com', logEncryptionKey });

    expect(url).toBe('https://api.example.com');
    Template.fromStack(stack).resourceCountIs('AWS::ApiGatewayV2::Api', 1);
  });

  it.each([
    ['access', { access: EndpointAccess.iam() }],
    ['throttle', { throttle: { rateLimit: 1 } }],
    ['explain', { explain: true }],
  ])('decides about %s itself', (name, own) => {
    expect(() => addressOfTwo({}, own)).toThrow(`${name} must be given to the HttpEndpoint`);
  });
});
