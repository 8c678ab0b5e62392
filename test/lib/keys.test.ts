import { Key } from 'aws-cdk-lib/aws-kms';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { describe, expect, it } from 'vitest';
import { SecretSource } from '../../lib/endpoint/secret-source.ts';
import { ServiceMonitoring } from '../../lib/monitoring/service-monitoring.ts';
import { ResponseCache } from '../../lib/response-cache.ts';
import { addEndpoint, createTestStack, manifests, synthesise, templateOf } from './test-deployment.ts';

const { digits, handwriting } = manifests;
const keyArn = 'arn:aws:kms:eu-west-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab';

const having = (statement: object) => expect.arrayContaining([expect.objectContaining(statement)]);

/** A policy with a statement that allows the use of a key through one service only. */
const allows = (key: unknown, service: string, Action: unknown = expect.anything(), onlyIf = {}) => {
  const domain = ['', [`${service}.`, { Ref: 'AWS::Region' }, '.', { Ref: 'AWS::URLSuffix' }]];
  const Condition = { StringEquals: { 'kms:ViaService': { 'Fn::Join': domain } }, ...onlyIf };
  return { 'PolicyDocument.Statement': having({ Action, Resource: key, Condition }) };
};

/** Statements of a key, one of which lets a service use it. */
const lends = (Service: unknown, Condition: object) => {
  const Action = expect.arrayContaining(['kms:Decrypt', 'kms:GenerateDataKey*']);
  return having({ Principal: { Service }, Action, Condition });
};

describe('a key of the customer’s app', () => {
  const stack = createTestStack();
  const encryptionKey = new Key(stack, 'Key');
  const { table } = new ResponseCache(stack, 'Cache', { encryptionKey });
  const secret = new Secret(stack, 'Salt', { encryptionKey: encryptionKey as never });
  const secretEnvironment = { SERVER_SALT: SecretSource.secret(secret) };
  const endpoint = addEndpoint(stack, { table, logEncryptionKey: encryptionKey, secretEnvironment });
  const email = 'a@example.com';
  new ServiceMonitoring(stack, 'Monitoring', { endpoints: [endpoint], email, encryptionKey });
  const { fact, propertiesOf } = templateOf(stack);
  const key = { 'Fn::GetAtt': [expect.stringMatching(/^Key/), 'Arn'] };
  const ending = (text: string) => ({ 'Fn::Join': ['', expect.arrayContaining([text])] });

  fact('encrypts the access log, whose name begins with /aws/vendedlogs/', 'AWS::Logs::LogGroup', {
    KmsKeyId: key,
    'LogGroupName.Fn::Join.1.0': expect.stringMatching(/^\/aws\/vendedlogs\/Test-Digits-Http-/),
  });
  fact('encrypts the table', 'AWS::DynamoDB::GlobalTable', {
    SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
    'Replicas.0.SSESpecification.KMSMasterKeyId': key,
  });
  fact('encrypts notifications', 'AWS::SNS::Topic', { KmsMasterKeyId: key });
  fact('may be used by CloudWatch Logs for log groups of this stack', 'AWS::KMS::Key', {
    'KeyPolicy.Statement': lends(expect.anything(), {
      ArnLike: {
        'kms:EncryptionContext:aws:logs:arn': [
          ending(':log-group:Test-*'),
          ending(':log-group:/aws/vendedlogs/Test-*'),
        ],
      },
    }),
  });
  fact('may be used by this account’s alarms, which could otherwise notify nobody', 'AWS::KMS::Key', {
    'KeyPolicy.Statement': lends('cloudwatch.amazonaws.com', {
      StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
      ArnLike: { 'aws:SourceArn': ending(':alarm:*') },
    }),
  });
  fact('is used by the function through DynamoDB alone', 'AWS::IAM::Policy', allows(key, 'dynamodb'));
  fact(
    'decrypts the secret of the function',
    'AWS::IAM::Policy',
    allows(key, 'secretsmanager', 'kms:Decrypt'),
  );

  it('encrypts all logs', () => {
    for (const { KmsKeyId } of propertiesOf('AWS::Logs::LogGroup')) expect(KmsKeyId).toEqual(key);
  });
});

describe('the key of a deployment on Managed Instances', () => {
  const ofOperator = { Roles: [{ Ref: expect.stringContaining('OperatorRole') }] };
  const grant = { Bool: { 'kms:GrantIsForAWSResource': 'true' } };
  const data = expect.arrayContaining(['kms:Decrypt', 'kms:GenerateDataKeyWithoutPlaintext']);
  const { fact } = synthesise(`prod managedInstances=true encryptionKeyArn=${keyArn}`, { models: [digits] });

  fact('encrypts the volumes of the instances', 'AWS::Lambda::CapacityProvider', { KmsKeyArn: keyArn });
  fact('is used by the operator', 'AWS::IAM::Policy', { ...ofOperator, ...allows(keyArn, 'ec2', data) });
  fact('is granted to AWS only', 'AWS::IAM::Policy', allows(keyArn, 'ec2', 'kms:CreateGrant', grant));
});

describe('the keys of callers', () => {
  const opens = allows(keyArn, 'secretsmanager', 'kms:Decrypt');
  const { fact } = synthesise(`prod access=api-key encryptionKeyArn=${keyArn}`);

  fact('are encrypted with the key of the deployment', 'AWS::SecretsManager::Secret', { KmsKeyId: keyArn });
  fact('may be decrypted by the authorizer', 'AWS::IAM::Policy', opens);

  const secretArn = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:team/callers-a1B2c3';

  describe.each([
    ['name', 'team/callers', 'secret:team/callers-??????'],
    ['ARN', secretArn, 'secret:team/callers-a1B2c3'],
  ])('in a secret that is given by its %s', (_, accessSecret, resource) => {
    const set = `access=api-key accessSecret=${accessSecret} encryptionKeyArn=${keyArn}`;
    const { fact, statements } = synthesise(`prod ${set}`);

    fact('are in no other secret', 'AWS::SecretsManager::Secret', 0);
    fact('are decrypted with that key', 'AWS::IAM::Policy', opens);

    it('are read there', () => {
      expect(JSON.stringify(statements())).toContain(resource);
    });
  });
});

it.each([
  ['a parameter if its name begins with a slash', '/team/salt', 'ssm:GetParameter', ':parameter/team/salt"'],
  ['a secret if not', 'team/salt', 'secretsmanager:GetSecretValue', ':secret:team/salt-??????"'],
])(
  'the salt is %s: the template has only its name, and only the model that signs may read it',
  (_, name, action, arn) => {
    const template = synthesise(`prod serverSaltSecret=${name}`, { models: [digits, handwriting] });

    expect(template.variablesOf('handwriting').SECRET_VARIABLES).toBe(`{"SERVER_SALT":"${name}"}`);
    expect(template.variablesOf('digits')).not.toHaveProperty('SECRET_VARIABLES');
    const [statement, ...others] = template.statements().filter(({ Action }) => Action === action);
    expect(others).toEqual([]);
    expect(JSON.stringify(statement.Resource)).toContain(arn);
  },
);
