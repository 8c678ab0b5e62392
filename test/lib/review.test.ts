import { fileURLToPath } from 'node:url';
import * as dynamodb from '@aws-sdk/client-dynamodb';
import { Template } from 'aws-cdk-lib/assertions';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { addTestDeployment, manifests, synthesise } from './test-deployment.ts';

const { digits, handwriting } = manifests;

interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
}

/** A resource of a template, as far as this review reads it. */
interface Resource {
  readonly Type: string;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
  // biome-ignore lint/suspicious/noExplicitAny: the properties of any type of resource.
  readonly Properties: any;
}

/** Two models in prod: what a security review reads. */
const { stack } = addTestDeployment('prod', {
  models: [digits, handwriting],
  overrides: { alarmEmail: 'team@example.com', serverSaltSecret: '/subsecond/salt' },
});
const prod = Template.fromStack(stack);
const dev = synthesise('dev');
const resources: Record<string, Resource> = prod.toJSON().Resources;

/** The resources of one type by logical id. */
function ofType(type: string, template = prod): [string, Resource][] {
  return Object.entries(template.findResources(type)) as [string, Resource][];
}

/** The types of the resources that a value names, as `AWS::…`; a wildcard stands for itself. */
function targets(value: unknown): string[] {
  const text = JSON.stringify(value);
  const ids = [...text.matchAll(/"(?:Ref|Fn::GetAtt)":\[?"([^"]+)"/g)].map(([, id = '']) => id);
  const types = ids.flatMap((id) => resources[id]?.Type ?? []);
  return [...new Set(types), ...(/"\*"/.test(text) ? ['*'] : [])];
}

/** Every statement of the policies of a role, as "action on type". */
function permissions(roleId: string): string[] {
  return ofType('AWS::IAM::Policy')
    .filter(([, { Properties }]) => Properties.Roles.some(({ Ref }: { Ref: string }) => Ref === roleId))
    .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement as Statement[])
    .flatMap(({ Action, Resource }) => [Action].flat().map((action) => `${action} on ${targets(Resource)}`))
    .sort();
}

describe('the resources', () => {
  it('that hold what cannot be had again survive the stack; logs go with it', () => {
    const policies = Object.values(resources)
      .filter(({ DeletionPolicy }) => DeletionPolicy !== undefined)
      .map(({ Type, DeletionPolicy, UpdateReplacePolicy }) => [Type, DeletionPolicy, UpdateReplacePolicy]);

    expect(new Set(policies.map((policy) => policy.join(' ')))).toEqual(
      new Set([
        // Not where a deployment that failed has only just made it.
        'AWS::DynamoDB::GlobalTable RetainExceptOnCreate Retain',
        'AWS::Lambda::Version RetainExceptOnCreate Retain',
        'AWS::Logs::LogGroup Delete Delete',
        'Custom::ReleaseCheck Delete Delete',
      ]),
    );
    expect(stack.terminationProtection).toBe(true);
  });

  it('say which stage they belong to', () => {
    const tag = { Key: 'subsecond:stage', Value: 'prod' };

    for (const [, { Properties }] of ofType('AWS::Lambda::Function'))
      expect(Properties.Tags).toContainEqual(tag);
    const tables = ofType('AWS::DynamoDB::GlobalTable');
    expect(tables.map(([, { Properties }]) => Properties.Replicas[0].Tags)).toEqual([[tag]]);
  });
});

describe('the roles', () => {
  const roles = ofType('AWS::IAM::Role').map(([id, { Properties }]) => ({
    who: Properties.AssumeRolePolicyDocument.Statement.map(
      ({ Principal }: { Principal: { Service: string } }) => Principal.Service,
    ).join(),
    managed: JSON.stringify(Properties.ManagedPolicyArns ?? []).match(/aws:policy\/[\w/-]+/g) ?? [],
    may: permissions(id),
  }));
  const logs = ['logs:CreateLogStream on AWS::Logs::LogGroup', 'logs:PutLogEvents on AWS::Logs::LogGroup'];
  const table = [
    'dynamodb:GetItem on AWS::DynamoDB::GlobalTable',
    'dynamodb:PutItem on AWS::DynamoDB::GlobalTable',
  ];
  const check = [
    'lambda:InvokeFunction on AWS::Lambda::Function,AWS::Lambda::Version',
    ...logs,
    'sns:Publish on AWS::SNS::Topic',
  ];
  const codeDeploy = {
    who: 'codedeploy.amazonaws.com',
    managed: ['aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited'],
    may: [],
  };

  it('may do this and nothing else, each to resources of this stack by name', () => {
    const lambda = (may: readonly string[]) => ({ who: 'lambda.amazonaws.com', managed: [], may });

    expect(roles).toEqual([
      lambda([...table, ...logs]),
      // The salt of its signatures, a parameter that the stack does not make.
      lambda([...table, ...logs, 'ssm:GetParameter on ']),
      lambda(check),
      lambda(check),
      codeDeploy,
      codeDeploy,
    ]);
  });

  it('allow exactly what the function’s code calls of DynamoDB, as esbuild follows its sources', async () => {
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL('../../functions/inference/index.ts', import.meta.url))],
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      loader: { '.html': 'text', '.css': 'text', '.svg': 'text' },
      logLevel: 'silent',
    });
    const code = outputFiles.map(({ text }) => text).join('\n');
    const names = [...new Set([...code.matchAll(/\b([A-Z]\w+)Command\b/g)].map(([, name]) => name))];
    const called = names.filter((name) => `${name}Command` in dynamodb).sort();

    expect(called.map((name) => `dynamodb:${name} on AWS::DynamoDB::GlobalTable`)).toEqual(table);
  });

  it('have no statement for everything, and inline none beside these', () => {
    const statements = ofType('AWS::IAM::Policy').flatMap(
      ([, { Properties }]) => Properties.PolicyDocument.Statement as Statement[],
    );

    expect(statements.filter(({ Effect }) => Effect !== 'Allow')).toEqual([]);
    expect(JSON.stringify(statements)).not.toContain('*');
    for (const [, { Properties }] of ofType('AWS::IAM::Role'))
      expect(Properties).not.toHaveProperty('Policies');
  });
});

describe('what is kept and what is told', () => {
  it('is encrypted', () => {
    prod.allResourcesProperties('AWS::DynamoDB::GlobalTable', { SSESpecification: { SSEEnabled: true } });
  });

  it('is logged by every function and the gateway in log groups of the stack, which forget', () => {
    const groups = ofType('AWS::Lambda::Function').map(
      ([, { Properties }]) => Properties.LoggingConfig.LogGroup.Ref,
    );

    expect(new Set(groups).size).toBe(4);
    prod.allResourcesProperties('AWS::Logs::LogGroup', { RetentionInDays: 90 });
  });
});

describe('the alarms', () => {
  /** What each alarm says, above which value it rings, in how many minutes of how many. */
  function alarms(template: Template): string[] {
    return ofType('AWS::CloudWatch::Alarm', template).map(([, { Properties: alarm }]) =>
      [
        `${alarm.AlarmDescription.split(':').slice(0, 2).join(':')} |`,
        alarm.Threshold,
        `${alarm.DatapointsToAlarm}/${alarm.EvaluationPeriods}`,
        alarm.TreatMissingData,
      ].join(' '),
    );
  }

  it('of dev ring for what lasts', () => {
    expect(alarms(dev)).toEqual(
      expect.arrayContaining([
        'The address responded with 5xx: responses are lost | 4 1/1 notBreaching',
        'The gateway refused requests (429): raise throttleRate or throttleBurst | 9 1/1 notBreaching',
        'handwriting: p99 of the responses above 1000 ms | 1000 3/5 notBreaching',
        'handwriting: 10 responses or more later than 1000 ms within a minute | 9 1/1 notBreaching',
      ]),
    );
  });

  it('tell somebody when they begin and when they end', () => {
    prod.hasResourceProperties('AWS::SNS::Subscription', { Protocol: 'email', Endpoint: 'team@example.com' });
    for (const [, { Properties }] of ofType('AWS::CloudWatch::Alarm')) {
      expect(targets(Properties.AlarmActions)).toEqual(['AWS::SNS::Topic']);
      expect(Properties.OKActions).toEqual(Properties.AlarmActions);
    }
  });
});
