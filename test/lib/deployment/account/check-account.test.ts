import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ParameterNotFound } from '@aws-sdk/client-ssm';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { resolveConfiguration } from '../../../../lib/configuration/resolve-configuration.ts';
import { AccountError, type AwsClients } from '../../../../lib/deployment/account/aws-clients.ts';
import { checkAccount, checkCredentials } from '../../../../lib/deployment/account/check-account.ts';
import { lackOfBootstrap } from '../../../../lib/deployment/account/requirements.ts';
import { readContext } from '../../../../lib/deployment/prepare.ts';
import type { StageOptions } from '../../../../lib/deployment/stage-options.ts';
import { CREDENTIALS } from '../../../functions/support/fake-service.ts';
import { newFolder } from '../../../support/new-folder.ts';
import { manifests, readTyped } from '../../test-deployment.ts';
import { type FakeAccount, readyAccount, startFakeAws } from './fake-aws.ts';

let account: FakeAccount;
let aws: Awaited<ReturnType<typeof startFakeAws>>;

beforeEach(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  account = readyAccount();
  aws = await startFakeAws(account);
  const none = `${newFolder()}/none`;
  const files = { AWS_CONFIG_FILE: none, AWS_SHARED_CREDENTIALS_FILE: none };
  const elsewhere = {
    AWS_PROFILE: undefined,
    AWS_DEFAULT_REGION: undefined,
    AWS_EC2_METADATA_DISABLED: 'true',
  };
  const environment = { ...CREDENTIALS, ...files, ...elsewhere, AWS_ENDPOINT_URL: aws.url };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** @param typed the stage, followed by settings */
function optionsOf(typed: string): StageOptions {
  const { stage, overrides } = readTyped(typed);
  const configuration = resolveConfiguration(stage, [manifests.digits], overrides);
  return { configuration, directories: [], overrides, given: {} };
}

/** The lines of the message with which a deployment is refused. */
async function linesOf(typed: string): Promise<string[]> {
  const error = await checkAccount(optionsOf(typed)).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(AccountError);
  return error.message.split('\n');
}

const printed = () => vi.mocked(console.log).mock.calls.flat().join('\n');

const denial = { status: 403, code: 'AccessDeniedException' };
const tenEnvironments = { total: 10, unreserved: 10 };

describe('an account', () => {
  it('is named, and checked with four calls, all in the region of the deployment', async () => {
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

  it('may deny a pipeline’s credentials some calls', async () => {
    account.refusals = { ssm: denial, lambda: denial, cloudformation: { ...denial, code: 'AccessDenied' } };

    await checkAccount(optionsOf('prod'));

    expect(printed()).toContain(
      'These credentials have no permission to read the bootstrap: this check was skipped.',
    );
  });

  it.each<[string, Partial<FakeAccount>]>([
    ['has a stack that was never created from its change set', { status: 'REVIEW_IN_PROGRESS' }],
    [
      'has reserved the environments of this stack already',
      { total: 160, unreserved: 120, status: 'UPDATE_COMPLETE' },
    ],
  ])('is ready if it %s', async (_, change) => {
    Object.assign(account, change);

    await expect(checkAccount(optionsOf('prod'))).resolves.toBeDefined();
  });
});

it('a command that only reads from an account says in one line what to type if credentials are bad', async () => {
  await expect(checkCredentials()).resolves.toBeUndefined();

  account.refusals.sts = { status: 403, code: 'ExpiredToken' };
  await expect(checkCredentials()).rejects.toThrow(
    /^AWS refuses the credentials \(ExpiredToken\): type aws login.*$/,
  );
});

describe('a deployment that AWS would refuse is refused in one line that says what to type', () => {
  const refusing = (service: string, status: number, code: string) => () => {
    account.refusals[service] = { status, code };
  };
  const having = (change: Partial<FakeAccount>) => () => void Object.assign(account, change);
  const setting = (name: string, value?: string) => () => void vi.stubEnv(name, value);

  it.each<[string, () => void, RegExp, string?]>([
    ['not bootstrapped', having({ isBootstrapped: false }), /npx cdk bootstrap --app "" aws:\/\/1234567/],
    ['with a small limit', having(tenEnvironments), /keep warm 0 of its 10 .* needs 40.*--desired-value 140/],
    ['with a limit that is used up', having({ unreserved: 130 }), /keep warm 30 of its 1000.* 1010/],
    [
      'with a small limit, because a stack in review has reserved nothing',
      having({ unreserved: 120, status: 'REVIEW_IN_PROGRESS' }),
      /keep warm 20 of its 1000/,
    ],
    [
      'with a small limit and a set concurrency in dev',
      having(tenEnvironments),
      /this service needs 1/,
      'dev provisionedConcurrency=1',
    ],
    ['with old credentials', refusing('sts', 403, 'ExpiredToken'), /\(ExpiredToken\): type aws login/],
    ['while AWS fails', refusing('lambda', 500, 'Exception'), /500 Exception: no\): try again/],
    ['without a region', setting('AWS_REGION'), /no region.*export AWS_REGION=/],
    ['without credentials', setting('AWS_ACCESS_KEY_ID'), /There are no AWS credentials: type aws login/],
    ['without a network', setting('AWS_ENDPOINT_URL', 'http://127.0.0.1:9'), /ECONNREFUSED.*HTTPS_PROXY=/],
    [
      'with an alias that a release has left between two versions',
      having({ status: 'UPDATE_ROLLBACK_COMPLETE', weights: { 5: 0.1 } }),
      /^digits: .*the versions 4 and 5 .*npm run rollback -- --stage dev digits/,
      'dev',
    ],
  ])('%s', async (_, change, message, typed = 'prod') => {
    change();

    expect(await linesOf(typed)).toEqual([expect.stringMatching(message)]);
  });

  it('while AWS is silent, after two attempts of three seconds', async () => {
    account.silent = ['lambda'];
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const attempts = () => aws.calls.filter((call) => call.includes('account-settings')).length;

    const lines = linesOf('prod');
    for (const count of [1, 2]) {
      await vi.waitUntil(() => attempts() === count, { timeout: 60_000 });
      await vi.advanceTimersByTimeAsync(3000);
    }

    expect(await lines).toEqual([expect.stringMatching(/not respond \(ETIMEDOUT.*HTTPS_PROXY=/)]);
  });

  const managed = 'prod managedInstances=true memoryMegabytes=4096';

  it.each<[string, string, RegExp, Partial<FakeAccount>]>([
    ['salt', 'dev serverSaltSecret=/a/b', /parameter \/a\/b .*SecureString/, { secrets: ['/a/b'] }],
    ['salt', 'dev serverSaltSecret=a', /no secret a in.* create-secret/, { secrets: ['a'] }],
    ['keys', 'dev access=api-key accessSecret=b', /no secret b .* create-/, { secrets: ['b'] }],
    ['vCPUs', managed, /may have 5 vCPUs .* L-1216C47A --desired-value 6/, { vcpus: 6 }],
  ])('without its %s, and accepted with them', async (_, typed, message, there) => {
    expect(await linesOf(typed)).toEqual([expect.stringMatching(message)]);

    Object.assign(account, there);
    await expect(checkAccount(optionsOf(typed))).resolves.toBeDefined();
  });

  it('with all its reasons at once', async () => {
    Object.assign(account, { isBootstrapped: false, ...tenEnvironments });

    await expect(linesOf('prod')).resolves.toHaveLength(2);
  });
});

it('a bootstrap with a qualifier in cdk.json is looked up by that qualifier, and the command to type has it', async () => {
  const folder = newFolder();
  const context = { '@aws-cdk/core:bootstrapQualifier': 'ours' };
  writeFileSync(join(folder, 'cdk.json'), JSON.stringify({ context }));
  expect(readContext(folder)).toEqual({ ...readContext(), ...context });
  const send = vi.fn().mockRejectedValue(new ParameterNotFound({ message: '', $metadata: {} }));
  const clients = { ssm: { send }, region: 'eu-west-1' } as unknown as AwsClients;

  const [line] = await lackOfBootstrap(clients, '123456789012', readContext(folder));

  expect(send.mock.calls[0]?.[0].input).toEqual({ Name: '/cdk-bootstrap/ours/version' });
  expect(line).toContain('npx cdk bootstrap --qualifier ours --app "" aws://123456789012/eu-west-1');
});

it('in a new account with ten environments, dev is deployed without warm environments, and a line says so', async () => {
  Object.assign(account, tenEnvironments);

  const { configuration, overrides } = await checkAccount(optionsOf('dev captainEmail=a@example.org'));

  const cold = { provisionedConcurrency: 0, maximumProvisionedConcurrency: 0 };
  expect(configuration.models[0]).toMatchObject(cold);
  expect(overrides).toEqual({ captainEmail: 'a@example.org', provisionedConcurrency: '0' });
  expect(printed()).toContain('deploying with provisionedConcurrency=0');
});
