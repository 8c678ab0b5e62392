import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resolveConfiguration } from '../../../../lib/configuration/resolve-configuration.ts';
import { AccountError } from '../../../../lib/deployment/account/aws-clients.ts';
import { checkAccount, checkCredentials } from '../../../../lib/deployment/account/check-account.ts';
import type { StageOptions } from '../../../../lib/deployment/stage-options.ts';
import { newFolder } from '../../../support/new-folder.ts';
import { manifests } from '../../test-deployment.ts';
import { type FakeAccount, startFakeAws } from './fake-aws.ts';

let account: FakeAccount;
let aws: Awaited<ReturnType<typeof startFakeAws>>;

beforeEach(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  account = {
    isBootstrapped: true,
    total: 1000,
    unreserved: 1000,
    vcpus: 5,
    status: undefined,
    secrets: [],
    weights: {},
    refusals: {},
    silent: [],
  };
  aws = await startFakeAws(account);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('AWS_SESSION_TOKEN', undefined);
  vi.stubEnv('AWS_PROFILE', undefined);
  vi.stubEnv('AWS_REGION', 'eu-west-1');
  vi.stubEnv('AWS_DEFAULT_REGION', undefined);
  vi.stubEnv('AWS_CONFIG_FILE', `${newFolder()}/none`);
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', `${newFolder()}/none`);
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  vi.stubEnv('AWS_ENDPOINT_URL', aws.url);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

function optionsOf(
  stage: string,
  overrides: Record<string, string> = {},
  models = [manifests.digits],
): StageOptions {
  const configuration = resolveConfiguration(stage, models, overrides);
  return { configuration, directories: [], overrides, given: {} };
}

/** The lines with which a deployment is refused. */
async function linesOf(options: StageOptions): Promise<string[]> {
  const error = await checkAccount(options).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(AccountError);
  return error.message.split('\n');
}

function printed(): string {
  return vi.mocked(console.log).mock.calls.flat().join('\n');
}

describe('an account that is ready', () => {
  it('is named, and looked at with four calls, all in the region of the deployment', async () => {
    const options = optionsOf('prod');

    await expect(checkAccount(options)).resolves.toBe(options);

    expect(printed()).toBe('Account 123456789012, region eu-west-1: ready for subsecond-digits-prod.');
    expect(aws.calls.toSorted()).toEqual([
      'eu-west-1 cloudformation DescribeStacks',
      'eu-west-1 lambda /2016-08-19/account-settings',
      'eu-west-1 ssm AmazonSSM.GetParameter',
      'eu-west-1 sts GetCallerIdentity',
    ]);
  });

  it('may hide what the credentials of a pipeline need not see', async () => {
    for (const service of ['ssm', 'lambda', 'cloudformation']) {
      account.refusals[service] = {
        status: 403,
        code: service === 'cloudformation' ? 'AccessDenied' : 'AccessDeniedException',
      };
    }

    await checkAccount(optionsOf('prod'));

    expect(printed()).toContain('These credentials may not look at the bootstrap: not checked.');
  });
});

describe('a stack that somebody looked at and never made', () => {
  it('is in nobody’s way, and has taken no environments', async () => {
    account.status = 'REVIEW_IN_PROGRESS';
    await expect(checkAccount(optionsOf('prod'))).resolves.toBeDefined();

    account.unreserved = 120;
    await expect(linesOf(optionsOf('prod'))).resolves.toEqual([
      expect.stringContaining('can keep 20 of its'),
    ]);
  });
});

describe('a command that only looks at an account', () => {
  it('goes on where there are credentials', async () => {
    await expect(checkCredentials()).resolves.toBeUndefined();
  });

  it('says in one line what to type where there are none, or bad ones', async () => {
    account.refusals.sts = { status: 403, code: 'ExpiredToken' };
    await expect(checkCredentials()).rejects.toThrow(
      /^AWS refuses the credentials \(ExpiredToken\): type aws login.*$/,
    );

    vi.stubEnv('AWS_ACCESS_KEY_ID', undefined);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', undefined);
    await expect(checkCredentials()).rejects.toThrow(/^There are no AWS credentials: type aws login.*$/);
  });
});

describe('a deployment that AWS would refuse is refused in one line that says what to type', () => {
  const refusal = (service: string, status: number, code: string) => ({
    refusals: { [service]: { status, code } },
  });

  it.each<[string, Partial<FakeAccount> | { variable: string; value?: string }, string, string]>([
    [
      'not bootstrapped',
      { isBootstrapped: false },
      'Account 123456789012 is not bootstrapped in eu-west-1',
      'type npx cdk bootstrap --app "" aws://123456789012/eu-west-1',
    ],
    [
      'with a small limit',
      { total: 10, unreserved: 10 },
      'can keep 0 of its 10 Lambda environments in eu-west-1 for single functions, and this service wants 40',
      '--quota-code L-B99A9384 --desired-value 140',
    ],
    [
      'with a limit that others have used up',
      { unreserved: 130 },
      'can keep 30 of its 1000',
      '--desired-value 1010',
    ],
    [
      'with credentials that have expired',
      refusal('sts', 403, 'ExpiredToken'),
      'AWS refuses the credentials (ExpiredToken)',
      'aws login',
    ],
    [
      'while a service of AWS fails',
      refusal('lambda', 500, 'ServiceException'),
      'AWS cannot say whether the account is ready (500 ServiceException: no)',
      'type the same again',
    ],
    ['without a region', { variable: 'AWS_REGION' }, 'There is no region', 'export AWS_REGION='],
    ['without credentials', { variable: 'AWS_ACCESS_KEY_ID' }, 'There are no AWS credentials', 'aws login'],
    [
      'without a network',
      { variable: 'AWS_ENDPOINT_URL', value: 'http://127.0.0.1:9' },
      'AWS does not respond (ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:9)',
      'HTTPS_PROXY=',
    ],
  ])('%s', async (_, change, what, type) => {
    if ('variable' in change) vi.stubEnv(change.variable, change.value);
    else Object.assign(account, change);

    const [line, ...others] = await linesOf(optionsOf('prod'));

    expect(line).toContain(what);
    expect(line).toContain(type);
    expect(others).toEqual([]);
  });

  it.each([
    [
      'serverSaltSecret',
      '/digits/salt',
      'no parameter /digits/salt in eu-west-1',
      'aws ssm put-parameter --type SecureString',
    ],
    [
      'serverSaltSecret',
      'digits-salt',
      'no secret digits-salt in eu-west-1',
      'aws secretsmanager create-secret',
    ],
    ['accessSecret', 'keys', 'no secret keys in eu-west-1', 'aws secretsmanager create-secret'],
  ])('without the secret that %s names: %s', async (setting, name, what, type) => {
    const overrides = { [setting]: name, ...(setting === 'accessSecret' && { access: 'api-key' }) };
    const [line, ...others] = await linesOf(optionsOf('dev', overrides));

    expect(line).toContain(what);
    expect(line).toContain(type);
    expect(others).toEqual([]);

    account.secrets = [name];
    await expect(checkAccount(optionsOf('dev', overrides))).resolves.toBeDefined();
  });

  it('with an alias that a release has left between two versions', async () => {
    Object.assign(account, { status: 'UPDATE_ROLLBACK_COMPLETE', weights: { 5: 0.1 } });

    await expect(linesOf(optionsOf('dev'))).resolves.toEqual([
      expect.stringMatching(
        /^digits: .*between the versions 4 and 5 .*npm run rollback -- --stage dev digits/,
      ),
    ]);
  });

  it('with fewer vCPUs of EC2 than its Managed Instances take at least', async () => {
    const options = optionsOf('prod', { managedInstances: 'true', memoryMegabytes: '4096' });

    await expect(linesOf(options)).resolves.toEqual([
      expect.stringMatching(
        /may have 5 vCPUs of EC2 in eu-west-1, .* take 6: .*--service-code ec2 --quota-code L-1216C47A --desired-value 6/,
      ),
    ]);
    account.vcpus = 6;
    await expect(checkAccount(options)).resolves.toBeDefined();
  });

  it('with all its reasons at once', async () => {
    Object.assign(account, { isBootstrapped: false, total: 10, unreserved: 10 });

    await expect(linesOf(optionsOf('prod'))).resolves.toHaveLength(2);
  });

  it('when a service takes the call and never responds', async () => {
    account.silent = ['lambda'];

    const [line] = await linesOf(optionsOf('prod'));

    expect(line).toContain('AWS does not respond (ETIMEDOUT');
  });
});

describe('a stack that is there', () => {
  it('has taken its share of the limit before', async () => {
    Object.assign(account, { total: 160, unreserved: 120, status: 'UPDATE_COMPLETE' });

    await expect(checkAccount(optionsOf('prod'))).resolves.toBeDefined();
  });
});

describe('a new account, with ten environments', () => {
  beforeEach(() => Object.assign(account, { total: 10, unreserved: 10 }));

  it('gets dev without warm environments, and is told so', async () => {
    const { configuration, overrides } = await checkAccount(
      optionsOf('dev', { captainEmail: 'a@example.org' }),
    );

    expect(configuration.models[0]).toMatchObject({
      provisionedConcurrency: 0,
      maximumProvisionedConcurrency: 0,
    });
    expect(overrides).toEqual({ captainEmail: 'a@example.org', provisionedConcurrency: '0' });
    expect(printed()).toContain('deploying with provisionedConcurrency=0');
  });

  it('gets no less than was wished: then it is refused', async () => {
    const [line] = await linesOf(optionsOf('dev', { 'digits.provisionedConcurrency': '1' }));

    expect(line).toContain('this service wants 1');
  });
});
