import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../../lib/configuration/configuration-error.ts';
import { resolveConfiguration, stageSettings } from '../../../lib/configuration/resolve-configuration.ts';
import { manifests, readTyped } from '../test-deployment.ts';

const { digits, letters } = manifests;

it.each(['dev', 'prod'] as const)('the defaults of the stage %s pass all checks of settings', (stage) => {
  const start = stageSettings(stage, undefined);
  const { stage: _, ...service } = start.service;
  const values = Object.entries({ ...service, ...start.model });
  const asTexts = Object.fromEntries(values.map(([name, value]) => [name, String(value)]));

  const { models, ...settings } = resolveConfiguration(stage, [digits], asTexts);

  expect(settings).toEqual(start.service);
  expect(models).toEqual([{ ...start.model, manifest: digits, deadlineMilliseconds: 1000 }]);
});

function resolve(typed: string, models = [digits, letters]) {
  const { stage, overrides } = readTyped(typed);
  return resolveConfiguration(stage === '' ? undefined : stage, models, overrides);
}

it('a custom stage has the defaults of the stage that it is based on, and its own name', () => {
  const { models, ...service } = resolve('staging basedOn=prod canary=false');

  expect(service).toEqual({ ...stageSettings('prod', undefined).service, stage: 'staging', canary: false });
  expect(models[0].provisionedConcurrency).toBe(10);
});

const ofModels = (typed: string, name: keyof ReturnType<typeof resolve>['models'][0]) =>
  resolve(typed).models.map((model) => model[name]);

describe('a setting', () => {
  it.each(['Asia/Taipei', 'UTC', 'Etc/UTC', 'Asia/Kolkata', 'America/Argentina/Ushuaia'])(
    'of a time zone may be %s',
    (zone) => {
      const typed = `prod warmFrom=08:00 warmUntil=18:00 timeZone=${zone}`;

      expect(ofModels(typed, 'timeZone')).toEqual([zone, zone]);
    },
  );

  it.each<[string, Parameters<typeof ofModels>[1], unknown[]]>([
    ['dev memoryMegabytes=3008', 'memoryMegabytes', [3008, 3008]],
    ['dev digits.memoryMegabytes=1024 memoryMegabytes=2048', 'memoryMegabytes', [1024, 2048]],
    // If provisionedConcurrency is 0, maximumProvisionedConcurrency becomes 0, too, unless it is set.
    ['prod digits.provisionedConcurrency=0', 'maximumProvisionedConcurrency', [0, 20]],
    // Managed Instances have 2048 MB by default, and neither provisioned nor reserved concurrency, whatever the stage.
    ['prod digits.managedInstances=true', 'memoryMegabytes', [2048, 1769]],
    ['prod digits.managedInstances=true', 'maximumProvisionedConcurrency', [0, 20]],
    ['prod digits.managedInstances=true', 'reservedConcurrency', [undefined, 40]],
    // Deadlines come from the models' ensemble.json by default.
    ['dev', 'deadlineMilliseconds', [1000, 2000]],
    ['dev deadlineMilliseconds=700', 'deadlineMilliseconds', [700, 700]],
    ['dev letters.deadlineMilliseconds=700', 'deadlineMilliseconds', [1000, 700]],
  ])('"%s" gives %s', (typed, name, values) => {
    expect(ofModels(typed, name)).toEqual(values);
  });

  it('shows how members vote in dev, and in prod only if that is set', () => {
    const shown = ['dev', 'prod', 'prod explain=on'].map((typed) => resolve(typed).explain);

    expect(shown).toEqual(['on', 'off', 'on']);
  });
});

it.each([
  ['none', [], 'Name a model'],
  ['the same model twice', [digits, letters, digits], 'The model digits is named twice.'],
  [
    'a model with a longer deadline than API Gateway waits',
    [{ ...digits, deadlineMilliseconds: 60_000 }],
    'digits: its ensemble.json has a deadlineMilliseconds of 60000',
  ],
])('the models of a service cannot be %s', (_, models, message) => {
  expect(() => resolve('dev', models)).toThrow(message);
});

it.each([
  ['', 'Name a stage: --stage dev or --stage prod.'],
  ['production', 'There is no stage "production": use --stage dev or --stage prod'],
  ['constructor', 'There is no stage "constructor"'],
  ['Pre+Prod basedOn=prod', '--stage must be at most 32 lower-case letters'],
  ['test basedOn=staging', 'basedOn must be one of dev, prod'],
  ['prod basedOn=dev', 'prod cannot be based on another: leave basedOn out.'],
  ['dev memory=1769', 'There is no setting memory; available: service,'],
  ['dev canry=true', 'There is no setting canry: did you mean canary?'],
  ['dev toString=x', 'There is no setting toString'],
  ['dev letter.canary=true', 'canary is a setting of the whole service'],
  ['dev letter.memoryMegabytes=1024', 'This service has no model "letter", but digits, letters.'],
  ['dev letters.memoryMegabytes=1', 'letters.memoryMegabytes must be a whole number'],
  ['dev explain=true', 'explain must be one of on, off, not "true".'],
  ['dev memoryMegabytes=127', 'a whole number from 128 to 32768'],
  ['dev memoryMegabytes=10241', 'without managedInstances=true, not 10241 MB'],
  ['dev memoryMegabytes=1769.5', 'memoryMegabytes must be a whole number'],
  ['dev architecture=x64', 'architecture must be one of x86_64, arm64, not "x64".'],
  ['dev logRetentionDays=10', 'logRetentionDays must be one of 1, 3, 5'],
  ['dev canary=1', 'canary must be true or false, not "1".'],
  ['dev timeZone=Taipei', 'such as Asia/Taipei, not "Taipei".'],
  ['dev timeZone=Asia/taipei', 'not "Asia/taipei".'],
  ['dev warmFrom=24:00', 'warmFrom must be a time of day as HH:MM'],
  ['dev secretPath=abc', 'secretPath must be 16 to 128 letters'],
  ['dev alarmEmail=team', 'alarmEmail must be an e-mail address, not "team".'],
  ['prod letters.reservedConcurrency=10', 'letters: reservedConcurrency (10) must be at'],
  ['prod maximumProvisionedConcurrency=9', 'must be at least provisioned'],
  ['dev idleProvisionedConcurrency=2', 'idleProvisionedConcurrency (2) must be'],
  ['dev warmFrom=08:00', 'warmFrom needs warmUntil.'],
  ['dev warmFrom=08:00 warmUntil=08:00 timeZone=Asia/Taipei', 'warmFrom and warmUntil must differ'],
  ['dev access=iam secretPath=xxxxxxxxxxxxxxxx', 'secretPath needs access=open, not iam.'],
  ['dev access=jwt', 'access=jwt needs jwtIssuer and jwtAudience.'],
  ['dev accessSecret=keys', 'accessSecret needs access=api-key, not open'],
  ['dev allowedAddresses=10.0.0.0', 'such as 203.0.113.0/24'],
  ['dev access=iam allowedAddresses=10.0.0.0/8', 'needs access=open or access=api-key'],
  ['dev authorizerProvisionedConcurrency=1', 'needs access=api-key, allowedAddresses'],
  ['dev domainName=a.example.com', 'domainName needs certificateArn or hostedZoneId.'],
  ['dev hostedZoneId=Z123', 'hostedZoneId needs domainName.'],
  ['dev domainName=a.b.com hostedZoneId=Z1 hostedZoneName=c.com', '(a.b.com) must be in the zone c.com'],
  ['dev domainName=a.b.com hostedZoneId=Z1 trustStore=s3://bucket/a.pem cloudFront=true', 'through Cl'],
  ['dev access=iam cloudFront=true', 'cloudFront needs access=open or access=api-key'],
  ['dev webAclArn=arn:aws:wafv2:us-east-1:123456789012:global/webacl/a/1', 'needs cloudFront=true'],
  ['dev provisionedConcurrency=0 maximumProvisionedConcurrency=1', 'must be 0'],
  ['dev provisionedConcurrency=0 warmFrom=08:00 warmUntil=18:00 timeZone=UTC', 'idleProvisioned'],
  ['dev managedInstances=true memoryMegabytes=16384 maximumVcpus=24', '(24) must be at least 48'],
  ['dev maximumVcpus=24', 'need a model with managedInstances=true'],
  ['dev managedInstances=true provisionedConcurrency=2', 'have no provisioned or reserved concurrency'],
  ['dev managedInstances=true reservedConcurrency=5', 'have no provisioned or reserved concurrency'],
  ['dev managedInstances=true memoryMegabytes=1769', 'must be a multiple of 2048 MB'],
  ['dev managedInstances=true concurrency=100', 'concurrency (100) must be at most 64'],
  ['dev managedInstances=true maximumEnvironments=2', 'must be at least minimumEnvironments (3)'],
  ['dev managedInstances=true subnetIds=subnet-0a1b2c3d', 'subnetIds needs securityGroupIds.'],
  ['dev managedInstances=true instanceTypes=t3.micro', 'families C, M and R, of size large or above'],
  ['dev memoryMegabytes=32769', '(above 10240 only on Managed Instances), not "32769"'],
])('a wrong configuration is refused in one line: %s', (typed, message) => {
  expect(() => resolve(typed)).toThrow(ConfigurationError);
  expect(() => resolve(typed)).toThrow(message);
  expect(() => resolve(typed)).not.toThrow('\n');
});
