import {
  GetAliasCommand,
  LambdaClient,
  paginateListVersionsByFunction,
  UpdateAliasCommand,
} from '@aws-sdk/client-lambda';
import { signIn } from './account/account.ts';

/** The alias that the gateway asks. */
const ALIAS = 'live';

/** A call of Lambda may take this long, in milliseconds; failures that may pass are tried again. */
const TIMEOUT = 5_000;

const NONE_KEPT =
  ' It runs on Managed Instances, which keep no environments of an earlier version warm: the version went with its ' +
  'environments. Deploy the commit before with --hotfix.';

/** What has become of a task. */
export interface RolledBack {
  readonly task: string;
  readonly from: string;
  readonly to: string;
}

/** Nothing was changed; one line that says why. */
export class RollbackError extends Error {
  override readonly name = 'RollbackError';
}

/**
 * Points the alias of each task at the version before the one that is live. Everything is looked at before anything is changed.
 *
 * @param stack the service's stack
 * @param tasks those to be taken back
 * @throws RollbackError where there is no version before, or a release is under way
 */
export async function rollBack(
  stack: string,
  tasks: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): Promise<RolledBack[]> {
  const aws = await signIn(environment);
  const described = await aws.query('cloudformation', '2010-05-15', {
    Action: 'DescribeStacks',
    StackName: stack,
  });
  const client = new LambdaClient({ region: aws.region, requestHandler: { requestTimeout: TIMEOUT } });
  const moves = await Promise.all(
    tasks.map(async (task) => ({
      task,
      ...(await findMove(client, functionOf(described, task, stack), task)),
    })),
  );
  for (const { FunctionName, revision, to } of moves) {
    await client.send(
      new UpdateAliasCommand({ FunctionName, Name: ALIAS, FunctionVersion: to, RevisionId: revision }),
    );
  }
  return moves.map(({ task, from, to }) => ({ task, from, to }));
}

interface Move {
  readonly FunctionName: string;
  /** Of the alias as it was looked at: a change meanwhile is not overwritten. */
  readonly revision: string | undefined;
  readonly from: string;
  readonly to: string;
}

async function findMove(client: LambdaClient, FunctionName: string, task: string): Promise<Move> {
  const alias = await client.send(new GetAliasCommand({ FunctionName, Name: ALIAS }));
  if (Object.keys(alias.RoutingConfig?.AdditionalVersionWeights ?? {}).length > 0) {
    throw new RollbackError(
      `${task}: a release is under way. Stop it, and CodeDeploy takes it back: aws deploy list-deployments ` +
        '--include-only-statuses InProgress, then aws deploy stop-deployment --auto-rollback-enabled --deployment-id <id>',
    );
  }
  const from = Number(alias.FunctionVersion);
  let to = 0;
  let managed = false;
  for await (const { Versions = [] } of paginateListVersionsByFunction({ client }, { FunctionName })) {
    for (const { Version, CapacityProviderConfig } of Versions) {
      const number = Number(Version);
      if (number < from && number > to) to = number;
      if (number === from) managed = CapacityProviderConfig !== undefined;
    }
  }
  if (to === 0) {
    throw new RollbackError(
      `${task}: there is no version before ${alias.FunctionVersion}.${managed ? NONE_KEPT : ''}`,
    );
  }
  return { FunctionName, revision: alias.RevisionId, from: String(from), to: String(to) };
}

/** The name that the stack's outputs give a task's function. */
function functionOf(described: string, task: string, stack: string): string {
  for (const [, output = ''] of described.matchAll(
    /<member>((?:(?!<member>)[\s\S])*?<OutputKey>[\s\S]*?)<\/member>/g,
  )) {
    if (!output.includes(`<Description>Function of ${task}</Description>`)) continue;
    const [, name] = /<OutputValue>([^<]+)<\/OutputValue>/.exec(output) ?? [];
    if (name !== undefined) return name;
  }
  throw new RollbackError(
    `The stack ${stack} names no function of ${task}: deploy it once with this version first.`,
  );
}
