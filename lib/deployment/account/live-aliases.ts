import { GetAliasCommand, UpdateAliasCommand } from '@aws-sdk/client-lambda';
import type { AwsClients } from './aws-clients.ts';

/** Name of the alias that the gateway calls. */
const Name = 'live';

/**
 * Reads the alias that the gateway calls: its revision, which each change replaces, and its versions. During a release, the new
 * version is the last.
 * @throws ResourceNotFoundException if there is no such function, or it has never been live
 */
export async function readAlias({ lambda }: AwsClients, FunctionName: string) {
  const alias = await lambda.send(new GetAliasCommand({ FunctionName, Name }));
  const { FunctionVersion = '', RevisionId: revision = '', RoutingConfig } = alias;
  const additional = Object.keys(RoutingConfig?.AdditionalVersionWeights ?? {});
  return { revision, versions: [FunctionVersion, ...additional] as const };
}

/**
 * Points the alias at one version only. @param RevisionId revision that the alias had when it was read. AWS refuses the call if
 * the alias has changed since then
 */
export async function moveAlias(
  { lambda }: AwsClients,
  FunctionName: string,
  FunctionVersion: string,
  RevisionId: string,
): Promise<void> {
  const RoutingConfig = { AdditionalVersionWeights: {} };
  await lambda.send(
    new UpdateAliasCommand({ FunctionName, Name, FunctionVersion, RevisionId, RoutingConfig }),
  );
}
