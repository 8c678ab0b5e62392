import { type AwsCalls, AwsRefusal } from './aws-calls.ts';

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

/** @throws AwsRefusal where there is no such function, or it has never been live */
export async function readAlias(aws: AwsCalls, functionName: string): Promise<LiveAlias> {
  const alias = (await aws.rest('lambda', aliasPath(functionName))) as {
    FunctionVersion: string;
    RevisionId: string;
    RoutingConfig?: { AdditionalVersionWeights?: Record<string, number> };
  };
  const additional = Object.keys(alias.RoutingConfig?.AdditionalVersionWeights ?? {});
  return { revision: alias.RevisionId, versions: [alias.FunctionVersion, ...additional] };
}

/**
 * Has the alias lead to one version alone.
 *
 * @param revision of the alias as it was looked at: a change meanwhile is not overwritten
 */
export async function moveAlias(
  aws: AwsCalls,
  functionName: string,
  version: string,
  revision: string,
): Promise<void> {
  await aws.rest('lambda', aliasPath(functionName), {
    FunctionVersion: version,
    RevisionId: revision,
    RoutingConfig: { AdditionalVersionWeights: {} },
  });
}

/** @param functions the name of each model's function */
export async function findSplitAliases(
  aws: AwsCalls,
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

function aliasPath(functionName: string): string {
  return `/2015-03-31/functions/${functionName}/aliases/live`;
}

function noVersions(error: Error): { readonly versions: readonly string[] } {
  if (error instanceof AwsRefusal && error.code === 'ResourceNotFoundException') return { versions: [] };
  throw error;
}
