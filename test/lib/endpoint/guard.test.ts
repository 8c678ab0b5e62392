import { Duration } from 'aws-cdk-lib';
import { Match } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { describe, expect, it } from 'vitest';
import { EndpointAccess } from '../../../lib/endpoint/endpoint-access.ts';
import { states } from '../test-deployment.ts';
import { addressWith, onlyOne } from './address-support.ts';

const code = Code.fromInline('tested apart');
const idOf = ({ template }: ReturnType<typeof addressWith>, type: string) =>
  Object.keys(template.findResources(type))[0];

/** Statements about secrets in the policies of a template. */
function leaves({ template }: ReturnType<typeof addressWith>): unknown[] {
  return Object.values(template.findResources('AWS::IAM::Policy'))
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
    .filter(({ Action }) => /secretsmanager|kms/.test(JSON.stringify(Action)));
}

describe('an address for callers with keys', () => {
  const address = addressWith({ access: EndpointAccess.apiKey({ code }) });
  const secret = { Ref: idOf(address, 'AWS::SecretsManager::Secret') };

  states(address.template, [
    ['has one authorizer', 'AWS::ApiGatewayV2::Authorizer', 1],
    [
      'lets API Gateway refuse who brings none, and cache what was decided for five minutes',
      'AWS::ApiGatewayV2::Authorizer',
      {
        AuthorizerType: 'REQUEST',
        AuthorizerPayloadFormatVersion: '2.0',
        EnableSimpleResponses: true,
        IdentitySource: ['$request.header.x-api-key'],
        AuthorizerResultTtlInSeconds: 300,
      },
    ],
    [
      'makes a secret with one long key',
      'AWS::SecretsManager::Secret',
      {
        'GenerateSecretString.SecretStringTemplate': '{}',
        'GenerateSecretString.GenerateStringKey': 'caller',
        'GenerateSecretString.PasswordLength': 40,
      },
    ],
    [
      'tells its authorizer where the keys are',
      'AWS::Lambda::Function',
      { 'Environment.Variables.SCHEME': 'api-key', 'Environment.Variables.KEYS_SECRET': secret },
    ],
    [
      'names the caller and what the authorizer took in the access log',
      'AWS::ApiGatewayV2::Stage',
      {
        'AccessLogSettings.Format': expect.stringMatching(
          /"caller":"\$context\.authorizer\.caller".*authorizer\.latency/,
        ),
      },
    ],
  ]);

  it('has its authorizer on every route, which may read its secret alone', () => {
    address.template.allResourcesProperties('AWS::ApiGatewayV2::Route', {
      AuthorizationType: 'CUSTOM',
      AuthorizerId: Match.anyValue(),
    });
    expect(leaves(address)).toEqual([
      { Effect: 'Allow', Action: 'secretsmanager:GetSecretValue', Resource: secret },
    ]);
    expect(address.httpEndpoint.keys).toBeDefined();
  });
});

describe('an address for callers who sign', () => {
  const address = addressWith((stack) => ({
    access: EndpointAccess.hmac({
      code,
      keys: Secret.fromSecretNameV2(stack, 'Keys', 'subsecond/keys'),
      replayWindow: Duration.seconds(60),
      allowedAddresses: ['203.0.113.0/24', '2001:db8::/32'],
      provisionedConcurrency: 2,
    }),
  }));

  states(address.template, [
    [
      'checks every request anew, by an authorizer that can be kept warm',
      'AWS::ApiGatewayV2::Authorizer',
      {
        IdentitySource: ['$request.header.authorization', '$context.identity.sourceIp'],
        AuthorizerResultTtlInSeconds: 0,
        'AuthorizerUri.Fn::Join.1': expect.arrayContaining([{ Ref: idOf(address, 'AWS::Lambda::Alias') }]),
      },
    ],
    [
      'warms it',
      'AWS::Lambda::Alias',
      { ProvisionedConcurrencyConfig: { ProvisionedConcurrentExecutions: 2 } },
    ],
    ['makes no secret where one was given by name', 'AWS::SecretsManager::Secret', 0],
    [
      'tells it how to check',
      'AWS::Lambda::Function',
      {
        'Environment.Variables.SCHEME': 'hmac',
        'Environment.Variables.REPLAY_WINDOW_SECONDS': '60',
        'Environment.Variables.ALLOWED_ADDRESSES': '203.0.113.0/24,2001:db8::/32',
      },
    ],
  ]);

  it('takes keys from the secret that was given', () => {
    expect(JSON.stringify(leaves(address))).toContain(':secret:subsecond/keys-??????');
  });
});

describe('an address for some networks', () => {
  const access = EndpointAccess.open(undefined, { code, allowedAddresses: ['10.0.0.0/8'] });

  states(addressWith({ access }).template, [
    ['checks addresses', 'AWS::ApiGatewayV2::Authorizer', { IdentitySource: ['$context.identity.sourceIp'] }],
    ['and nothing else', 'AWS::SecretsManager::Secret', 0],
  ]);

  it('cannot be given networks that are none', () => {
    expect(() => EndpointAccess.open(undefined, { allowedAddresses: ['10.0.0.0'] })).toThrow(
      '"10.0.0.0" is no block of addresses',
    );
  });
});

it('an access of one’s own is any authorizer', () => {
  const mine = { bind: () => ({ authorizationType: 'CUSTOM', authorizerId: 'made-elsewhere' }) };
  const { template } = addressWith({ access: EndpointAccess.authorizer(mine) });

  template.allResourcesProperties('AWS::ApiGatewayV2::Route', { AuthorizerId: 'made-elsewhere' });
});

it('the access log leaves the route out behind a secret path, with which it begins', () => {
  const { template } = addressWith({ access: EndpointAccess.open('between-friends') });

  expect(onlyOne(template, 'AWS::ApiGatewayV2::Stage').AccessLogSettings.Format).not.toContain(
    '$context.routeKey',
  );
});
