import type { ServiceConfiguration } from '../../configuration/service-configuration.ts';
import { isParameter } from '../../is-parameter.ts';
import { type AwsCalls, AwsRefusal } from './aws-calls.ts';

/** A secret that a setting names. */
export interface NamedSecret {
  readonly setting: 'serverSaltSecret' | 'accessSecret';
  readonly name: string;
}

/** The secrets of a configuration that are not there; a function without its secret does not start. Reads no value. */
export async function findMissingSecrets(
  aws: AwsCalls,
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

async function exists(aws: AwsCalls, name: string): Promise<boolean> {
  if (isParameter(name)) {
    const found = (await aws.json('ssm', 'AmazonSSM.DescribeParameters', {
      ParameterFilters: [{ Key: 'Name', Option: 'Equals', Values: [name] }],
    })) as { Parameters?: readonly unknown[] };
    return (found.Parameters?.length ?? 0) > 0;
  }
  try {
    await aws.json('secretsmanager', 'secretsmanager.DescribeSecret', { SecretId: name });
    return true;
  } catch (error) {
    if (error instanceof AwsRefusal && error.code === 'ResourceNotFoundException') return false;
    throw error;
  }
}
