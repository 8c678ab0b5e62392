import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { ServiceMonitoring } from '../../../lib/monitoring/service-monitoring.ts';
import {
  addEndpoint,
  createTestStack,
  manifests,
  propertiesOf,
  states,
  synthesise,
  variablesOf,
} from '../test-deployment.ts';

const quiet = synthesise('dev');
const prod = synthesise('prod', { overrides: { alarmEmail: 'team@example.com' } });

/** The name under which a stack's function counts. */
function serviceOf(template: Template): string {
  return variablesOf(template, 'handwriting').POWERTOOLS_SERVICE_NAME ?? '';
}

const alarms = (template: Template) => propertiesOf(template, 'AWS::CloudWatch::Alarm');

/** The pattern of the metric filter that makes a metric. */
function patternOf(template: Template, metricName: string): string {
  const filters = template.findResources('AWS::Logs::MetricFilter', {
    Properties: { MetricTransformations: [{ MetricName: metricName }] },
  });
  return Object.values(filters)[0]?.Properties.FilterPattern;
}

describe('the alarms', () => {
  it('go by what is posted behind a secret path, which no route in the log may tell', () => {
    const template = synthesise('dev', { overrides: { secretPath: 'neither-seen-nor-heard' } });

    expect(patternOf(template, 'RequestLatency')).toBe(
      '{ ($.method = "POST") && $.userAgent != "subsecond-synthetic-request" }',
    );
    expect(JSON.stringify(template.findResources('AWS::Logs::MetricFilter'))).not.toContain('neither-seen');
  });

  it('watch the alias, because the function’s own metrics mix in versions that serve nobody', () => {
    const onLambda = alarms(prod).filter(({ Namespace }) => Namespace === 'AWS/Lambda');

    for (const { Dimensions } of onLambda) {
      expect(Dimensions).toContainEqual(expect.objectContaining({ Name: 'Resource' }));
    }
    expect(onLambda).toHaveLength(3);
  });

  const topicStatements = expect.arrayContaining([
    expect.objectContaining({
      Effect: 'Allow',
      Action: 'sns:Publish',
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Condition: expect.objectContaining({
        StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
      }),
    }),
    expect.objectContaining({
      Effect: 'Deny',
      Condition: { Bool: { 'aws:SecureTransport': 'false' } },
    }),
  ]);
  states(prod, [
    ['publish over TLS only', 'AWS::SNS::TopicPolicy', { 'PolicyDocument.Statement': topicStatements }],
  ]);
});

describe('the dashboard', () => {
  const body = JSON.stringify(propertiesOf(prod, 'AWS::CloudWatch::Dashboard')[0]?.DashboardBody);

  it('shows at the top which alarms ring, every one of them', () => {
    const shown = body.slice(body.indexOf('Alarms'), body.indexOf('Subsecond: '));

    for (const id of Object.keys(prod.findResources('AWS::CloudWatch::Alarm'))) expect(shown).toContain(id);
  });

  it('shows the function’s own metrics and those of AWS', () => {
    const metrics = ['PredictLatency', 'CacheLost', 'RequestLatency', 'Fallback'];
    for (const shown of [...metrics, 'AWS/ApiGateway', 'AWS/DynamoDB']) expect(body).toContain(shown);
  });
});

describe('several models behind one address', () => {
  const template = synthesise('prod', { models: [manifests.digits, manifests.letters] });

  it('are each watched by an alarm for the own deadline', () => {
    const late = alarms(template).filter(({ MetricName }) => MetricName === 'RequestLatency');

    expect(late.map(({ Threshold }) => Threshold)).toEqual([1000, 2000]);
    expect(patternOf(template, 'RequestLatency')).toContain('POST /predictions/digits');
  });

  it('are measured by themselves where a secret path keeps the gateway’s log from telling them apart', () => {
    const secret = synthesise('dev', {
      models: [manifests.digits, manifests.letters],
      overrides: { secretPath: 'neither-seen-nor-heard' },
    });

    expect(patternOf(secret, 'Late')).toBe(
      '{ ($.route = "POST *" && $.route != "POST /explain" && ' +
        '($.request_id NOT EXISTS || $.request_id != "synthetic-*")) && $.Latency > 1000 }',
    );
    const sampled = { secretPath: 'neither-seen-nor-heard', logPercent: '10' };
    expect(() =>
      synthesise('dev', { models: [manifests.digits, manifests.letters], overrides: sampled }),
    ).toThrow(/logPercent must be 100: only the function's own lines tell the requests of digits apart/);
  });

  it('are shown on one dashboard, each under its name, the address and the table once', () => {
    const [dashboard, ...others] = Object.values(template.findResources('AWS::CloudWatch::Dashboard'));
    const body = JSON.stringify(dashboard?.Properties.DashboardBody);
    const headings = [...body.matchAll(/### ([\w ]+)/g)].map(([, heading]) => heading?.trim());

    expect(others).toEqual([]);
    for (const header of ['Subsecond: digits', 'Subsecond: letters', 'All models'])
      expect(body).toContain(header);
    expect(headings).toEqual([
      'Objective',
      'Lambda Function',
      'Objective',
      'Lambda Function',
      'API Gateway V2 HTTP Endpoint',
      'Dynamo Table',
    ]);
  });
});

it('two deployments in one account count under names of their own, and have dashboards of their own, in every region', () => {
  for (const [stage, template] of [
    ['dev', quiet],
    ['prod', prod],
  ] as const) {
    const [dashboard] = propertiesOf(template, 'AWS::CloudWatch::Dashboard');

    expect(serviceOf(template)).toMatch(new RegExp(`^subsecond-handwriting-${stage}-Task-handwriting`));
    expect(dashboard?.DashboardName['Fn::Join'][1]).toEqual([
      expect.stringContaining(`subsecond-handwriting-${stage}-Monitoring`),
      { Ref: 'AWS::Region' },
    ]);
  }
});

it.each([
  ['of a model that there is not', 'weather', { from: '08:00', until: '18:00' }, /weather, which is none/],
  ['at hours that are none', 'digits', { from: '8 am', until: '18:00' }, /hours.from must be a time of day/],
])('traffic %s cannot be expected', (_, model, hours, message) => {
  const stack = createTestStack();
  const endpoints = [addEndpoint(stack)] as const;
  const expectedTraffic = { [model]: { silenceMinutes: 5, hours } };

  expect(() => new ServiceMonitoring(stack, 'Monitoring', { endpoints, expectedTraffic })).toThrow(message);
});

describe('the synthetic request', () => {
  const synthetic = synthesise('dev', {
    overrides: { syntheticRequest: 'true', access: 'iam', serverSaltSecret: '/a' },
  });

  states(synthetic, [
    [
      'is sent every five minutes',
      'AWS::Scheduler::Schedule',
      {
        ScheduleExpression: 'rate(5 minutes)',
        'Target.RetryPolicy': { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 },
      },
    ],
    [
      'is signed, with samples of the model',
      'AWS::Lambda::Function',
      {
        Handler: 'synthetic-request.handler',
        Layers: [{ Ref: expect.stringMatching('ModelsLayer') }],
        'Environment.Variables.SIGN': 'yes',
        'Environment.Variables.SERVICE': serviceOf(synthetic),
        'Environment.Variables.DEADLINE_MILLISECONDS': '1000',
      },
    ],
  ]);

  it('may send this model’s requests, and nothing else', () => {
    const statements = propertiesOf(synthetic, 'AWS::IAM::Policy')
      .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
      .filter(({ Action }) => Action === 'execute-api:Invoke');

    const paths = statements.flatMap(({ Resource }) =>
      [Resource].flat().map((arn) => JSON.stringify(arn).match(/\$default\/([^"]+)/)?.[1]),
    );
    expect(paths.sort()).toEqual([
      'POST/inference',
      'POST/predictions/handwriting',
      'POST/v2/models/handwriting/infer',
    ]);
  });
});

describe('spending', () => {
  const overrides = { monthlyBudget: '300', alarmEmail: 'team@example.com' };
  const notification = 'NotificationsWithSubscribers';

  states(synthesise('dev', { overrides }), [
    [
      'tells somebody when four fifths of a month’s money are gone, and when it will not last',
      'AWS::Budgets::Budget',
      {
        'Budget.BudgetLimit': { Amount: 300, Unit: 'USD' },
        'Budget.TimeUnit': 'MONTHLY',
        [`${notification}.0.Notification.NotificationType`]: 'ACTUAL',
        [`${notification}.0.Notification.Threshold`]: 80,
        [`${notification}.1.Notification.NotificationType`]: 'FORECASTED',
        [`${notification}.1.Notification.Threshold`]: 100,
      },
    ],
  ]);
});
