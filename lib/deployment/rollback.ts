import { ListDeploymentsCommand, StopDeploymentCommand } from '@aws-sdk/client-codedeploy';
import { paginateListVersionsByFunction } from '@aws-sdk/client-lambda';
import { commandLine } from '../../project/command-line.ts';
import { requireThat } from '../configuration/configuration-error.ts';
import { type AwsClients, signIn } from './account/aws-clients.ts';
import { moveAlias, readAlias } from './account/live-aliases.ts';
import { functionsOf, RELEASE_OUTPUT, readStack } from './account/stack-state.ts';
import { liveHistory } from './live-history.ts';

/** The planned change of a model's alias. */
interface Move {
  /** The version to replace: the live version, the new version of a running release, or both versions of a split alias. */
  readonly from: string;
  readonly to: string;
  /** Id of the release that will be stopped, so that CodeDeploy rolls it back. */
  readonly stopped?: string;
  readonly revision: string;
  /** The new record of versions that have been live, newest first. It is not written if a release is stopped. */
  readonly live: readonly string[];
}

/**
 * Points each model's alias at `version`, or at the version that was live before. If a release is running, it is stopped instead.
 * Without `version`, an alias that a failed release left split points at the old version again. All checks precede all changes.
 * @param stack the service's stack
 * @param models models to roll back
 * @param version the version to make live, for a single model; if undefined, the previous one that `noteLive` recorded
 * @throws ConfigurationError if the stack, a function or the version to make live is unknown, `version` is for several models or
 * differs from a running release's old version, or CloudFormation changes the stack while an alias is split and no release runs
 */
export async function rollBack(
  stack: string,
  models: readonly string[],
  version: string | undefined,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<(Deployed & Move)[]> {
  requireThat(
    version === undefined || models.length === 1,
    '--to is a version of one model: name only that model.',
  );
  const deployed = await findDeployed(stack, models, environment);
  const moves = await Promise.all(
    deployed.map(async (one) => ({ ...one, ...(await findMove(one, version)) })),
  );
  for (const { aws, functionName, revision, to, stopped: deploymentId } of moves) {
    if (deploymentId === undefined) await moveAlias(aws, functionName, to, revision);
    // CodeDeploy points the alias at the old version again, and CloudFormation rolls back the stack.
    else await aws.codeDeploy.send(new StopDeploymentCommand({ deploymentId, autoRollbackEnabled: true }));
  }
  await Promise.all(moves.map(({ history, live, stopped }) => stopped ?? history.write(live)));
  return moves;
}

/** Records the live versions after a deployment, for the next rollback. */
export async function noteLive(
  stack: string,
  models: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const deployed = await findDeployed(stack, models, environment);
  for (const { aws, functionName, history } of deployed) {
    const [live] = (await readAlias(aws, functionName)).versions;
    const before = await history.read();
    if (before[0] !== live) await history.write([live, ...before.filter((version) => version !== live)]);
  }
}

/** Deletes the record of `noteLive`, unless the stack still exists because its deletion was not confirmed. */
export async function forgetLive(
  stack: string,
  models: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const aws = await signIn(environment);
  if (await readStack(aws, stack)) return;
  for (const model of models) await liveHistory(aws, stack, model).forget();
}

type Deployed = Awaited<ReturnType<typeof findDeployed>>[number];

async function findDeployed(name: string, models: readonly string[], environment: NodeJS.ProcessEnv) {
  const aws = await signIn(environment);
  const stack = await readStack(aws, name);
  requireThat(stack, `There is no stack ${name}.`);
  const functions = functionsOf(stack.outputs);
  return models.map((model) => {
    const functionName = functions[model];
    requireThat(
      functionName,
      `The stack ${name} names no function of ${model}: deploy the model once with this version of Subsecond first.`,
    );
    return { model, aws, functionName, stack, history: liveHistory(aws, name, model) };
  });
}

async function findMove(deployed: Deployed, version: string | undefined): Promise<Move> {
  const { model, aws, functionName, history } = deployed;
  const { revision, versions } = await readAlias(aws, functionName);
  const [from, ...additional] = versions;
  const isSplit = additional.length > 0;
  const stopped = isSplit ? await findRelease(deployed) : undefined;
  if (stopped !== undefined) {
    requireThat(
      version === undefined || version === from,
      `${model}: a release is running, and when it is stopped, version ${from} is live again: roll back without --to first.`,
    );
    return { revision, from: additional.join(' and '), to: from, stopped, live: [] };
  }
  const published = await listVersions(aws, functionName);
  const kept = published.filter((one) => one !== from);
  requireThat(
    kept.length > 0,
    `${model}: there is no version but ${from} (Managed Instances keep no others): deploy the previous commit with --hotfix.`,
  );
  const choice = `${commandLine('rollback')} … ${model} --to <version>, where <version> is one that no release has refused, of ${kept.join(', ')}`;
  requireThat(
    version === undefined || kept.includes(version),
    `${model}: there is no version ${version} to go back to: type ${choice}.`,
  );
  const noted = await history.read();
  // A split alias still contains the old version, which the release was to replace.
  if (isSplit && version === undefined) {
    const to = noted.find((one) => versions.includes(one)) ?? from;
    const live = [to, ...noted.filter((one) => one !== to)];
    return { revision, from: versions.join(' and '), to, live };
  }
  const [last, ...before] = noted;
  const known = last === from ? before.filter((one) => kept.includes(one)) : [];
  const to = version ?? known[0];
  requireThat(
    to,
    `${model}: there is no record of the version that was live before ${from}, and some versions may have been refused: type ${choice}.`,
  );
  return { revision, from, to, live: [to, ...known.filter((one) => one !== to)] };
}

/**
 * The id of the running CodeDeploy deployment that moves the model's alias to a new version.
 * @returns undefined if no release runs. Then nobody else changes the alias
 * @throws ConfigurationError if no release runs and CloudFormation itself is changing the stack
 */
async function findRelease({ model, aws, stack }: Deployed): Promise<string | undefined> {
  const group = stack.outputs.get(`${RELEASE_OUTPUT}${model}`);
  if (group !== undefined) {
    const [applicationName, deploymentGroupName] = group.split('/');
    const { deployments: [release] = [] } = await aws.codeDeploy.send(
      new ListDeploymentsCommand({
        applicationName,
        deploymentGroupName,
        includeOnlyStatuses: ['Created', 'Queued', 'InProgress', 'Baking', 'Ready'],
      }),
    );
    if (release !== undefined) return release;
  }
  requireThat(
    !stack.status.endsWith('_IN_PROGRESS'),
    `${model}: CloudFormation is changing the stack (${stack.status}). Type aws cloudformation cancel-update-stack with the stack's name, ` +
      'wait until the update has ended, and repeat the rollback.',
  );
  return undefined;
}

/** Numbers of the existing versions. */
async function listVersions({ lambda: client }: AwsClients, FunctionName: string) {
  const all: string[] = [];
  for await (const { Versions = [] } of paginateListVersionsByFunction({ client }, { FunctionName })) {
    all.push(...Versions.map(({ Version = '' }) => Version));
  }
  return all.filter((version) => version !== '$LATEST');
}
