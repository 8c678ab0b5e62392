import { Match, type Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { manifests, synthesise, variablesOf } from '../test-deployment.ts';

const quiet = synthesise('dev');
const prod = synthesise('prod', { overrides: { alarmEmail: 'team@example.com' } });

/** The name under which a stack's function counts. */
function serviceOf(template: Template): string {
  return variablesOf(template, 'handwriting').POWERTOOLS_SERVICE_NAME ?? '';
}

function alarms(template: Template): Record<string, unknown>[] {
  return Object.values(template.findResources('AWS::CloudWatch::Alarm')).map(({ Properties }) => Properties);
}

describe('the alarms', () => {
  it.each([
    [
      'p99 of the endpoint against a second',
      { MetricName: 'Latency', ExtendedStatistic: 'p99', Threshold: 1000 },
    ],
    ['spill-over above zero', { MetricName: 'ProvisionedConcurrencySpilloverInvocations', Threshold: 0 }],
    ['errors of the function', { Namespace: 'AWS/Lambda', MetricName: 'Errors', Threshold: 0 }],
    ['server errors of the endpoint', { Namespace: 'AWS/ApiGateway', MetricName: '5xx', Threshold: 0 }],
    ['throttles', { Namespace: 'AWS/Lambda', MetricName: 'Throttles', Threshold: 0 }],
    [
      'a degraded cache',
      {
        Namespace: 'Subsecond',
        MetricName: 'CacheDegraded',
        Threshold: 0,
        Dimensions: [{ Name: 'service', Value: serviceOf(prod) }],
      },
    ],
  ])('watch %s', (_, properties) => {
    prod.hasResourceProperties('AWS::CloudWatch::Alarm', {
      ComparisonOperator: 'GreaterThanThreshold',
      TreatMissingData: 'notBreaching',
      ...properties,
    });
  });

  it('watch the alias, because the function’s own metrics mix in versions that serve nobody', () => {
    const onLambda = alarms(prod).filter(({ Namespace }) => Namespace === 'AWS/Lambda');

    for (const { Dimensions } of onLambda) {
      expect(Dimensions).toContainEqual(expect.objectContaining({ Name: 'Resource' }));
    }
    expect(onLambda).toHaveLength(3);
  });

  it('follow the budget of the caller', () => {
    synthesise('dev', { overrides: { budgetMilliseconds: '700' } }).hasResourceProperties(
      'AWS::CloudWatch::Alarm',
      {
        MetricName: 'Latency',
        Threshold: 700,
      },
    );
  });

  it('send an e-mail when they ring and when they stop', () => {
    const topic = { Ref: Object.keys(prod.findResources('AWS::SNS::Topic'))[0] };

    prod.hasResourceProperties('AWS::SNS::Subscription', { Protocol: 'email', Endpoint: 'team@example.com' });
    for (const { AlarmActions, OKActions } of alarms(prod)) {
      expect(AlarmActions).toEqual([topic]);
      expect(OKActions).toEqual([topic]);
    }
  });

  it('may publish to the topic whose policy demands TLS', () => {
    prod.hasResourceProperties('AWS::SNS::TopicPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Effect: 'Allow',
            Action: 'sns:Publish',
            Principal: { Service: 'cloudwatch.amazonaws.com' },
            Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
          }),
        ]),
      },
    });
  });

  it('tell nobody when no address is given', () => {
    quiet.resourceCountIs('AWS::SNS::Topic', 0);
  });
});

describe('the dashboard', () => {
  it('shows the function’s own metrics beside those of AWS', () => {
    const dashboards = JSON.stringify(prod.findResources('AWS::CloudWatch::Dashboard'));

    for (const shown of [
      'Subsecond: handwriting',
      'PredictLatency',
      'CacheDegraded',
      'Fallback',
      'AWS/ApiGateway',
      'AWS/DynamoDB',
    ]) {
      expect(dashboards).toContain(shown);
    }
  });
});

describe('several tasks behind one address', () => {
  const template = synthesise('prod', { tasks: [manifests.digits, manifests.letters] });

  it('are each watched by an alarm for the own budget, and the address by the longest', () => {
    const late = alarms(template).filter(({ MetricName }) => MetricName === 'Latency');

    expect(late.map(({ Namespace, Threshold }) => [Namespace, Threshold])).toEqual(
      expect.arrayContaining([
        ['AWS/ApiGateway', 2000],
        ['Subsecond', 1000],
        ['Subsecond', 2000],
      ]),
    );
    expect(late).toHaveLength(3);
  });

  it('have alarms that say of which task they speak', () => {
    const own = alarms(template).filter(({ Namespace }) => Namespace !== 'AWS/ApiGateway');

    expect(own).toHaveLength(10);
    for (const { AlarmDescription } of own) expect(AlarmDescription).toMatch(/^(digits|letters): /);
  });

  it('are shown on one dashboard, each under its name, the address and the table once', () => {
    const [dashboard, ...others] = Object.values(template.findResources('AWS::CloudWatch::Dashboard'));
    const body = JSON.stringify(dashboard?.Properties.DashboardBody);
    const headings = [...body.matchAll(/### ([\w ]+)/g)].map(([, heading]) => heading?.trim());

    expect(others).toEqual([]);
    for (const header of ['Subsecond: digits', 'Subsecond: letters', 'All tasks'])
      expect(body).toContain(header);
    expect(headings).toEqual([
      'The promise',
      'Lambda Function',
      'The promise',
      'Lambda Function',
      'API Gateway V2 HTTP Endpoint',
      'Dynamo Table',
    ]);
  });

  it('are released on their own: another task’s errors take nothing back', () => {
    const groups = Object.values(template.findResources('AWS::CodeDeploy::DeploymentGroup'));
    const all = template.findResources('AWS::CloudWatch::Alarm');

    const watched = groups.map(({ Properties }) =>
      Properties.AlarmConfiguration.Alarms.map(
        ({ Name }: { Name: { Ref: string } }) => all[Name.Ref]?.Properties.AlarmDescription,
      ).sort(),
    );

    expect(watched).toEqual(
      ['digits', 'letters'].map((task, index) =>
        [
          'The address answered 5xx',
          `${task}: p99 of the function above ${index + 1}000 ms`,
          `${task}: the function failed`,
          'p99 of the address above 2000 ms',
        ].sort(),
      ),
    );
  });
});

describe('two deployments in one account', () => {
  const services = [quiet, prod].map(serviceOf);

  it('count under names of their own', () => {
    expect(services).toEqual([
      expect.stringMatching(/^subsecond-handwriting-dev-Task-handwriting/),
      expect.stringMatching(/^subsecond-handwriting-prod-Task-handwriting/),
    ]);
  });

  it('have dashboards of their own, in every region', () => {
    const names = [quiet, prod].map((template) =>
      Object.values(template.findResources('AWS::CloudWatch::Dashboard')).map(
        ({ Properties }) => Properties.DashboardName,
      ),
    );

    expect(names).toEqual(
      ['dev', 'prod'].map((stage) => [
        {
          'Fn::Join': [
            '',
            [
              expect.stringMatching(new RegExp(`^subsecond-handwriting-${stage}-Monitoring.*-$`)),
              { Ref: 'AWS::Region' },
            ],
          ],
        },
      ]),
    );
  });
});

describe('a release', () => {
  it('shows a new version to a tenth of the traffic for five minutes in prod', () => {
    prod.hasResourceProperties('AWS::CodeDeploy::DeploymentGroup', {
      DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
      DeploymentStyle: { DeploymentOption: 'WITH_TRAFFIC_CONTROL' },
    });
    const [alias] = Object.values(prod.findResources('AWS::Lambda::Alias'));
    expect(alias?.UpdatePolicy.CodeDeployLambdaAliasUpdate).toHaveProperty('DeploymentGroupName');
  });

  it('is taken back when it is slow or fails, but not for the spill-over that splitting an alias causes', () => {
    const [group] = Object.values(prod.findResources('AWS::CodeDeploy::DeploymentGroup'));
    const all = prod.findResources('AWS::CloudWatch::Alarm');

    const watched = group?.Properties.AlarmConfiguration.Alarms.map(
      ({ Name }: { Name: { Ref: string } }) => all[Name.Ref]?.Properties.MetricName,
    );

    expect(watched.sort()).toEqual(['5xx', 'Errors', 'Latency']);
    expect(group?.Properties.AutoRollbackConfiguration.Events).toContain('DEPLOYMENT_STOP_ON_ALARM');
  });

  it('goes out at once in dev', () => {
    quiet.resourceCountIs('AWS::CodeDeploy::DeploymentGroup', 0);
  });
});
