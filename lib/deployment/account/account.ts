import { GetAccountSettingsCommand, ResourceNotFoundException } from '@aws-sdk/client-lambda';
import {
  DescribeSecretCommand,
  ResourceNotFoundException as NoSuchSecret,
} from '@aws-sdk/client-secrets-manager';
import { GetServiceQuotaCommand, NoSuchResourceException } from '@aws-sdk/client-service-quotas';
import { DescribeParametersCommand, GetParameterCommand, ParameterNotFound } from '@aws-sdk/client-ssm';
import { vcpusOf } from '../../configuration/managed-instances/environment.ts';
import type { ServiceConfiguration } from '../../configuration/service-configuration.ts';
import { isParameter } from '../../is-parameter.ts';
import { stackName } from '../../stack-name.ts';
import { type AwsClients, ifMissing, isDenial, readAccountId } from './aws-clients.ts';
import { readAlias } from './live-aliases.ts';
import { functionsOf } from './stack-outputs.ts';
import { readStack, type StackState } from './stack-state.ts';

/** Where `cdk bootstrap` notes what it has made. */
const BOOTSTRAP_PARAMETER = '/cdk-bootstrap/hnb659fds/version';

/** EC2's quota of vCPUs for on-demand instances of the standard families, C, M and R among them. */
export const VCPU_QUOTA = 'L-1216C47A';

/** Lambda's limits of an account in a region. */
export interface ConcurrencyLimit {
  /** Environments at one time, of all functions. */
  readonly total: number;
  /** Those that no function has reserved. */
  readonly unreserved: number;
}

/** What a deployment has to know of an account; what may not be looked at is taken for good. */
export interface Account {
  readonly id: string;
  readonly region: string;
  readonly isBootstrapped: boolean;
  readonly concurrency: ConcurrencyLimit;
  /** vCPUs that its EC2 instances may have at once; infinite where nobody needs to know, or AWS does not say. */
  readonly vcpus: number;
  /** Undefined: there is no such stack. */
  readonly stack: StackState | undefined;
  /** What the settings name and is not there, by setting. */
  readonly missingSecrets: Readonly<Record<string, string>>;
  /** The two versions to which the alias of a model leads. Nothing but a release, or what ends one, can change such an alias. */
  readonly splitAliases: Readonly<Record<string, readonly string[]>>;
  /** What these credentials may not look at. */
  readonly denied: readonly string[];
}

/**
 * Looks at what a deployment needs, all at once.
 *
 * @throws Error of AWS when the credentials are not good, or when a service does not respond in time
 */
export async function lookAtAccount(aws: AwsClients, configuration: ServiceConfiguration): Promise<Account> {
  const denied: string[] = [];
  const look = <Fact>(what: string, fact: Promise<Fact>, otherwise: Fact) =>
    fact.catch((error: Error) => {
      if (!isDenial(error)) throw error;
      denied.push(what);
      return otherwise;
    });
  const unknown = { status: '', outputs: new Map<string, string>() };
  const unlimited = { total: Number.POSITIVE_INFINITY, unreserved: Number.POSITIVE_INFINITY };
  const stack = look('the stack', readStack(aws, stackName(configuration)), unknown);
  const [id, isBootstrapped, concurrency, vcpus, missingSecrets, splitAliases] = await Promise.all([
    readAccountId(aws),
    look('the bootstrap', hasBootstrap(aws), true),
    look('the concurrency limit', readConcurrency(aws), unlimited),
    look('the quota of vCPUs', readVcpus(aws, configuration), Number.POSITIVE_INFINITY),
    look('the secrets', findMissingSecrets(aws, configuration), {}),
    look(
      'the aliases',
      stack.then((state) => findSplitAliases(aws, state)),
      {},
    ),
  ]);
  const { region } = aws;
  const facts = { id, region, isBootstrapped, concurrency, vcpus, missingSecrets, splitAliases, denied };
  return { ...facts, stack: await stack };
}

function hasBootstrap({ ssm }: AwsClients): Promise<boolean> {
  const version = ssm.send(new GetParameterCommand({ Name: BOOTSTRAP_PARAMETER }));
  return version.then(() => true, ifMissing(ParameterNotFound, false));
}

async function readConcurrency({ lambda }: AwsClients): Promise<ConcurrencyLimit> {
  const { AccountLimit = {} } = await lambda.send(new GetAccountSettingsCommand());
  const { ConcurrentExecutions: total = 0, UnreservedConcurrentExecutions: unreserved = 0 } = AccountLimit;
  return { total, unreserved };
}

async function readVcpus({ serviceQuotas }: AwsClients, service: ServiceConfiguration): Promise<number> {
  const unknown = Number.POSITIVE_INFINITY;
  if (vcpusOf(service) === 0) return unknown;
  const quota = serviceQuotas.send(new GetServiceQuotaCommand({ ServiceCode: 'ec2', QuotaCode: VCPU_QUOTA }));
  return quota.then(({ Quota }) => Quota?.Value ?? unknown, ifMissing(NoSuchResourceException, unknown));
}

/** A function without its secret does not start. Reads no value. */
async function findMissingSecrets(
  aws: AwsClients,
  { serverSaltSecret, accessSecret }: ServiceConfiguration,
): Promise<Record<string, string>> {
  const missing = await Promise.all(
    Object.entries({ serverSaltSecret, accessSecret }).map(async ([setting, name]) =>
      name === undefined || (await exists(aws, name)) ? [] : [[setting, name] as const],
    ),
  );
  return Object.fromEntries(missing.flat());
}

async function exists({ ssm, secretsManager }: AwsClients, name: string): Promise<boolean> {
  if (isParameter(name)) {
    const ParameterFilters = [{ Key: 'Name', Option: 'Equals', Values: [name] }];
    const { Parameters = [] } = await ssm.send(new DescribeParametersCommand({ ParameterFilters }));
    return Parameters.length > 0;
  }
  const secret = secretsManager.send(new DescribeSecretCommand({ SecretId: name }));
  return secret.then(() => true, ifMissing(NoSuchSecret, false));
}

async function findSplitAliases(
  aws: AwsClients,
  stack: StackState | undefined,
): Promise<Record<string, readonly string[]>> {
  const found = await Promise.all(
    Object.entries(functionsOf(stack?.outputs ?? new Map())).map(async ([model, name]) => {
      const never = ifMissing(ResourceNotFoundException, { versions: [] });
      const { versions } = await readAlias(aws, name).catch(never);
      return [model, versions] as const;
    }),
  );
  return Object.fromEntries(found.filter(([, versions]) => versions.length > 1));
}
