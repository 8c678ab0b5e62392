import { GetAliasCommand, UpdateAliasCommand } from '@aws-sdk/client-lambda';
import type { AwsClients } from './aws-clients.ts';

/** Of the alias that the gateway calls. */
const Name = 'live';

/**
 * The alias that the gateway calls: its revision, another one after each change, and the version that it leads to, and then the
 * one that a release has added.
 *
 * @throws ResourceNotFoundException where there is no such function, or it has never been live
 */
export async function readAlias({ lambda }: AwsClients, FunctionName: string) {
  const alias = await lambda.send(new GetAliasCommand({ FunctionName, Name }));
  const { FunctionVersion = '', RevisionId: revision = '', RoutingConfig } = alias;
  const additional = Object.keys(RoutingConfig?.AdditionalVersionWeights ?? {});
  return { revision, versions: [FunctionVersion, ...additional] as const };
}

/**
 * Has the alias lead to one version alone.
 *
 * @param revision of the alias as it was looked at: a change meanwhile is not overwritten
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
