import { Duration } from 'aws-cdk-lib';
import { Match } from 'aws-cdk-lib/assertions';
import type { IHttpRouteAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { describe, expect, it } from 'vitest';
import { EndpointAccess } from '../../../lib/endpoint/endpoint-access.ts';
import { addressWith, onlyOne } from './address-support.ts';

const code = Code.fromInline('tested apart');

/** Statements about secrets in the policies of a template. */
function leaves(template: ReturnType<typeof addressWith>['template']): unknown[] {
  return Object.values(template.findResources('AWS::IAM::Policy'))
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
    .filter(({ Action }) => /secretsmanager|kms/.test(JSON.stringify(Action)));
}

describe('an address for callers with keys', () => {
  const { template, httpEndpoint } = addressWith({ access: EndpointAccess.apiKey({ code }) });

  it('has its authorizer on every route', () => {
    template.allResourcesProperties('AWS::ApiGatewayV2::Route', {
      AuthorizationType: 'CUSTOM',
      AuthorizerId: Match.anyValue(),
    });
    template.resourceCountIs('AWS::ApiGatewayV2::Authorizer', 1);
  });

  it('lets API Gateway refuse who brings none, and cache what was decided for five minutes', () => {
    expect(onlyOne(template, 'AWS::ApiGatewayV2::Authorizer')).toMatchObject({
      AuthorizerType: 'REQUEST',
      AuthorizerPayloadFormatVersion: '2.0',
      EnableSimpleResponses: true,
      IdentitySource: ['$request.header.x-api-key'],
      AuthorizerResultTtlInSeconds: 300,
    });
  });

  it('makes a secret with one long key, and its authorizer may read that one alone', () => {
    const [secret] = Object.keys(template.findResources('AWS::SecretsManager::Secret'));

    expect(onlyOne(template, 'AWS::SecretsManager::Secret')).toMatchObject({
      GenerateSecretString: { SecretStringTemplate: '{}', GenerateStringKey: 'caller', PasswordLength: 40 },
    });
    expect(leaves(template)).toEqual([
      { Effect: 'Allow', Action: 'secretsmanager:GetSecretValue', Resource: { Ref: secret } },
    ]);
    expect(onlyOne(template, 'AWS::Lambda::Function').Environment).toMatchObject({
      Variables: { SCHEME: 'api-key', KEYS_SECRET: { Ref: secret } },
    });
    expect(httpEndpoint.keys).toBeDefined();
  });

  it('names the caller and what the authorizer took in the access log', () => {
    template.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      AccessLogSettings: {
        Format: Match.stringLikeRegexp('"caller":"\\$context.authorizer.caller".*authorizer.latency'),
      },
    });
  });
});

describe('an address for callers who sign', () => {
  const { template } = addressWith((stack) => ({
    access: EndpointAccess.hmac({
      code,
      keys: Secret.fromSecretNameV2(stack, 'Keys', 'subsecond/keys'),
      replayWindow: Duration.seconds(60),
      allowedAddresses: ['203.0.113.0/24', '2001:db8::/32'],
      provisionedConcurrency: 2,
    }),
  }));

  it('checks every request anew', () => {
    expect(onlyOne(template, 'AWS::ApiGatewayV2::Authorizer')).toMatchObject({
      IdentitySource: ['$request.header.authorization', '$context.identity.sourceIp'],
      AuthorizerResultTtlInSeconds: 0,
    });
  });

  it('takes keys from a secret that was given by name', () => {
    template.resourceCountIs('AWS::SecretsManager::Secret', 0);
    expect(JSON.stringify(leaves(template))).toContain(':secret:subsecond/keys-??????');
    expect(onlyOne(template, 'AWS::Lambda::Function').Environment).toMatchObject({
      Variables: {
        SCHEME: 'hmac',
        REPLAY_WINDOW_SECONDS: '60',
        ALLOWED_ADDRESSES: '203.0.113.0/24,2001:db8::/32',
      },
    });
  });

  it('can keep its authorizer warm', () => {
    expect(onlyOne(template, 'AWS::Lambda::Alias').ProvisionedConcurrencyConfig).toEqual({
      ProvisionedConcurrentExecutions: 2,
    });
    const [alias] = Object.keys(template.findResources('AWS::Lambda::Alias'));
    expect(JSON.stringify(onlyOne(template, 'AWS::ApiGatewayV2::Authorizer').AuthorizerUri)).toContain(alias);
  });
});

describe('an address for some networks', () => {
  it('checks where a request comes from, and nothing else', () => {
    const { template } = addressWith({
      access: EndpointAccess.open(undefined, { code, allowedAddresses: ['10.0.0.0/8'] }),
    });

    expect(onlyOne(template, 'AWS::ApiGatewayV2::Authorizer').IdentitySource).toEqual([
      '$context.identity.sourceIp',
    ]);
    template.resourceCountIs('AWS::SecretsManager::Secret', 0);
  });

  it('cannot be given networks that are none', () => {
    expect(() => EndpointAccess.open(undefined, { allowedAddresses: ['10.0.0.0'] })).toThrow(
      '"10.0.0.0" is no block of addresses',
    );
  });
});

describe('an access of one’s own', () => {
  const mine: IHttpRouteAuthorizer = {
    bind: () => ({ authorizationType: 'CUSTOM', authorizerId: 'made-elsewhere' }),
  };

  it('is any authorizer', () => {
    const { template } = addressWith({ access: EndpointAccess.authorizer(mine) });

    template.allResourcesProperties('AWS::ApiGatewayV2::Route', { AuthorizerId: 'made-elsewhere' });
  });
});

describe('the access log', () => {
  const formatOf = (access: EndpointAccess): string =>
    onlyOne(addressWith({ access }).template, 'AWS::ApiGatewayV2::Stage').AccessLogSettings.Format;

  it('leaves the route out behind a secret path, with which it begins', () => {
    expect(formatOf(EndpointAccess.open('between-friends'))).not.toContain('$context.routeKey');
  });
});
