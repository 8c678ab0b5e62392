import { GetAliasCommand, ResourceNotFoundException, UpdateAliasCommand } from '@aws-sdk/client-lambda';
import type { AwsClients } from './aws-clients.ts';

/** Of the alias that the gateway calls. */
const Name = 'live';

/** The alias that the gateway calls, as far as it is read here. */
export interface LiveAlias {
  /** Changes with each change of the alias. */
  readonly revision: string;
  /** The version that it leads to, and then the one that a release has added. */
  readonly versions: readonly [string, ...string[]];
}

/** A model whose alias leads to two versions. Nothing but a release, or what ends one, can change such an alias. */
export interface SplitAlias {
  readonly model: string;
  readonly versions: readonly string[];
}

/** @throws ResourceNotFoundException where there is no such function, or it has never been live */
export async function readAlias(aws: AwsClients, FunctionName: string): Promise<LiveAlias> {
  const alias = await aws.lambda.send(new GetAliasCommand({ FunctionName, Name }));
  const { FunctionVersion = '', RevisionId: revision = '', RoutingConfig } = alias;
  const additional = Object.keys(RoutingConfig?.AdditionalVersionWeights ?? {});
  return { revision, versions: [FunctionVersion, ...additional] };
}

/**
 * Has the alias lead to one version alone.
 *
 * @param revision of the alias as it was looked at: a change meanwhile is not overwritten
 */
export async function moveAlias(
  aws: AwsClients,
  FunctionName: string,
  FunctionVersion: string,
  RevisionId: string,
): Promise<void> {
  const RoutingConfig = { AdditionalVersionWeights: {} };
  await aws.lambda.send(
    new UpdateAliasCommand({ FunctionName, Name, FunctionVersion, RevisionId, RoutingConfig }),
  );
}

/** @param functions the name of each model's function */
export async function findSplitAliases(
  aws: AwsClients,
  functions: Readonly<Record<string, string>>,
): Promise<SplitAlias[]> {
  const found = await Promise.all(
    Object.entries(functions).map(async ([model, name]) => {
      const { versions } = await readAlias(aws, name).catch(noVersions);
      return { model, versions };
    }),
  );
  return found.filter(({ versions }) => versions.length > 1);
}

function noVersions(error: Error): { readonly versions: readonly string[] } {
  if (error instanceof ResourceNotFoundException) return { versions: [] };
  throw error;
}
