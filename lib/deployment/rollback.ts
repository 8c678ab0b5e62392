import {
  GetAliasCommand,
  LambdaClient,
  paginateListVersionsByFunction,
  UpdateAliasCommand,
} from '@aws-sdk/client-lambda';
import { readStack, signIn } from './account/account.ts';
import { LiveHistory } from './live-history.ts';

/** The alias that the gateway calls. */
const ALIAS = 'live';

/** A call of Lambda may take this long, in milliseconds; failures that may pass are tried again. */
const TIMEOUT = 5_000;

const NONE_KEPT =
  ' It runs on Managed Instances, which keep no environments of an earlier version warm: the version went with its ' +
  'environments. Deploy the commit before with --hotfix.';

/** What has become of a model. */
export interface RolledBack {
  readonly model: string;
  readonly from: string;
  readonly to: string;
}

/** Nothing was changed; one line that says why. */
export class RollbackError extends Error {
  override readonly name = 'RollbackError';
}

/**
 * Points the alias of each model at the version that was live before. Everything is looked at before anything is changed.
 *
 * @param stack the service's stack
 * @param models those to be taken back
 * @param version the version that is to be live, for a single model; undefined: what was live before, as `noteLive` knows it
 * @throws RollbackError where nobody knows what was live, there is no such version, or a release is under way
 */
export async function rollBack(
  stack: string,
  models: readonly string[],
  version: string | undefined,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<RolledBack[]> {
  if (version !== undefined && models.length > 1) {
    throw new RollbackError('--to is a version of one model: name that model alone.');
  }
  const deployed = await findDeployed(stack, models, environment);
  const moves = await Promise.all(
    deployed.map(async (one) => ({ ...one, ...(await findMove(one, version)) })),
  );
  for (const { client, FunctionName, revision, to } of moves) {
    await client.send(
      new UpdateAliasCommand({ FunctionName, Name: ALIAS, FunctionVersion: to, RevisionId: revision }),
    );
  }
  await Promise.all(moves.map(({ history, live }) => history.write(live)));
  return moves.map(({ model, from, to }) => ({ model, from, to }));
}

/** Notes which versions are live after a deployment, for the next rollback. */
export async function noteLive(
  stack: string,
  models: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const deployed = await findDeployed(stack, models, environment);
  for (const { client, FunctionName, history } of deployed) {
    const { FunctionVersion: live = '' } = await client.send(
      new GetAliasCommand({ FunctionName, Name: ALIAS }),
    );
    const before = await history.read();
    if (before[0] !== live) await history.write([live, ...before.filter((version) => version !== live)]);
  }
}

/** Takes away what `noteLive` has noted, unless the stack is still there: somebody has thought better of it. */
export async function forgetLive(
  stack: string,
  models: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const aws = await signIn(environment);
  if (await readStack(aws, stack)) return;
  for (const model of models) await new LiveHistory(aws, stack, model).forget();
}

interface Deployed {
  readonly model: string;
  readonly client: LambdaClient;
  readonly FunctionName: string;
  readonly history: LiveHistory;
}

async function findDeployed(
  stack: string,
  models: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<Deployed[]> {
  const aws = await signIn(environment);
  const described = await aws.query('cloudformation', '2010-05-15', {
    Action: 'DescribeStacks',
    StackName: stack,
  });
  const client = new LambdaClient({ region: aws.region, requestHandler: { requestTimeout: TIMEOUT } });
  return models.map((model) => ({
    model,
    client,
    FunctionName: functionOf(described, model, stack),
    history: new LiveHistory(aws, stack, model),
  }));
}

interface Move {
  /** Of the alias as it was looked at: a change meanwhile is not overwritten. */
  readonly revision: string | undefined;
  readonly from: string;
  readonly to: string;
  /** What has been live then, newest first. */
  readonly live: readonly string[];
}

async function findMove(
  { model, client, FunctionName, history }: Deployed,
  version: string | undefined,
): Promise<Move> {
  const alias = await client.send(new GetAliasCommand({ FunctionName, Name: ALIAS }));
  if (Object.keys(alias.RoutingConfig?.AdditionalVersionWeights ?? {}).length > 0) {
    throw new RollbackError(
      `${model}: a release is under way. Stop it, and CodeDeploy takes it back: aws deploy list-deployments ` +
        '--include-only-statuses InProgress, then aws deploy stop-deployment --auto-rollback-enabled --deployment-id <id>',
    );
  }
  const from = alias.FunctionVersion ?? '';
  const kept: string[] = [];
  let managed = false;
  for await (const { Versions = [] } of paginateListVersionsByFunction({ client }, { FunctionName })) {
    for (const { Version = '', CapacityProviderConfig } of Versions) {
      if (Version === from) managed = CapacityProviderConfig !== undefined;
      else if (Version !== '$LATEST') kept.push(Version);
    }
  }
  if (kept.length === 0) {
    throw new RollbackError(`${model}: there is no version but ${from}.${managed ? NONE_KEPT : ''}`);
  }
  const choice = `npm run rollback … ${model} --to <version>, one of ${kept.join(', ')} that was not refused`;
  if (version !== undefined && !kept.includes(version)) {
    throw new RollbackError(`${model}: there is no version ${version} to go back to: type ${choice}.`);
  }
  const [live, ...before] = await history.read();
  const known = live === from ? before.filter((one) => kept.includes(one)) : [];
  const to = version ?? known[0];
  if (to === undefined) {
    throw new RollbackError(
      `${model}: there is no record of what was live before ${from}, and a version that is kept may have been refused: type ${choice}.`,
    );
  }
  return { revision: alias.RevisionId, from, to, live: [to, ...known.filter((one) => one !== to)] };
}

/** The name that the stack's outputs give a model's function. */
function functionOf(described: string, model: string, stack: string): string {
  for (const [, output = ''] of described.matchAll(
    /<member>((?:(?!<member>)[\s\S])*?<OutputKey>[\s\S]*?)<\/member>/g,
  )) {
    if (!output.includes(`<Description>Function of ${model}</Description>`)) continue;
    const [, name] = /<OutputValue>([^<]+)<\/OutputValue>/.exec(output) ?? [];
    if (name !== undefined) return name;
  }
  throw new RollbackError(
    `The stack ${stack} names no function of ${model}: deploy it once with this version first.`,
  );
}
