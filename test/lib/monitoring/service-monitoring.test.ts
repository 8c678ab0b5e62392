import { describe, expect, it } from 'vitest';
import { manifests, synthesise, type TestTemplate } from '../test-deployment.ts';
import { textOf } from './alarm-history.ts';

const { digits, letters } = manifests;
const quiet = synthesise('dev');
const prod = synthesise('prod alarmEmail=team@example.com');

/** The service name in the metrics of a stack's function. */
const serviceOf = (template: TestTemplate) =>
  template.variablesOf('handwriting').POWERTOOLS_SERVICE_NAME ?? '';

const alarms = (template: TestTemplate) => template.propertiesOf('AWS::CloudWatch::Alarm');

/** The pattern of the metric filter that creates a metric. */
function patternOf(template: TestTemplate, metricName: string): string {
  const filters = template.propertiesOf('AWS::Logs::MetricFilter');
  const filter = filters.find(({ MetricTransformations: [made] }) => made.MetricName === metricName);
  return textOf(filter?.FilterPattern);
}

describe('the alarms', () => {
  it('count POST and PUT requests behind a secret path, because the log has no routes there', () => {
    const template = synthesise('dev secretPath=neither-seen-nor-heard');

    expect(patternOf(template, 'RequestLatency')).toBe('{ $.method = "POST" || $.method = "PUT" }');
    expect(JSON.stringify(template.findResources('AWS::Logs::MetricFilter'))).not.toContain('neither-seen');
  });

  it('watch the alias, because the function’s metrics include versions without traffic', () => {
    const onLambda = alarms(prod).filter(({ Namespace }) => Namespace === 'AWS/Lambda');

    const ofAlias = onLambda.filter(({ Dimensions }) => JSON.stringify(Dimensions).includes('"Resource"'));
    expect([onLambda.length, ofAlias.length]).toEqual([3, 3]);
  });

  const thisAccount = { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } };

  prod.fact('publish over TLS only', 'AWS::SNS::TopicPolicy', {
    'PolicyDocument.Statement': expect.arrayContaining([
      expect.objectContaining({
        Effect: 'Allow',
        Action: 'sns:Publish',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Condition: expect.objectContaining(thisAccount),
      }),
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    ]),
  });
});

describe('the dashboard', () => {
  const body = JSON.stringify(prod.propertiesOf('AWS::CloudWatch::Dashboard')[0].DashboardBody);

  it('shows at the top which alarms ring, every one of them', () => {
    const shown = body.slice(body.indexOf('Alarms'), body.indexOf('Subsecond: '));

    for (const id of prod.idsOf('AWS::CloudWatch::Alarm')) expect(shown).toContain(id);
  });

  it('shows the function’s own metrics and those of AWS', () => {
    const metrics = ['PredictLatency', 'CacheLost', 'RequestLatency', 'Fallback'];
    for (const shown of [...metrics, 'AWS/ApiGateway', 'AWS/DynamoDB']) expect(body).toContain(shown);
  });
});

describe('several models behind one address', () => {
  const template = synthesise('prod', { models: [digits, letters] });

  it('each have an alarm for their own deadline', () => {
    const late = alarms(template).filter(({ MetricName }) => MetricName === 'RequestLatency');

    expect(late.map(({ Threshold }) => Threshold)).toEqual([1000, 2000]);
    expect(patternOf(template, 'RequestLatency')).toContain('POST /predictions/digits');
  });

  it('are measured in their own logs if a secret path hides routes from the gateway’s log', () => {
    const secret = synthesise('dev secretPath=neither-seen-nor-heard', { models: [digits, letters] });

    expect(patternOf(secret, 'Late')).toBe(
      `{ ($.service = "${secret.variablesOf('digits').POWERTOOLS_SERVICE_NAME}" && ` +
        '($.route = "POST *" || $.route = "PUT *") && $.route != "POST /explain") && $.Latency > 1000 }',
    );
  });

  it('are shown on one dashboard, each under its name, the address and the table once', () => {
    const [dashboard, ...others] = template.propertiesOf('AWS::CloudWatch::Dashboard');
    const body = JSON.stringify(dashboard.DashboardBody);
    const headings = [...body.matchAll(/### ([\w ]+)/g)].map(([, heading]) => heading?.trim());

    expect(others).toEqual([]);
    const headers = ['Subsecond: digits', 'Subsecond: letters', 'All models'];
    expect(headers.filter((header) => !body.includes(header))).toEqual([]);
    const ofModel = ['Objective', 'Lambda Function'];
    expect(headings).toEqual([...ofModel, ...ofModel, 'API Gateway V2 HTTP Endpoint', 'Dynamo Table']);
  });
});

it('two deployments in one account count under names of their own, and have dashboards of their own, in every region', () => {
  for (const [stage, template] of Object.entries({ dev: quiet, prod })) {
    const [dashboard] = template.propertiesOf('AWS::CloudWatch::Dashboard');
    const [name, ...region] = dashboard.DashboardName['Fn::Join'][1];

    expect(serviceOf(template)).toMatch(new RegExp(`^subsecond-handwriting-${stage}-Task-handwriting`));
    expect(name).toContain(`subsecond-handwriting-${stage}-Monitoring`);
    expect(region).toEqual([{ Ref: 'AWS::Region' }]);
  }
});
