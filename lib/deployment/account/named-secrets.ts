import { DescribeSecretCommand, ResourceNotFoundException } from '@aws-sdk/client-secrets-manager';
import { DescribeParametersCommand } from '@aws-sdk/client-ssm';
import type { ServiceConfiguration } from '../../configuration/service-configuration.ts';
import { isParameter } from '../../is-parameter.ts';
import type { AwsClients } from './aws-clients.ts';

/** A secret that a setting names. */
export interface NamedSecret {
  readonly setting: 'serverSaltSecret' | 'accessSecret';
  readonly name: string;
}

/** The secrets of a configuration that are not there; a function without its secret does not start. Reads no value. */
export async function findMissingSecrets(
  aws: AwsClients,
  { serverSaltSecret, accessSecret }: ServiceConfiguration,
): Promise<NamedSecret[]> {
  const named: NamedSecret[] = [
    ...(serverSaltSecret === undefined
      ? []
      : [{ setting: 'serverSaltSecret' as const, name: serverSaltSecret }]),
    ...(accessSecret === undefined ? [] : [{ setting: 'accessSecret' as const, name: accessSecret }]),
  ];
  const there = await Promise.all(named.map(({ name }) => exists(aws, name)));
  return named.filter((_, index) => !there[index]);
}

async function exists(aws: AwsClients, name: string): Promise<boolean> {
  if (isParameter(name)) {
    const ParameterFilters = [{ Key: 'Name', Option: 'Equals', Values: [name] }];
    const { Parameters = [] } = await aws.ssm.send(new DescribeParametersCommand({ ParameterFilters }));
    return Parameters.length > 0;
  }
  try {
    await aws.secretsManager.send(new DescribeSecretCommand({ SecretId: name }));
    return true;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return false;
    throw error;
  }
}
