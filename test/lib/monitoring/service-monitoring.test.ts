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

/** The pattern of the metric filter that makes a metric. */
function patternOf(template: Template, metricName: string): string {
  const filters = template.findResources('AWS::Logs::MetricFilter', {
    Properties: { MetricTransformations: [{ MetricName: metricName }] },
  });
  return Object.values(filters)[0]?.Properties.FilterPattern;
}

describe('the alarms', () => {
  it('measure what callers wait, on the routes that take requests and no others', () => {
    expect(patternOf(prod, 'Late')).toBe(
      '{ (($.route = "POST /inference" || $.route = "POST /models/handwriting/*" || ' +
        '$.route = "POST /predictions/handwriting" || $.route = "POST /v2/models/handwriting/*") && ' +
        '$.userAgent != "subsecond-synthetic-request") && $.responseMilliseconds > 1000 }',
    );
    prod.hasResourceProperties('AWS::Logs::MetricFilter', {
      LogGroupName: { Ref: Match.stringLikeRegexp('HttpAccessLog') },
      MetricTransformations: [{ MetricName: 'RequestLatency', MetricValue: '$.responseMilliseconds' }],
    });
  });

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
      'CacheLost',
      'RequestLatency',
      'Fallback',
      'AWS/ApiGateway',
      'AWS/DynamoDB',
    ]) {
      expect(dashboards).toContain(shown);
    }
  });
});

describe('the top of the dashboard', () => {
  it('shows which alarms ring, every one of them', () => {
    const [dashboard] = Object.values(prod.findResources('AWS::CloudWatch::Dashboard'));
    const body = JSON.stringify(dashboard?.Properties.DashboardBody);
    const shown = body.slice(body.indexOf('Alarms'), body.indexOf('Subsecond: '));

    for (const id of Object.keys(prod.findResources('AWS::CloudWatch::Alarm'))) expect(shown).toContain(id);
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

describe('silence', () => {
  const expecting = synthesise('prod', {
    models: [manifests.digits, manifests.weather],
    overrides: {
      'digits.silenceMinutes': '15',
      'digits.warmFrom': '22:00',
      'digits.warmUntil': '06:30',
      'digits.timeZone': 'Asia/Taipei',
    },
  });

  it('is none outside the warm hours, until a first silence can be known', () => {
    expecting.hasResourceProperties('AWS::CloudWatch::AlarmMuteRule', {
      MuteTargets: { AlarmNames: [{ Ref: Match.stringLikeRegexp('Silence') }] },
      Rule: {
        Schedule: { Expression: 'cron(30 6 * * *)', Duration: 'PT15H45M', Timezone: 'Asia/Taipei' },
      },
    });
  });
});

describe('the synthetic request', () => {
  const synthetic = synthesise('dev', {
    overrides: { syntheticRequest: 'true', access: 'iam', serverSaltSecret: '/a' },
  });

  it('is sent every five minutes at the address that callers use', () => {
    synthetic.hasResourceProperties('AWS::Scheduler::Schedule', {
      ScheduleExpression: 'rate(5 minutes)',
      Target: Match.objectLike({ RetryPolicy: { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 } }),
    });
    synthetic.hasResourceProperties('AWS::Lambda::Function', {
      Handler: 'synthetic-request.handler',
      Layers: [{ Ref: Match.stringLikeRegexp('ModelsLayer') }],
      Environment: {
        Variables: Match.objectLike({
          SIGN: 'yes',
          SERVICE: serviceOf(synthetic),
          DEADLINE_MILLISECONDS: '1000',
        }),
      },
    });
  });

  it('may send this model’s requests, and nothing else', () => {
    const statements = Object.values(synthetic.findResources('AWS::IAM::Policy'))
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
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
  it('tells somebody when four fifths of a month’s money are gone, and when it will not last', () => {
    const template = synthesise('dev', {
      overrides: { monthlyBudget: '300', alarmEmail: 'team@example.com' },
    });

    template.hasResourceProperties('AWS::Budgets::Budget', {
      Budget: { BudgetLimit: { Amount: 300, Unit: 'USD' }, TimeUnit: 'MONTHLY' },
      NotificationsWithSubscribers: [
        Match.objectLike({ Notification: Match.objectLike({ NotificationType: 'ACTUAL', Threshold: 80 }) }),
        Match.objectLike({
          Notification: Match.objectLike({ NotificationType: 'FORECASTED', Threshold: 100 }),
        }),
      ],
    });
  });
});
