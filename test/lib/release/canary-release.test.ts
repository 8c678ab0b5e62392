import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { manifests, synthesise } from '../test-deployment.ts';

const prod = synthesise('prod', { models: [manifests.digits, manifests.letters] });

/** Of each model, in its order. */
function groups() {
  return Object.values(prod.findResources('AWS::CodeDeploy::DeploymentGroup')).map(
    ({ Properties }) => Properties,
  );
}

describe('a release', () => {
  it('shows a new version to a tenth of the traffic for five minutes in prod', () => {
    prod.hasResourceProperties('AWS::CodeDeploy::DeploymentGroup', {
      DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
      DeploymentStyle: { DeploymentOption: 'WITH_TRAFFIC_CONTROL' },
      AutoRollbackConfiguration: { Events: Match.arrayWith(['DEPLOYMENT_STOP_ON_ALARM']) },
    });
  });

  it('is taken back for what its own code does, and not for cold starts of the shift, nor for another model', () => {
    const all = prod.findResources('AWS::CloudWatch::Alarm');

    const watched = groups().map(({ AlarmConfiguration }) =>
      AlarmConfiguration.Alarms.map(
        ({ Name }: { Name: { Ref: string } }) => all[Name.Ref]?.Properties.AlarmDescription,
      ),
    );

    expect(watched).toEqual(
      ['digits', 'letters'].map((model, index) => [
        `${model}: the function crashed, or did not end in time`,
        `${model}: the function responded with 5xx; its log says why`,
        `${model}: p99 of the function, once started, above ${index + 1}000 ms`,
      ]),
    );
  });

  it('asks the new version its own samples before any traffic', () => {
    for (const model of ['digits', 'letters']) {
      const checks = prod.findResources('AWS::Lambda::Function', {
        Properties: {
          Handler: 'release-check.handler',
          Environment: { Variables: { MODEL_DIRECTORY: `/opt/models/${model}` } },
        },
      });
      const [[check, { Properties }] = ['', { Properties: {} }]] = Object.entries(checks);
      const { NEW_VERSION, FUNCTION_NAME } = Properties.Environment.Variables;
      const aliases = Object.values(prod.findResources('AWS::Lambda::Alias')).filter(
        (alias) => alias.Properties.FunctionName.Ref === FUNCTION_NAME.Ref,
      );

      expect(aliases).toHaveLength(1);
      expect(aliases[0]?.UpdatePolicy.CodeDeployLambdaAliasUpdate.BeforeAllowTrafficHook).toEqual({
        Ref: check,
      });
      expect(aliases[0]?.Properties.FunctionVersion).toEqual(NEW_VERSION);
    }
  });

  it('lets the check ask that version alone, and tell CodeDeploy of this release alone', () => {
    const statements = Object.entries(prod.findResources('AWS::IAM::Policy'))
      .filter(([id]) => id.startsWith('Releasedigits') && id.includes('Check'))
      .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement)
      .filter(({ Action }) => !JSON.stringify(Action).includes('logs:'));

    expect(statements).toEqual([
      {
        Effect: 'Allow',
        Action: 'lambda:InvokeFunction',
        Resource: { 'Fn::Join': ['', [expect.anything(), ':', expect.anything()]] },
      },
      {
        Effect: 'Allow',
        Action: 'codedeploy:PutLifecycleEventHookExecutionStatus',
        Resource: {
          'Fn::Join': [
            '',
            expect.arrayContaining([':deploymentgroup:'].map((part) => expect.stringContaining(part))),
          ],
        },
      },
    ]);
  });

  it('goes out at once in dev', () => {
    synthesise('dev').resourceCountIs('AWS::CodeDeploy::DeploymentGroup', 0);
  });
});

describe('a hotfix', () => {
  const hotfix = synthesise('prod', { overrides: { hotfix: 'true' } });

  it('is moved by CloudFormation itself, without samples, whatever the alarms say', () => {
    for (const alias of Object.values(hotfix.findResources('AWS::Lambda::Alias'))) {
      expect(alias).not.toHaveProperty('UpdatePolicy');
    }
  });

  it('leaves everything there for the next release', () => {
    hotfix.resourceCountIs('AWS::CodeDeploy::DeploymentGroup', 1);
    hotfix.hasResourceProperties('AWS::Lambda::Function', { Handler: 'release-check.handler' });
  });
});
