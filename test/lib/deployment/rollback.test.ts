import { afterEach, describe, expect, it, vi } from 'vitest';
import { noteLive, rollBack } from '../../../lib/deployment/rollback.ts';
import { type Arrived, CREDENTIALS, fakeService } from '../../functions/support/fake-service.ts';

const output = (key: string, value: string, description: string) =>
  `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue><Description>${description}</Description></member>`;
const STACK = `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>s</StackName><Outputs>
  ${output('Url', 'https://example.com', 'Address of the service')}
  ${output('Task1FunctionName', 'fn-digits', 'Function of digits')}
  ${output('Task2FunctionName', 'fn-letters', 'Function of letters')}
  ${output('LettersGroupName', 'app/group', 'CodeDeploy application and group of letters')}
</Outputs><StackStatus>UPDATE_COMPLETE</StackStatus></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;

/** What Lambda knows of a function. */
interface Deployed {
  readonly live: string;
  readonly versions: readonly string[];
  readonly weights?: Record<string, number>;
  /** What was noted of versions that were live. */
  readonly noted?: string;
}

/** An account whose aliases can be looked at and moved; returns the moves. */
async function account(functions: Record<string, Deployed>, releases: readonly string[] = [], stack = STACK) {
  const notes = new Map(
    Object.entries(functions).map(([name, { noted }]) => [`/subsecond/s/${name.slice(3)}/live`, noted]),
  );
  const store = (target: string, { Name, Value }: { Name: string; Value: string }) => {
    if (target.startsWith('CodeDeploy')) return { body: JSON.stringify({ deployments: releases }) };
    if (target.endsWith('PutParameter')) notes.set(Name, Value);
    const noted = notes.get(Name);
    if (noted === undefined) return { status: 400, body: '{"__type":"ParameterNotFound"}' };
    return { body: JSON.stringify({ Parameter: { Value: noted } }) };
  };
  const respond = ({ method, path, headers, body }: Arrived) => {
    const { 'x-amz-target': target } = headers;
    if (target !== undefined) return store(String(target), JSON.parse(body));
    if (path === '/') return { body: stack };
    const [, name = ''] = /functions\/([^/]+)/.exec(path) ?? [];
    const { live, versions, weights = {} } = functions[name] as Deployed;
    const alias = {
      FunctionVersion: live,
      RevisionId: `rev-${live}`,
      RoutingConfig: { AdditionalVersionWeights: weights },
    };
    const content = path.includes('/aliases/')
      ? alias
      : { Versions: ['$LATEST', ...versions].map((Version) => ({ Version })) };
    return {
      headers: { 'content-type': 'application/json', 'x-method': method },
      body: JSON.stringify(content),
    };
  };
  const { url, arrived } = await fakeService(respond);
  const environment = { ...CREDENTIALS, AWS_ENDPOINT_URL: url };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const moves = () =>
    arrived.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path, JSON.parse(body)]);
  const noted = () => [...notes.values()];
  const stopped = () =>
    arrived
      .filter(({ headers }) => headers['x-amz-target'] === 'CodeDeploy_20141006.StopDeployment')
      .map(({ body }) => JSON.parse(body));
  return { environment, moves, noted, stopped };
}

describe('a rollback', () => {
  afterEach(() => void vi.unstubAllEnvs());

  it('points each model at the version that was live before, and overwrites no change meanwhile', async () => {
    const { environment, moves, noted } = await account({
      'fn-digits': { live: '12', versions: ['2', '9', '12'], noted: '12,9,2' },
      'fn-letters': { live: '4', versions: ['3', '4', '5'], noted: '4,3' },
    });

    const done = await rollBack('s', ['digits', 'letters'], undefined, environment);

    expect(done).toMatchObject([
      { model: 'digits', from: '12', to: '9' },
      { model: 'letters', from: '4', to: '3' },
    ]);
    expect(moves()).toEqual([
      [
        '/2015-03-31/functions/fn-digits/aliases/live',
        { FunctionVersion: '9', RevisionId: 'rev-12', RoutingConfig: { AdditionalVersionWeights: {} } },
      ],
      [
        '/2015-03-31/functions/fn-letters/aliases/live',
        { FunctionVersion: '3', RevisionId: 'rev-4', RoutingConfig: { AdditionalVersionWeights: {} } },
      ],
    ]);
    expect(noted()).toEqual(['9,2', '3']);
  });

  it('never makes a version live that a release has refused: deployments note what was live', async () => {
    const digits = { versions: ['4', '5', '6'], noted: '4' };
    const before = await account({ 'fn-digits': { ...digits, live: '6' } });
    await noteLive('s', ['digits'], before.environment);
    expect(before.noted()).toEqual(['6,4']);

    const [move] = await rollBack('s', ['digits'], undefined, before.environment);

    expect(move).toMatchObject({ model: 'digits', from: '6', to: '4' });
  });

  it('goes to the version that one names, where nobody has noted what was live', async () => {
    const { environment, noted } = await account({ 'fn-digits': { live: '6', versions: ['4', '5', '6'] } });

    await expect(rollBack('s', ['digits'], '4', environment)).resolves.toMatchObject([
      { model: 'digits', from: '6', to: '4' },
    ]);
    expect(noted()).toEqual(['4']);
  });

  it.each([
    ['what was noted', '4,3', { live: '5', weights: { 4: 1 } }],
    ['the alias itself, where nothing was noted', undefined, { live: '4', weights: { 5: 0.1 } }],
  ])('frees an alias that a failed start has left between two versions, by %s', async (_, noted, letters) => {
    const one = await account({
      'fn-letters': { versions: ['3', '4', '5'], ...(noted && { noted }), ...letters },
    });

    const [done] = await rollBack('s', ['letters'], undefined, one.environment);

    expect(done).toMatchObject({ model: 'letters', to: '4', from: expect.stringContaining('5') });
    expect(one.moves()).toMatchObject([
      [expect.any(String), { FunctionVersion: '4', RoutingConfig: { AdditionalVersionWeights: {} } }],
    ]);
    expect(one.noted()).toEqual([noted ?? '4']);
  });

  it('stops a release under way, which CodeDeploy then takes back, and leaves the alias to it', async () => {
    const split = { live: '4', versions: ['3', '4', '5'], weights: { 5: 0.1 }, noted: '4,3' };
    const one = await account({ 'fn-letters': split }, ['d-1']);

    await expect(rollBack('s', ['letters'], undefined, one.environment)).resolves.toMatchObject([
      { model: 'letters', from: '5', to: '4', stopped: 'd-1' },
    ]);
    expect(one.stopped()).toEqual([{ deploymentId: 'd-1', autoRollbackEnabled: true }]);
    expect(one.moves()).toEqual([]);
    expect(one.noted()).toEqual(['4,3']);
  });

  it('waits for CloudFormation where it splits the alias itself', async () => {
    const split = { live: '4', versions: ['4', '5'], weights: { 5: 0.1 }, noted: '4' };
    const stack = STACK.replace('UPDATE_COMPLETE', 'UPDATE_IN_PROGRESS');
    const one = await account({ 'fn-letters': split }, [], stack);

    await expect(rollBack('s', ['letters'], undefined, one.environment)).rejects.toThrow(
      /letters: CloudFormation is changing the stack \(UPDATE_IN_PROGRESS\).* cancel-update-stack/,
    );
    expect(one.moves()).toEqual([]);
  });

  it.each<[string, Deployed, RegExp]>([
    [
      'there is no other version',
      { live: '1', versions: ['1'] },
      /letters: there is no version but 1 \(Managed Instances keep none\): deploy the commit before with --hotfix\.$/,
    ],
    [
      'there is no record of what was live before',
      { live: '6', versions: ['4', '5', '6'], noted: '4' },
      /letters: there is no record of what was live before 6, .*--to <version>, one of 4, 5 that was not refused/,
    ],
  ])('changes nothing, also of other models, where %s', async (_, letters, message) => {
    const { environment, moves } = await account({
      'fn-digits': { live: '2', versions: ['1', '2'], noted: '2,1' },
      'fn-letters': letters,
    });

    await expect(rollBack('s', ['digits', 'letters'], undefined, environment)).rejects.toThrow(message);
    expect(moves()).toEqual([]);
  });

  it.each([
    ['a version that there is not', ['digits'], '7', /there is no version 7 to go back to: .*one of 1/],
    ['one version for several models', ['digits', 'letters'], '1', /--to is a version of one model/],
  ])('refuses %s', async (_, models, version, message) => {
    const { environment, moves } = await account({
      'fn-digits': { live: '2', versions: ['1', '2'] },
      'fn-letters': { live: '2', versions: ['1', '2'] },
    });

    await expect(rollBack('s', models, version, environment)).rejects.toThrow(message);
    expect(moves()).toEqual([]);
  });

  it('says when the stack names no such function', async () => {
    const { environment } = await account({});

    await expect(rollBack('s', ['weather'], undefined, environment)).rejects.toThrow(
      /The stack s names no function of weather/,
    );
  });
});
