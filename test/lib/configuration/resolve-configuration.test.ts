import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../../lib/configuration/configuration-error.ts';
import { resolveConfiguration, stageSettings } from '../../../lib/configuration/resolve-configuration.ts';
import { manifests } from '../test-deployment.ts';

const { digits, letters } = manifests;

describe('the stages', () => {
  it.each(['dev', 'prod'] as const)('%s keeps every rule that changes to it must keep', (stage) => {
    const start = stageSettings(stage, undefined);
    const { stage: _, ...service } = start.service;
    const values = Object.entries({ ...service, ...start.model });
    const asTexts = Object.fromEntries(values.map(([name, value]) => [name, String(value)]));

    const { models, ...settings } = resolveConfiguration(stage, [digits], asTexts);

    expect(settings).toEqual(start.service);
    expect(models).toEqual([{ ...start.model, manifest: digits, deadlineMilliseconds: 1000 }]);
  });

  it('give prod what the organiser needs: ten requests at once find a warm environment', () => {
    expect(resolveConfiguration('prod', [digits]).models[0].provisionedConcurrency).toBe(10);
  });
});

describe('a stage of any other name', () => {
  it('starts from the one that it is based on, and is called by its own name', () => {
    const { models, ...service } = resolveConfiguration('staging', [digits], {
      basedOn: 'prod',
      canary: 'false',
    });

    expect(service).toEqual({ ...stageSettings('prod', undefined).service, stage: 'staging', canary: false });
    expect(models[0].provisionedConcurrency).toBe(10);
  });
});

describe('a time zone', () => {
  it.each(['Asia/Taipei', 'UTC', 'Etc/UTC', 'Asia/Kolkata', 'America/Argentina/Ushuaia'])(
    'may be %s',
    (timeZone) => {
      const { models } = resolveConfiguration('prod', [digits], {
        warmFrom: '08:00',
        warmUntil: '18:00',
        timeZone,
      });

      expect(models[0].timeZone).toBe(timeZone);
    },
  );
});

describe('a model of which nothing is kept warm', () => {
  it('needs no second setting', () => {
    const { models } = resolveConfiguration('prod', [digits, letters], {
      'digits.provisionedConcurrency': '0',
    });

    expect(models.map(({ maximumProvisionedConcurrency }) => maximumProvisionedConcurrency)).toEqual([0, 20]);
  });
});

describe('a model on Managed Instances', () => {
  it('needs no second setting: warm environments and reservations of the stage fall away', () => {
    const { models } = resolveConfiguration('prod', [digits, letters], { 'digits.managedInstances': 'true' });

    const [managed, ordinary] = models;
    expect(managed).toMatchObject({
      memoryMegabytes: 2048,
      provisionedConcurrency: 0,
      maximumProvisionedConcurrency: 0,
    });
    expect(managed).not.toHaveProperty('reservedConcurrency');
    expect(ordinary).toMatchObject({ memoryMegabytes: 1769, reservedConcurrency: 40 });
  });

  it.each([
    ['what is set as warm', { provisionedConcurrency: '2' }, 'has no provisioned concurrency'],
    ['a reservation', { reservedConcurrency: '5' }, 'has no reserved concurrency'],
    ['the memory of ordinary ones', { memoryMegabytes: '1769' }, 'must be 2048 MB for each of 1 to 16 vCPUs'],
    ['too many requests at once', { concurrency: '100' }, 'concurrency (100) must be at most 64'],
    ['bounds that cross', { maximumEnvironments: '2' }, 'must be at least minimumEnvironments (3)'],
    ['subnets without a security group', { subnetIds: 'subnet-0a1b2c3d' }, 'belong together'],
    ['instances that there are not', { instanceTypes: 't3.micro' }, 'families C, M and R from large on'],
  ])('is refused in one line with %s', (_, overrides, message) => {
    const resolve = () => resolveConfiguration('dev', [digits], { managedInstances: 'true', ...overrides });

    expect(resolve).toThrow(ConfigurationError);
    expect(resolve).toThrow(message);
  });
});

describe('a change on the command line', () => {
  it('takes the place of the stage’s value and leaves the others', () => {
    const overrides = { architecture: 'arm64', memoryMegabytes: '3008' };
    const { models, ...settings } = resolveConfiguration('dev', [digits, letters], overrides);

    expect(settings).toEqual({ ...stageSettings('dev', undefined).service, architecture: 'arm64' });
    expect(models.map(({ memoryMegabytes }) => memoryMegabytes)).toEqual([3008, 3008]);
  });

  it('can be for one model, and goes before what is for all', () => {
    const overrides = { 'digits.memoryMegabytes': '1024', memoryMegabytes: '2048' };
    const { models } = resolveConfiguration('dev', [digits, letters], overrides);

    expect(models.map(({ memoryMegabytes }) => memoryMegabytes)).toEqual([1024, 2048]);
  });
});

describe('the deadline', () => {
  it.each([
    ['what each ensemble.json says', {}, [1000, 2000]],
    ['one for all where it is set', { deadlineMilliseconds: '700' }, [700, 700]],
    ['one model’s own where that is set', { 'letters.deadlineMilliseconds': '700' }, [1000, 700]],
  ])('is %s', (_, overrides, budgets) => {
    const { models } = resolveConfiguration('dev', [digits, letters], overrides);

    expect(models.map(({ deadlineMilliseconds }) => deadlineMilliseconds)).toEqual(budgets);
  });

  it('that API Gateway would not wait for is refused, with the model that asks for it', () => {
    const patient = { ...digits, deadlineMilliseconds: 60_000 };

    expect(() => resolveConfiguration('dev', [patient])).toThrow(
      'digits: its ensemble.json has a deadlineMilliseconds of 60000',
    );
  });
});

describe('the models of a service', () => {
  it.each([
    ['none', [], 'Name a model'],
    ['one twice', [digits, letters, digits], 'A service has a model once, not digits twice.'],
  ])('cannot be %s', (_, models, message) => {
    expect(() => resolveConfiguration('dev', models)).toThrow(message);
  });
});

describe('how members vote', () => {
  it('is shown in dev and, unless somebody says so, not in prod', () => {
    expect(resolveConfiguration('dev', [digits]).explain).toBe('on');
    expect(resolveConfiguration('prod', [digits]).explain).toBe('off');
    expect(resolveConfiguration('prod', [digits], { explain: 'on' }).explain).toBe('on');
  });
});

describe('a configuration that cannot be right', () => {
  it.each<[string, string | undefined, Record<string, string>, string]>([
    ['no stage', undefined, {}, 'Name a stage: --stage dev or --stage prod.'],
    [
      'an unknown stage',
      'production',
      {},
      'There is no stage "production": --stage dev or --stage prod, or say',
    ],
    ['a stage from Object’s prototype', 'constructor', {}, 'There is no stage "constructor"'],
    ['a stage that is no name', 'Pre Prod', { basedOn: 'prod' }, '--stage must be small letters, digits'],
    ['a stage based on no other', 'test', { basedOn: 'staging' }, 'basedOn must be one of dev, prod'],
    ['a stage based on another', 'prod', { basedOn: 'dev' }, 'prod is based on itself: leave basedOn out.'],
    ['an unknown setting', 'dev', { memory: '1769' }, 'There is no setting memory; there are: service,'],
    ['a mistyped setting', 'dev', { canry: 'true' }, 'There is no setting canry: did you mean canary?'],
    [
      'the former name of a setting',
      'dev',
      { syntheticQuestion: 'true' },
      'There is no setting syntheticQuestion: it is now called syntheticRequest.',
    ],
    ['a setting from Object’s prototype', 'dev', { toString: 'x' }, 'There is no setting toString'],
    ['a setting of no model', 'dev', { 'letter.canary': 'true' }, 'canary is for the whole service'],
    [
      'a setting of another model',
      'dev',
      { 'letter.memoryMegabytes': '1024' },
      'This service has no model "letter", but digits, letters.',
    ],
    [
      'a value of one model that is none',
      'dev',
      { 'letters.memoryMegabytes': '1' },
      'letters.memoryMegabytes must be a whole number',
    ],
    ['a switch that is neither', 'dev', { explain: 'true' }, 'explain must be one of on, off, not "true".'],
    ['too little memory', 'dev', { memoryMegabytes: '127' }, 'a whole number from 128 to 32768'],
    ['too much memory', 'dev', { memoryMegabytes: '10241' }, 'needs managedInstances=true, not 10241 MB'],
    ['half a megabyte', 'dev', { memoryMegabytes: '1769.5' }, 'memoryMegabytes must be a whole number'],
    [
      'another processor',
      'dev',
      { architecture: 'x64' },
      'architecture must be one of x86_64, arm64, not "x64".',
    ],
    [
      'days CloudWatch does not know',
      'dev',
      { logRetentionDays: '10' },
      'logRetentionDays must be one of 1, 3, 5',
    ],
    ['a number for a switch', 'dev', { canary: '1' }, 'canary must be true or false, not "1".'],
    ['a time zone that is none', 'dev', { timeZone: 'Taipei' }, 'such as Asia/Taipei, not "Taipei".'],
    ['a time zone that AWS spells otherwise', 'dev', { timeZone: 'Asia/taipei' }, 'not "Asia/taipei".'],
    ['an hour that is none', 'dev', { warmFrom: '24:00' }, 'warmFrom must be a time of day as HH:MM'],
    ['a secret that can be guessed', 'dev', { secretPath: 'abc' }, 'secretPath must be 16 to 128 letters'],
    ['no e-mail address', 'dev', { alarmEmail: 'team' }, 'alarmEmail must be an e-mail address, not "team".'],
    [
      'fewer reserved than provisioned',
      'prod',
      { 'letters.reservedConcurrency': '10' },
      'letters: reservedConcurrency (10) must be at',
    ],
    [
      'a maximum below the minimum',
      'prod',
      { maximumProvisionedConcurrency: '9' },
      'must be at least provisioned',
    ],
    [
      'more idle than busy',
      'dev',
      { idleProvisionedConcurrency: '2' },
      'idleProvisionedConcurrency (2) must be',
    ],
    ['a start without an end', 'dev', { warmFrom: '08:00' }, 'give all three or none'],
    [
      'a day without hours',
      'dev',
      { warmFrom: '08:00', warmUntil: '08:00', timeZone: 'Asia/Taipei' },
      'warmFrom and warmUntil must differ',
    ],
    [
      'a secret for signed requests',
      'dev',
      { access: 'iam', secretPath: 'x'.repeat(16) },
      'guards open access, not iam',
    ],
    ['tokens of nobody', 'dev', { access: 'jwt' }, 'access=jwt needs jwtIssuer and jwtAudience.'],
    ['tokens that nobody asks for', 'dev', { jwtAudience: 'us' }, 'need access=jwt, not open'],
    ['keys that nobody asks for', 'dev', { accessSecret: 'keys' }, 'access=api-key or access=hmac, not open'],
    ['a window without a signature', 'dev', { replayWindowSeconds: '60' }, 'needs access=hmac, not open'],
    ['a network that is none', 'dev', { allowedAddresses: '10.0.0.0' }, 'such as 203.0.113.0/24'],
    [
      'networks that nobody checks',
      'dev',
      { access: 'iam', allowedAddresses: '10.0.0.0/8' },
      'with iam, API',
    ],
    [
      'a warm authorizer that is not there',
      'dev',
      { authorizerProvisionedConcurrency: '1' },
      'needs an auth',
    ],
    [
      'a name without a certificate',
      'dev',
      { domainName: 'a.example.com' },
      'domainName needs certificateArn',
    ],
    ['a zone without a name', 'dev', { hostedZoneId: 'Z123' }, 'need a domainName'],
    [
      'a name in another zone',
      'dev',
      { domainName: 'a.example.com', hostedZoneId: 'Z123', hostedZoneName: 'ample.com' },
      'domainName (a.example.com) must be in the zone ample.com.',
    ],
    ['a version of nothing', 'dev', { trustStoreVersion: '1' }, 'trustStoreVersion needs a trustStore'],
    [
      'mutual TLS behind CloudFront',
      'dev',
      {
        domainName: 'a.example.com',
        hostedZoneId: 'Z1',
        trustStore: 's3://bucket/a.pem',
        cloudFront: 'true',
      },
      'do not reach through CloudFront',
    ],
    ['signatures behind CloudFront', 'dev', { access: 'iam', cloudFront: 'true' }, 'around the web ACL'],
    [
      'a web ACL before nothing',
      'dev',
      { webAclArn: 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/a/1' },
      'webAclArn needs cloudFront=true',
    ],
    [
      'what is never warm, scaled',
      'dev',
      { provisionedConcurrency: '0', maximumProvisionedConcurrency: '1' },
      'must be 0',
    ],
    [
      'warm hours without warmth',
      'dev',
      { provisionedConcurrency: '0', warmFrom: '08:00', warmUntil: '18:00', timeZone: 'Asia/Taipei' },
      'idleProvisionedConcurrency (1) must be at most',
    ],
    ['several requests for one that takes one', 'dev', { concurrency: '8' }, 'need managedInstances=true'],
    ['instances that nobody uses', 'dev', { maximumVcpus: '24' }, 'need a model with managedInstances=true'],
    ['more memory than there is', 'dev', { memoryMegabytes: '32769' }, 'the sizes AWS offers, not "32769"'],
  ])('is refused in one line: %s', (_, stage, overrides, message) => {
    const resolve = () => resolveConfiguration(stage, [digits, letters], overrides);

    expect(resolve).toThrow(ConfigurationError);
    expect(resolve).toThrow(message);
    expect(resolve).not.toThrow('\n');
  });
});
