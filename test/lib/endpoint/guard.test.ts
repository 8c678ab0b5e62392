import { Match } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { describe, expect, it } from 'vitest';
import { EndpointAccess } from '../../../lib/endpoint/address/endpoint-access.ts';
import { addressWith } from '../test-deployment.ts';

const code = Code.fromInline('tested apart');
/** The statements about secrets and KMS keys in the policies of a template. */
const leaves = ({ statements }: ReturnType<typeof addressWith>) =>
  statements().filter(({ Action }) => /secretsmanager|kms/.test(JSON.stringify(Action)));

describe('an address for callers with keys', () => {
  const address = addressWith({ access: EndpointAccess.apiKey({ code }) });
  const { fact } = address;
  const secret = { Ref: address.idsOf('AWS::SecretsManager::Secret')[0] };

  fact('has one authorizer', 'AWS::ApiGatewayV2::Authorizer', 1);
  fact(
    'lets API Gateway refuse requests without a key, and cache decisions',
    'AWS::ApiGatewayV2::Authorizer',
    {
      AuthorizerType: 'REQUEST',
      AuthorizerPayloadFormatVersion: '2.0',
      EnableSimpleResponses: true,
      IdentitySource: ['$request.header.x-api-key'],
      AuthorizerResultTtlInSeconds: 300,
    },
  );
  fact('makes a secret with one long key', 'AWS::SecretsManager::Secret', {
    'GenerateSecretString.SecretStringTemplate': '{}',
    'GenerateSecretString.GenerateStringKey': 'caller',
    'GenerateSecretString.PasswordLength': 40,
  });
  fact('tells its authorizer where the keys are', 'AWS::Lambda::Function', {
    'Environment.Variables.SCHEME': 'api-key',
    'Environment.Variables.KEYS_SECRET': secret,
  });
  fact('logs the caller and the authorizer’s milliseconds in the access log', 'AWS::ApiGatewayV2::Stage', {
    'AccessLogSettings.Format': expect.stringMatching(
      /"caller":"\$context\.authorizer\.caller".*authorizer\.milliseconds/,
    ),
  });

  it('has its authorizer on every route, and the authorizer may read only its own secret', () => {
    address.allResourcesProperties('AWS::ApiGatewayV2::Route', {
      AuthorizationType: 'CUSTOM',
      AuthorizerId: Match.anyValue(),
    });
    expect(leaves(address)).toEqual([
      { Effect: 'Allow', Action: 'secretsmanager:GetSecretValue', Resource: secret },
    ]);
    expect(address.httpEndpoint.keys).toBeDefined();
  });
});

describe('an address for callers with keys in a given secret', () => {
  const address = addressWith((stack) => ({
    access: EndpointAccess.apiKey({
      code,
      keys: Secret.fromSecretNameV2(stack, 'Keys', 'subsecond/keys'),
      allowedAddresses: ['203.0.113.0/24', '2001:db8::/32'],
      provisionedConcurrency: 2,
    }),
  }));
  const { fact } = address;

  fact('checks keys and addresses, by an authorizer with an alias', 'AWS::ApiGatewayV2::Authorizer', {
    IdentitySource: ['$request.header.x-api-key', '$context.identity.sourceIp'],
    'AuthorizerUri.Fn::Join.1': expect.arrayContaining([{ Ref: address.idsOf('AWS::Lambda::Alias')[0] }]),
  });
  fact('keeps that alias warm', 'AWS::Lambda::Alias', {
    ProvisionedConcurrencyConfig: { ProvisionedConcurrentExecutions: 2 },
  });
  fact('names the networks to the authorizer', 'AWS::Lambda::Function', {
    'Environment.Variables.ALLOWED_ADDRESSES': '203.0.113.0/24,2001:db8::/32',
  });
});

describe('an address for some networks', () => {
  const access = EndpointAccess.open(undefined, { code, allowedAddresses: ['10.0.0.0/8'] });
  const { fact } = addressWith({ access });

  fact('checks addresses', 'AWS::ApiGatewayV2::Authorizer', {
    IdentitySource: ['$context.identity.sourceIp'],
  });
  fact('checks nothing else', 'AWS::SecretsManager::Secret', 0);

  it('refuses invalid networks', () => {
    const making = () => EndpointAccess.open(undefined, { allowedAddresses: ['10.0.0.0'] });

    expect(making).toThrow('"10.0.0.0" is not a block of addresses');
  });
});

it('your own access can be any authorizer', () => {
  const mine = { bind: () => ({ authorizationType: 'CUSTOM', authorizerId: 'made-elsewhere' }) };
  const address = addressWith({ access: EndpointAccess.authorizer(mine) });

  address.allResourcesProperties('AWS::ApiGatewayV2::Route', { AuthorizerId: 'made-elsewhere' });
});

it('the access log has no route behind a secret path, because the route begins with the secret', () => {
  const { propertiesOf } = addressWith({ access: EndpointAccess.open('between-friends') });

  const [stage] = propertiesOf('AWS::ApiGatewayV2::Stage');
  expect(stage.AccessLogSettings.Format).not.toContain('$context.routeKey');
});
