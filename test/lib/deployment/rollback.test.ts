import { afterEach, describe, expect, it, vi } from 'vitest';
import { rollBack } from '../../../lib/deployment/rollback.ts';
import { type Arrived, CREDENTIALS, fakeService } from '../../functions/support/fake-service.ts';

const output = (key: string, value: string, description: string) =>
  `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue><Description>${description}</Description></member>`;
const STACK = `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>s</StackName><Outputs>
  ${output('Url', 'https://example.com', 'Address of the service')}
  ${output('Task1FunctionName', 'fn-digits', 'Function of digits')}
  ${output('Task2FunctionName', 'fn-letters', 'Function of letters')}
</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;

/** What Lambda knows of a function. */
interface Deployed {
  readonly live: string;
  readonly versions: readonly string[];
  readonly weights?: Record<string, number>;
  readonly managedInstances?: boolean;
}

/** An account whose aliases can be looked at and moved; returns the moves. */
async function account(functions: Record<string, Deployed>) {
  const answer = ({ method, path }: Arrived) => {
    if (path === '/') return { body: STACK };
    const [, name = ''] = /functions\/([^/]+)/.exec(path) ?? [];
    const { live, versions, weights = {}, managedInstances } = functions[name] as Deployed;
    const instances = managedInstances && {
      CapacityProviderConfig: { LambdaManagedInstancesCapacityProviderConfig: {} },
    };
    const alias = {
      FunctionVersion: live,
      RevisionId: `rev-${live}`,
      RoutingConfig: { AdditionalVersionWeights: weights },
    };
    const content = path.includes('/aliases/')
      ? alias
      : { Versions: ['$LATEST', ...versions].map((Version) => ({ Version, ...instances })) };
    return {
      headers: { 'content-type': 'application/json', 'x-method': method },
      body: JSON.stringify(content),
    };
  };
  const { url, arrived } = await fakeService(answer);
  const environment = { ...CREDENTIALS, AWS_ENDPOINT_URL: url };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const moves = () =>
    arrived.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path, JSON.parse(body)]);
  return { environment, moves };
}

describe('a rollback', () => {
  afterEach(() => void vi.unstubAllEnvs());

  it('points each task at the version before the one that is live, and overwrites no change meanwhile', async () => {
    const { environment, moves } = await account({
      'fn-digits': { live: '12', versions: ['2', '9', '12'] },
      'fn-letters': { live: '4', versions: ['3', '4', '5'] },
    });

    const done = await rollBack('s', ['digits', 'letters'], environment);

    expect(done).toEqual([
      { task: 'digits', from: '12', to: '9' },
      { task: 'letters', from: '4', to: '3' },
    ]);
    expect(moves()).toEqual([
      ['/2015-03-31/functions/fn-digits/aliases/live', { FunctionVersion: '9', RevisionId: 'rev-12' }],
      ['/2015-03-31/functions/fn-letters/aliases/live', { FunctionVersion: '3', RevisionId: 'rev-4' }],
    ]);
  });

  it.each<[string, Deployed, RegExp]>([
    ['no version was before', { live: '1', versions: ['1'] }, /letters: there is no version before 1\.$/],
    [
      'Managed Instances have kept none',
      { live: '3', versions: ['3'], managedInstances: true },
      /letters: there is no version before 3\. It runs on Managed Instances, which keep no.*Deploy.*--hotfix/,
    ],
    [
      'a release is under way',
      { live: '4', versions: ['3', '4', '5'], weights: { 5: 0.1 } },
      /letters: a release is under way.*stop-deployment --auto-rollback-enabled/,
    ],
  ])('changes nothing, also of other tasks, where %s', async (_, letters, message) => {
    const { environment, moves } = await account({
      'fn-digits': { live: '2', versions: ['1', '2'] },
      'fn-letters': letters,
    });

    await expect(rollBack('s', ['digits', 'letters'], environment)).rejects.toThrow(message);
    expect(moves()).toEqual([]);
  });

  it('says when the stack names no such function', async () => {
    const { environment } = await account({});

    await expect(rollBack('s', ['weather'], environment)).rejects.toThrow(
      /The stack s names no function of weather/,
    );
  });
});
