import { type AwsCalls, AwsRefusal } from './aws-calls.ts';

/** The alias that the gateway calls. */
export const LIVE_ALIAS = 'live';

/** A model whose alias leads to two versions. Nothing but a release, or what ends one, can change such an alias. */
export interface SplitAlias {
  readonly model: string;
  readonly versions: readonly string[];
}

/** @param functions the name of each model's function */
export async function findSplitAliases(
  aws: AwsCalls,
  functions: Readonly<Record<string, string>>,
): Promise<SplitAlias[]> {
  const found = await Promise.all(
    Object.entries(functions).map(async ([model, name]) => ({
      model,
      versions: await versionsOf(aws, name),
    })),
  );
  return found.filter(({ versions }) => versions.length > 1);
}

async function versionsOf(aws: AwsCalls, functionName: string): Promise<string[]> {
  try {
    const alias = (await aws.get(
      'lambda',
      `/2015-03-31/functions/${functionName}/aliases/${LIVE_ALIAS}`,
    )) as {
      FunctionVersion: string;
      RoutingConfig?: { AdditionalVersionWeights?: Record<string, number> };
    };
    return [alias.FunctionVersion, ...Object.keys(alias.RoutingConfig?.AdditionalVersionWeights ?? {})];
  } catch (error) {
    if (error instanceof AwsRefusal && error.code === 'ResourceNotFoundException') return [];
    throw error;
  }
}
