/** The bill must count the resources that lib/ deploys, so these tests count them in templates. */
import { describe, expect, it } from 'vitest';
import { AUTHORIZER_MEGABYTES, CACHED_SECONDS } from '../../../cost/bill/usage/authorizer.ts';
import { stageManaged } from '../../../cost/command/input/managed.ts';
import { deployedConfiguration } from '../../../cost/command/input/stage.ts';
import type { Configuration } from '../../../cost/workload/workload.ts';
import { resolveConfiguration } from '../../../lib/configuration/resolve-configuration.ts';
import type { ModelManifest } from '../../../lib/model-manifest.ts';
import type { EndpointMetricName } from '../../../lib/monitoring/endpoint-metrics.ts';
import { manifests, synthesise } from '../../lib/test-deployment.ts';
import { loadOf, priceBook } from '../price-book.ts';

const { digits, handwriting, weather } = manifests;

/** The models of a deployment as billed. */
function billed(stage: string, models: readonly ModelManifest[], settings: Record<string, string> = {}) {
  const service = resolveConfiguration(stage, models, settings);
  return service.models.map((model) => deployedConfiguration(service, model, loadOf(1, 100), priceBook()));
}

function sum(models: readonly Configuration[], name: 'alarms' | 'metrics' | 'dashboards'): number {
  return models.reduce((total, configuration) => total + configuration[name], 0);
}

/** All metric names of the function. The compiler keeps the list complete. */
const COUNTED: Readonly<Record<EndpointMetricName, true>> = {
  Latency: true,
  ...{ ContractLatency: true, CacheGetLatency: true, DecodeLatency: true, PredictLatency: true },
  ...{ CachePutLatency: true, CacheHit: true, CacheMiss: true, CacheDegraded: true, CacheConflict: true },
  ...{ CacheUnwritten: true, CacheWrittenLate: true, CacheLost: true, MembersRun: true, Shortened: true },
  ...{ Fallback: true, Rejected: true, ColdStart: true, ClientError: true },
};

describe('The alarms, metrics and dashboards that are billed', () => {
  it('are those of a template with a model on Managed Instances, and so are its endpoints', () => {
    const settings = { managedInstances: 'true', serverSaltSecret: '/salt' };
    const template = synthesise('prod', { models: [handwriting], overrides: settings });
    const service = resolveConfiguration('prod', [handwriting], settings);
    const [managed] = stageManaged(service, [{ ratePerSecond: 1, throughput: 50 }], priceBook());

    const endpoints = Object.values(template.findResources('AWS::EC2::VPCEndpoint')).flatMap(
      ({ Properties }) => Properties.SubnetIds ?? [],
    );
    expect(managed?.endpoints).toBe(endpoints.length);
    const bills = billed('prod', [handwriting], settings);
    template.resourceCountIs('AWS::CloudWatch::Alarm', sum(bills, 'alarms'));
  });

  it.each([
    ['dev', [handwriting]],
    ['prod', [digits, handwriting]],
  ] as const)('are those of the template of %s', (stage, models) => {
    const template = synthesise(stage, { models });
    const count = (type: string) => Object.keys(template.findResources(`AWS::${type}`)).length;
    const bills = billed(stage, [...models]);

    // Target tracking creates its two alarms during the deployment, so no template has them.
    const tracked = count('ApplicationAutoScaling::ScalableTarget');
    expect(sum(bills, 'alarms')).toBe(count('CloudWatch::Alarm') + 2 * tracked);
    const ofFunctions = models.length * Object.keys(COUNTED).length;
    expect(sum(bills, 'metrics')).toBe(count('Logs::MetricFilter') + ofFunctions);
    expect(sum(bills, 'dashboards')).toBe(count('CloudWatch::Dashboard'));
  });

  it('are those of a service with all monitoring options', () => {
    const overrides = {
      'weather.provisionedConcurrency': '0',
      cloudFront: 'true',
      webAclArn: 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/a/1b2c',
    };
    const models = billed('prod', [handwriting, weather], overrides);

    const template = synthesise('prod', { models: [handwriting, weather], overrides });

    const ofFunctions = 2 * Object.keys(COUNTED).length;
    // Two billed alarms are in no template, because target tracking creates them. Only the first model has target tracking.
    template.resourceCountIs('AWS::CloudWatch::Alarm', sum(models, 'alarms') - 2);
    template.resourceCountIs('AWS::Logs::MetricFilter', sum(models, 'metrics') - ofFunctions);
    const has = (type: string, properties: object) =>
      template.hasResourceProperties(`AWS::${type}`, properties);
    const onX86 = { Architectures: ['x86_64'] };
    const opening = { Environment: { Variables: { SCHEME: 'none' } } };
    has('ApiGatewayV2::Authorizer', { AuthorizerResultTtlInSeconds: CACHED_SECONDS });
    has('Lambda::Function', { MemorySize: AUTHORIZER_MEGABYTES, ...onX86, ...opening });
  });
});

describe('The authorizer that is billed', () => {
  const authorizers = (settings: Record<string, string>) =>
    billed('dev', [digits, handwriting], settings).map(({ authorizer }) => authorizer !== undefined);

  it.each([
    // Only the first model's bill has the authorizer, because a cached decision about a caller holds for all models.
    ['with keys', { access: 'api-key' }, [true, false]],
    ['from known networks', { allowedAddresses: '203.0.113.0/24' }, [true, false]],
    ['behind CloudFront', { cloudFront: 'true' }, [true, false]],
    ['with AWS identities', { access: 'iam' }, [false, false]],
    ['by everybody', {}, [false, false]],
  ] as const)('is that of a service that is called %s', (_, settings, kept) => {
    expect(authorizers(settings)).toEqual(kept);
  });
});
