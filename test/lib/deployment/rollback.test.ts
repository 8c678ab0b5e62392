import { afterEach, describe, expect, it, vi } from 'vitest';
import { noteLive, rollBack } from '../../../lib/deployment/rollback.ts';
import { type Arrived, CREDENTIALS, fakeService } from '../../functions/support/fake-service.ts';
import { describedStack } from './account/fake-aws.ts';

const OUTPUTS = {
  'https://example.com': 'Address of the service',
  'fn-digits': 'Function of digits',
  'fn-letters': 'Function of letters',
  'app/group': 'CodeDeploy application and group of letters',
};

/** State of a function in Lambda. */
interface Deployed {
  readonly live: string;
  readonly versions: readonly string[];
  readonly weights?: Record<string, number>;
  /** The stored record of versions that were live. */
  readonly noted?: string | undefined;
}

/** Starts a fake account whose aliases can be read and moved, and records its changes. */
async function account(
  models: Record<string, Deployed>,
  { releases = [] as string[], status = 'UPDATE_COMPLETE' } = {},
) {
  const known = Object.entries(models).map(
    ([name, { noted }]) => [`/subsecond/s/${name}/live`, noted] as const,
  );
  const notes = new Map<string, string | undefined>(known);
  const store = (target: string, { Name, Value }: { Name: string; Value: string }) => {
    if (target.startsWith('CodeDeploy')) return { body: JSON.stringify({ deployments: releases }) };
    if (target.endsWith('PutParameter')) notes.set(Name, Value);
    const noted = notes.get(Name);
    if (noted === undefined) return { status: 400, body: '{"__type":"ParameterNotFound"}' };
    return { body: JSON.stringify({ Parameter: { Value: noted } }) };
  };
  const { url, arrived } = await fakeService(({ path, headers, body }: Arrived) => {
    const { 'x-amz-target': target } = headers;
    if (target !== undefined) return store(String(target), JSON.parse(body));
    if (path === '/') return { body: describedStack(status, OUTPUTS) };
    const [, name = ''] = /functions\/fn-([^/]+)/.exec(path) ?? [];
    const { live, versions, weights: AdditionalVersionWeights = {} } = models[name] as Deployed;
    const RoutingConfig = { AdditionalVersionWeights };
    const alias = { FunctionVersion: live, RevisionId: `rev-${live}`, RoutingConfig };
    const published = { Versions: ['$LATEST', ...versions].map((Version) => ({ Version })) };
    return { body: JSON.stringify(path.includes('/aliases/') ? alias : published) };
  });
  const environment = { ...CREDENTIALS, AWS_ENDPOINT_URL: url };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const bodiesOf = (isMeant: (request: Arrived) => boolean) =>
    arrived.filter(isMeant).map(({ path, body }) => ({ path, ...JSON.parse(body) }));
  return {
    environment,
    rollBack: (names: readonly string[], version?: string) => rollBack('s', names, version, environment),
    moves: () => bodiesOf(({ method }) => method === 'PUT'),
    noted: () => [...notes.values()],
    stopped: () => bodiesOf(({ headers }) => /StopDeployment$/.test(String(headers['x-amz-target']))),
  };
}

const split = { live: '4', versions: ['3', '4', '5'], weights: { 5: 0.1 } };
const undivided = { RoutingConfig: { AdditionalVersionWeights: {} } };

afterEach(() => void vi.unstubAllEnvs());

describe('a rollback', () => {
  it('points each model at the version that was live before, and overwrites no concurrent change', async () => {
    const one = await account({
      digits: { live: '12', versions: ['2', '9', '12'], noted: '12,9,2' },
      letters: { live: '4', versions: ['3', '4', '5'], noted: '4,3' },
    });

    await expect(one.rollBack(['digits', 'letters'])).resolves.toMatchObject([
      { model: 'digits', from: '12', to: '9' },
      { model: 'letters', from: '4', to: '3' },
    ]);

    const path = (name: string) => `/2015-03-31/functions/fn-${name}/aliases/live`;
    expect(one.moves()).toEqual([
      { path: path('digits'), FunctionVersion: '9', RevisionId: 'rev-12', ...undivided },
      { path: path('letters'), FunctionVersion: '3', RevisionId: 'rev-4', ...undivided },
    ]);
    expect(one.noted()).toEqual(['9,2', '3']);
  });

  it('never makes a refused version live, because deployments record what was live', async () => {
    const one = await account({ digits: { live: '6', versions: ['4', '5', '6'], noted: '4' } });
    await noteLive('s', ['digits'], one.environment);
    expect(one.noted()).toEqual(['6,4']);

    await expect(one.rollBack(['digits'])).resolves.toMatchObject([{ from: '6', to: '4' }]);
  });

  const halfway = { ...split, live: '5', weights: { 4: 1 }, noted: '4,3' };

  it.each<[string, Deployed, string, string, string?]>([
    ['goes to the version that the command names', { live: '6', versions: ['4', '5', '6'] }, '6', '4', '4'],
    ['restores from the record an alias that a failed release has left split', halfway, '5 and 4', '4,3'],
    ['restores a split alias from its own versions if there is no record', split, '4 and 5', '4'],
  ])('%s', async (_, letters, from, noted, version) => {
    const one = await account({ letters });

    await expect(one.rollBack(['letters'], version)).resolves.toMatchObject([{ from, to: '4' }]);

    expect(one.moves()).toMatchObject([{ FunctionVersion: '4', ...undivided }]);
    expect(one.noted()).toEqual([noted]);
  });

  it('stops a running release, which CodeDeploy then rolls back, alias included', async () => {
    const one = await account({ letters: { ...split, noted: '4,3' } }, { releases: ['d-1'] });

    await expect(one.rollBack(['letters'], '3')).rejects.toThrow('roll back without --to first');
    await expect(one.rollBack(['letters'])).resolves.toMatchObject([{ from: '5', to: '4', stopped: 'd-1' }]);

    expect(one.stopped()).toMatchObject([{ deploymentId: 'd-1', autoRollbackEnabled: true }]);
    expect(one.moves()).toEqual([]);
    expect(one.noted()).toEqual(['4,3']);
  });

  const two = { live: '2', versions: ['1', '2'] };

  it.each<[string, Deployed, RegExp, { names?: string[]; version?: string; status?: string }?]>([
    [
      'CloudFormation splits an alias itself',
      { ...split, noted: '4' },
      /letters: CloudFormation is changing the stack \(UPDATE_IN_PROGRESS\).* cancel-update-stack/,
      { status: 'UPDATE_IN_PROGRESS' },
    ],
    [
      'there is no other version',
      { live: '1', versions: ['1'] },
      /letters: there is no version but 1 \(Managed Instances keep no others\): deploy the previous commit with --hotfix\.$/,
    ],
    [
      'there is no record of the version that was live before',
      { live: '6', versions: ['4', '5', '6'], noted: '4' },
      /letters: there is no record of the version that was live before 6, .*--to <version>, where <version> is one that no release has refused, of 4, 5/,
    ],
    ['there is no such version', two, /no version 7 .* of 1\./, { names: ['letters'], version: '7' }],
    ['one version is named for several models', two, /--to is a version of one model/, { version: '1' }],
    ['the stack names no such function', split, /stack s names no function of x/, { names: ['x'] }],
  ])('changes nothing, not even other models, if %s', async (_, letters, message, asked = {}) => {
    const { names = ['digits', 'letters'], version, ...given } = asked;
    const one = await account({ digits: { ...two, noted: '2,1' }, letters }, given);

    await expect(one.rollBack(names, version)).rejects.toThrow(message);
    expect(one.moves()).toEqual([]);
  });
});
