import { describe, expect, it } from 'vitest';
import { manifests, synthesise } from '../test-deployment.ts';

const models = [manifests.digits, manifests.letters];
const prod = synthesise('prod', { models });

describe('a release', () => {
  prod.fact('sends a tenth of the traffic to a new version first', 'AWS::CodeDeploy::DeploymentGroup', {
    DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
    'DeploymentStyle.DeploymentOption': 'WITH_TRAFFIC_CONTROL',
    'AutoRollbackConfiguration.Events': expect.arrayContaining(['DEPLOYMENT_STOP_ON_ALARM']),
  });

  it('is rolled back for its own errors, but not for cold starts or errors of another model', () => {
    const all = prod.findResources('AWS::CloudWatch::Alarm');
    const groups = prod.propertiesOf('AWS::CodeDeploy::DeploymentGroup');

    const watched = groups.map(({ AlarmConfiguration: { Alarms } }) =>
      Alarms.map(({ Name }: { Name: { Ref: string } }) => all[Name.Ref]?.Properties.AlarmDescription),
    );
    expect(watched).toEqual(
      ['digits', 'letters'].map((model, index) => [
        `${model}: the function crashed, or did not end in time`,
        `${model}: the function responded with 5xx; its log says why`,
        `${model}: the p99 latency in the function, after its start, is above ${index + 1}000 ms`,
      ]),
    );
  });
});

it.each(['prod', 'dev'])(
  '%s sends each new version its own samples before anything is provisioned for it or any traffic comes',
  (stage) => {
    const template = synthesise(stage, { models });
    const verdicts = Object.entries(template.findResources('Custom::ReleaseCheck'));
    const aliases = Object.values(template.findResources('AWS::Lambda::Alias'));

    expect(verdicts).toHaveLength(2);
    for (const [id, { Properties }] of verdicts) {
      const [alias, ...others] = aliases.filter(({ DependsOn = [] }) => DependsOn.includes(id));
      expect(alias?.Properties.FunctionVersion).toEqual(Properties.Version);
      expect(others).toEqual([]);
      const [fn] = Properties.ServiceToken['Fn::GetAtt'];
      expect(template.findResources('AWS::Lambda::Function')[fn]?.Properties).toMatchObject({
        Handler: 'release-check.handler',
        Environment: { Variables: { FUNCTION_NAME: alias?.Properties.FunctionName } },
      });
    }
  },
);

describe('a hotfix', () => {
  const hotfix = synthesise('prod hotfix=true');

  it('is switched by CloudFormation itself, without samples, despite alarms', () => {
    for (const alias of Object.values(hotfix.findResources('AWS::Lambda::Alias'))) {
      expect(alias).not.toHaveProperty('UpdatePolicy');
    }
  });

  hotfix.fact('is not checked', 'Custom::ReleaseCheck', 0);
  hotfix.fact('keeps the CodeDeploy group for the next release', 'AWS::CodeDeploy::DeploymentGroup', 1);
});
