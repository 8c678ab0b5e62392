import { fileURLToPath } from 'node:url';
import * as dynamodb from '@aws-sdk/client-dynamodb';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { addTestDeployment, manifests, type Properties, synthesise, templateOf } from './test-deployment.ts';

type Statement = { readonly Action: string | readonly string[]; readonly Resource: unknown };

/** A deployment of two models to the stage `prod`. The tests check the properties that a security review would check. */
const { stack } = addTestDeployment('prod alarmEmail=team@example.com serverSaltSecret=/subsecond/salt', {
  models: [manifests.digits, manifests.handwriting],
});
const prod = templateOf(stack);
const { Resources } = prod.toJSON();

/** The types of the resources that a value refers to, as `AWS::…`, and `*` if it has a wildcard. */
function targets(value: unknown): string[] {
  const text = JSON.stringify(value);
  const ids = [...text.matchAll(/"(?:Ref|Fn::GetAtt)":\[?"([^"]+)"/g)].map(([, id = '']) => id);
  const types = ids.flatMap((id) => Resources[id]?.Type ?? []);
  return [...new Set(types), ...(/"\*"/.test(text) ? ['*'] : [])];
}

/** All statements of a role's policies, as "action on type". */
function permissions(roleId: string): string[] {
  return prod
    .propertiesOf('AWS::IAM::Policy')
    .filter(({ Roles }) => Roles.some(({ Ref }: { Ref: string }) => Ref === roleId))
    .flatMap(({ PolicyDocument }): Statement[] => PolicyDocument.Statement)
    .flatMap(({ Action, Resource }) => [Action].flat().map((action) => `${action} on ${targets(Resource)}`))
    .sort();
}

describe('the resources', () => {
  it('that hold irreplaceable data or logs survive the stack', () => {
    const kept = Object.values<Record<string, string>>(Resources).filter((one) => 'DeletionPolicy' in one);

    expect(
      new Set(kept.map((one) => `${one.Type} ${one.DeletionPolicy} ${one.UpdateReplacePolicy}`)),
    ).toEqual(
      new Set([
        // RetainExceptOnCreate deletes a resource that a failed deployment has just created.
        'AWS::DynamoDB::GlobalTable RetainExceptOnCreate Retain',
        'AWS::Lambda::Version RetainExceptOnCreate Retain',
        'AWS::Logs::LogGroup RetainExceptOnCreate Retain',
        'Custom::ReleaseCheck Delete Delete',
      ]),
    );
    expect(stack.terminationProtection).toBe(true);
  });

  it('say which stage they belong to', () => {
    const tag = { Key: 'subsecond:stage', Value: 'prod' };

    for (const { Tags } of prod.propertiesOf('AWS::Lambda::Function')) expect(Tags).toContainEqual(tag);
    const tables = prod.propertiesOf('AWS::DynamoDB::GlobalTable');
    expect(tables.map(({ Replicas }) => Replicas[0].Tags)).toEqual([[tag]]);
  });
});

describe('the roles', () => {
  const roles = Object.entries(prod.findResources('AWS::IAM::Role')).map(([id, { Properties }]) => ({
    who: Properties.AssumeRolePolicyDocument.Statement.map((one: Properties) => one.Principal.Service).join(),
    managed: JSON.stringify(Properties.ManagedPolicyArns ?? []).match(/aws:policy\/[\w/-]+/g) ?? [],
    may: permissions(id),
  }));
  const logs = ['logs:CreateLogStream on AWS::Logs::LogGroup', 'logs:PutLogEvents on AWS::Logs::LogGroup'];
  const table = ['GetItem', 'PutItem'].map((call) => `dynamodb:${call} on AWS::DynamoDB::GlobalTable`);

  it('have exactly these permissions, for named resources of this stack', () => {
    const invoke = 'lambda:InvokeFunction on AWS::Lambda::Function,AWS::Lambda::Version';
    const lambda = (...may: string[]) => ({ who: 'lambda.amazonaws.com', managed: [], may });
    const check = lambda(invoke, ...logs);
    const managed = ['aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited'];
    const codeDeploy = { who: 'codedeploy.amazonaws.com', managed, may: [] };

    // The salt of signatures is a parameter outside of the stack, so the permission to read it names no resource type.
    const signing = lambda(...table, ...logs, 'ssm:GetParameter on ');
    expect(roles).toEqual([lambda(...table, ...logs), signing, check, check, codeDeploy, codeDeploy]);
  });

  it('allow exactly the DynamoDB commands in the function’s bundle', async () => {
    const entryPoint = fileURLToPath(new URL('../../functions/inference/index.ts', import.meta.url));
    const loader = { '.html': 'text', '.css': 'text', '.svg': 'text' } as const;
    const external = { bundle: true, format: 'esm', packages: 'external', write: false } as const;
    const { outputFiles } = await build({ entryPoints: [entryPoint], loader, platform: 'node', ...external });
    const code = outputFiles.map(({ text }) => text).join('\n');
    const names = [...new Set([...code.matchAll(/\b([A-Z]\w+)Command\b/g)].map(([, name]) => name))];
    const called = names.filter((name) => `${name}Command` in dynamodb).sort();

    expect(called.map((name) => `dynamodb:${name} on AWS::DynamoDB::GlobalTable`)).toEqual(table);
  });

  it('have no wildcard statement, and no other inline policies', () => {
    expect(prod.statements().filter(({ Effect }) => Effect !== 'Allow')).toEqual([]);
    expect(JSON.stringify(prod.statements())).not.toContain('*');
    for (const role of prod.propertiesOf('AWS::IAM::Role')) expect(role).not.toHaveProperty('Policies');
  });
});

describe('the stored data', () => {
  it('is encrypted in the table', () => {
    prod.allResourcesProperties('AWS::DynamoDB::GlobalTable', { SSESpecification: { SSEEnabled: true } });
  });

  it('includes the logs of every function and the gateway, which expire', () => {
    const functions = prod.propertiesOf('AWS::Lambda::Function');

    expect(new Set(functions.map(({ LoggingConfig }) => LoggingConfig.LogGroup.Ref)).size).toBe(4);
    prod.allResourcesProperties('AWS::Logs::LogGroup', { RetentionInDays: 90 });
  });
});

describe('the alarms', () => {
  it('of dev ring for lasting problems', () => {
    const alarms = synthesise('dev').propertiesOf('AWS::CloudWatch::Alarm');

    const descriptions = alarms.map(
      ({ AlarmDescription, Threshold, DatapointsToAlarm, EvaluationPeriods, TreatMissingData }) =>
        `${AlarmDescription.split(':').slice(0, 2).join(':')} | ${Threshold} ` +
        `${DatapointsToAlarm}/${EvaluationPeriods} ${TreatMissingData}`,
    );
    expect(descriptions).toEqual(
      expect.arrayContaining([
        'The address responded with 5xx: responses are lost | 4 1/1 notBreaching',
        'The gateway refused requests (429): raise throttleRate or throttleBurst | 9 1/1 notBreaching',
        'handwriting: the p99 latency of responses is above 1000 ms | 1000 3/5 notBreaching',
        'handwriting: 10 or more responses later than 1000 ms within a minute | 9 1/1 notBreaching',
      ]),
    );
  });

  it('notify when they begin and when they end', () => {
    prod.hasResourceProperties('AWS::SNS::Subscription', { Protocol: 'email', Endpoint: 'team@example.com' });
    for (const { AlarmActions, OKActions } of prod.propertiesOf('AWS::CloudWatch::Alarm')) {
      expect(targets(AlarmActions)).toEqual(['AWS::SNS::Topic']);
      expect(OKActions).toEqual(AlarmActions);
    }
  });
});
