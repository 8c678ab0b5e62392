import { Match, Template } from 'aws-cdk-lib/assertions';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { describe, expect, it } from 'vitest';
import { SecretSource } from '../../lib/endpoint/secret-source.ts';
import { ServiceMonitoring } from '../../lib/monitoring/service-monitoring.ts';
import { ResponseCache } from '../../lib/result-cache.ts';
import { addEndpoint, createTestStack, manifests, synthesise, variablesOf } from './test-deployment.ts';

/** A customer's own app with a key of its own on everything. */
function withKeyOfThisApp(): Template {
  const stack = createTestStack();
  const key = new Key(stack, 'Key');
  const { table } = new ResponseCache(stack, 'Cache', { encryptionKey: key });
  const salt = SecretSource.secret(new Secret(stack, 'Salt', { encryptionKey: key as never }));
  const endpoint = addEndpoint(stack, {
    table,
    logEncryptionKey: key,
    secretEnvironment: { SERVER_SALT: salt },
  });
  new ServiceMonitoring(stack, 'Monitoring', {
    endpoints: [endpoint],
    email: 'team@example.com',
    encryptionKey: key,
  });
  return Template.fromStack(stack);
}

/** The services that a key's policy lets use it, and for what. */
function lentTo(template: Template) {
  const [key] = Object.values(template.findResources('AWS::KMS::Key'));
  const statements: { Principal: { Service?: unknown }; Action: unknown; Condition?: unknown }[] =
    key?.Properties.KeyPolicy.Statement;
  return statements.filter(({ Principal }) => Principal.Service !== undefined);
}

describe('a key of the customer’s app', () => {
  const template = withKeyOfThisApp();
  const encrypted = { 'Fn::GetAtt': [Match.stringLikeRegexp('^Key'), 'Arn'] };

  it('encrypts table, logs and notifications', () => {
    template.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
      SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
      Replicas: [Match.objectLike({ SSESpecification: { KMSMasterKeyId: encrypted } })],
    });
    template.allResourcesProperties('AWS::Logs::LogGroup', { KmsKeyId: encrypted });
    template.hasResourceProperties('AWS::SNS::Topic', { KmsMasterKeyId: encrypted });
  });

  it('is lent to CloudWatch Logs for log groups of this stack', () => {
    expect(lentTo(template)).toContainEqual(
      expect.objectContaining({
        Action: expect.arrayContaining(['kms:Decrypt', 'kms:GenerateDataKey*', 'kms:ReEncrypt*']),
        Condition: {
          ArnLike: {
            'kms:EncryptionContext:aws:logs:arn': {
              'Fn::Join': ['', expect.arrayContaining([':log-group:Test-*'])],
            },
          },
        },
      }),
    );
  });

  it('is lent to this account’s alarms, which otherwise tell nobody', () => {
    expect(lentTo(template)).toContainEqual({
      Effect: 'Allow',
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Action: ['kms:Decrypt', 'kms:GenerateDataKey*'],
      Resource: '*',
      Condition: {
        StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
        ArnLike: { 'aws:SourceArn': { 'Fn::Join': ['', expect.arrayContaining([':alarm:*'])] } },
      },
    });
  });

  it.each(['dynamodb', 'secretsmanager'])(
    'is used by the function through %s and no other way',
    (service) => {
      template.hasResourceProperties('AWS::IAM::Policy', {
        PolicyDocument: {
          Statement: Match.arrayWith([
            Match.objectLike({
              Resource: encrypted,
              Condition: {
                StringEquals: {
                  'kms:ViaService': {
                    'Fn::Join': ['', [`${service}.`, { Ref: 'AWS::Region' }, '.', { Ref: 'AWS::URLSuffix' }]],
                  },
                },
              },
            }),
          ]),
        },
      });
    },
  );
});

const keyArn = 'arn:aws:kms:eu-west-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab';

describe('the key of a deployment on Managed Instances', () => {
  it('encrypts their volumes, and the operator may use it to start them and for nothing else', () => {
    const overrides = { managedInstances: 'true', encryptionKeyArn: keyArn };
    const template = synthesise('prod', { models: [manifests.digits], overrides });
    const StringEquals = {
      'kms:ViaService': {
        'Fn::Join': ['', ['ec2.', { Ref: 'AWS::Region' }, '.', { Ref: 'AWS::URLSuffix' }]],
      },
    };

    template.hasResourceProperties('AWS::Lambda::CapacityProvider', { KmsKeyArn: keyArn });
    template.hasResourceProperties('AWS::IAM::Policy', {
      Roles: [{ Ref: Match.stringLikeRegexp('OperatorRole') }],
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Action: Match.arrayWith(['kms:Decrypt', 'kms:GenerateDataKeyWithoutPlaintext']),
            Resource: keyArn,
            Condition: { StringEquals },
          }),
          Match.objectLike({
            Action: 'kms:CreateGrant',
            Resource: keyArn,
            Condition: { StringEquals, Bool: { 'kms:GrantIsForAWSResource': 'true' } },
          }),
        ]),
      },
    });
  });
});

describe('the keys of callers', () => {
  const opens = (template: Template) =>
    template.hasResourceProperties('AWS::IAM::Policy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Action: 'kms:Decrypt',
            Resource: keyArn,
            Condition: {
              StringEquals: {
                'kms:ViaService': { 'Fn::Join': ['', Match.arrayWith(['secretsmanager.'])] },
              },
            },
          }),
        ]),
      },
    });

  it('are encrypted with the key of the deployment, which the authorizer may use', () => {
    const template = synthesise('prod', { overrides: { access: 'api-key', encryptionKeyArn: keyArn } });

    template.hasResourceProperties('AWS::SecretsManager::Secret', { KmsKeyId: keyArn });
    opens(template);
  });

  it.each([
    ['name', 'team/callers', 'secret:team/callers-??????'],
    [
      'ARN',
      'arn:aws:secretsmanager:eu-west-1:123456789012:secret:team/callers-a1B2c3',
      'secret:team/callers-a1B2c3',
    ],
  ])('can be a secret that is given by its %s and encrypted with that key', (_, accessSecret, resource) => {
    const overrides = { access: 'hmac', accessSecret, encryptionKeyArn: keyArn };
    const template = synthesise('prod', { overrides });

    template.resourceCountIs('AWS::SecretsManager::Secret', 0);
    opens(template);
    expect(JSON.stringify(template.findResources('AWS::IAM::Policy'))).toContain(resource);
  });
});

describe('the salt', () => {
  const statementsOn = (template: Template, action: string) =>
    Object.values(template.findResources('AWS::IAM::Policy'))
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
      .filter(({ Action }) => Action === action);

  it('is a parameter whose name alone is told, and read by the model that signs alone', () => {
    const template = synthesise('prod', {
      models: [manifests.digits, manifests.handwriting],
      overrides: { serverSaltSecret: '/subsecond/salt' },
    });

    expect(variablesOf(template, 'handwriting').SECRET_VARIABLES).toBe('{"SERVER_SALT":"/subsecond/salt"}');
    expect(variablesOf(template, 'digits')).not.toHaveProperty('SECRET_VARIABLES');
    const [statement, ...others] = statementsOn(template, 'ssm:GetParameter');
    expect(others).toEqual([]);
    expect(JSON.stringify(statement.Resource)).toContain(':parameter/subsecond/salt"');
  });

  it('is a secret of Secrets Manager where the name has no slash before it', () => {
    const template = synthesise('dev', { overrides: { serverSaltSecret: 'team/salt' } });

    const [statement] = statementsOn(template, 'secretsmanager:GetSecretValue');
    expect(JSON.stringify(statement.Resource)).toContain(':secret:team/salt-??????"');
  });
});
