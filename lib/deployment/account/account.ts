import { DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand } from '@aws-sdk/client-lambda';
import { GetServiceQuotaCommand, NoSuchResourceException } from '@aws-sdk/client-service-quotas';
import { GetParameterCommand, ParameterNotFound } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { vcpusOf } from '../../configuration/managed-instances/environment.ts';
import type { ServiceConfiguration } from '../../configuration/service-configuration.ts';
import { stackName } from '../../stack-name.ts';
import { AwsClients, isDenial } from './aws-clients.ts';
import { findSplitAliases, type SplitAlias } from './live-aliases.ts';
import { findMissingSecrets, type NamedSecret } from './named-secrets.ts';
import { functionsOf } from './stack-outputs.ts';

/** Where `cdk bootstrap` notes what it has made. */
const BOOTSTRAP_PARAMETER = '/cdk-bootstrap/hnb659fds/version';

/** EC2's quota of vCPUs for on-demand instances of the standard families, C, M and R among them. */
export const VCPU_QUOTA = 'L-1216C47A';

/** The search for credentials may call a program or a server. */
const CREDENTIALS_MILLISECONDS = 10_000;

/** A stack as CloudFormation describes it. */
export interface StackState {
  /** Such as `UPDATE_COMPLETE`. */
  readonly status: string;
  /** Whether it is protected from deletion. */
  readonly isProtected: boolean;
  /** The value of each output, by its description. */
  readonly outputs: ReadonlyMap<string, string>;
}

/** Lambda's limits of an account in a region. */
export interface ConcurrencyLimit {
  /** Environments at one time, of all functions. */
  readonly total: number;
  /** Those that no function has reserved. */
  readonly unreserved: number;
}

/** What a deployment has to know of an account; what may not be looked at is `denied`. */
export interface Account {
  readonly id: string;
  readonly region: string;
  /** Version of the CDK's bootstrap stack; undefined: there is none. */
  readonly bootstrap: number | undefined | 'denied';
  readonly concurrency: ConcurrencyLimit | 'denied';
  /** vCPUs that its EC2 instances may have at once; undefined: nobody needs to know, or AWS does not say. */
  readonly vcpus: number | undefined | 'denied';
  /** Undefined: there is no such stack. */
  readonly stack: StackState | undefined | 'denied';
  /** What the settings name and is not there. */
  readonly missingSecrets: readonly NamedSecret[] | 'denied';
  readonly splitAliases: readonly SplitAlias[] | 'denied';
}

/** The usual places have no region or no credentials. */
export class NoCredentials extends Error {
  override readonly name = 'NoCredentials';
  readonly missing: 'region' | 'credentials';

  constructor(missing: 'region' | 'credentials', cause: unknown) {
    super(`no ${missing}`, { cause });
    this.missing = missing;
  }
}

/**
 * Clients with the credentials and the region of the usual places (environment, profile, SSO, role).
 *
 * @throws NoCredentials when there are none
 */
export async function signIn(environment: NodeJS.ProcessEnv): Promise<AwsClients> {
  const { config } = new STSClient({});
  const { AWS_REGION: named = environment.AWS_DEFAULT_REGION } = environment;
  const region = named ?? (await config.region().catch((error) => raise('region', error)));
  const keys = await inTime(config.credentials()).catch((error) => raise('credentials', error));
  return new AwsClients(region, keys, environment);
}

/**
 * Looks at what a deployment needs, all at once.
 *
 * @throws AwsError when the credentials are not good
 * @throws Error when a service does not respond in time
 */
export async function lookAtAccount(aws: AwsClients, configuration: ServiceConfiguration): Promise<Account> {
  const lookAtAliases = async (stack: StackState | undefined | 'denied') =>
    stack === undefined || stack === 'denied' ? [] : findSplitAliases(aws, functionsOf(stack.outputs));
  const reading = readStack(aws, stackName(configuration)).catch(denied);
  const [id, bootstrap, concurrency, vcpus, stack, missingSecrets, splitAliases] = await Promise.all([
    readAccountId(aws),
    readBootstrap(aws).catch(denied),
    readConcurrency(aws).catch(denied),
    vcpusOf(configuration) > 0 ? readVcpus(aws).catch(denied) : undefined,
    reading,
    findMissingSecrets(aws, configuration).catch(denied),
    reading.then(lookAtAliases).catch(denied),
  ]);
  return { id, region: aws.region, bootstrap, concurrency, vcpus, stack, missingSecrets, splitAliases };
}

/** @throws AwsError when the credentials are not good */
export async function readAccountId(aws: AwsClients): Promise<string> {
  const { Account = 'unknown' } = await aws.sts.send(new GetCallerIdentityCommand());
  return Account;
}

async function readBootstrap(aws: AwsClients): Promise<number | undefined> {
  try {
    const { Parameter } = await aws.ssm.send(new GetParameterCommand({ Name: BOOTSTRAP_PARAMETER }));
    return Number(Parameter?.Value);
  } catch (error) {
    if (error instanceof ParameterNotFound) return undefined;
    throw error;
  }
}

async function readConcurrency(aws: AwsClients): Promise<ConcurrencyLimit> {
  const { AccountLimit } = await aws.lambda.send(new GetAccountSettingsCommand());
  const { ConcurrentExecutions: total = 0, UnreservedConcurrentExecutions: unreserved = 0 } =
    AccountLimit ?? {};
  return { total, unreserved };
}

async function readVcpus(aws: AwsClients): Promise<number | undefined> {
  const command = new GetServiceQuotaCommand({ ServiceCode: 'ec2', QuotaCode: VCPU_QUOTA });
  try {
    return (await aws.serviceQuotas.send(command)).Quota?.Value;
  } catch (error) {
    if (error instanceof NoSuchResourceException) return undefined;
    throw error;
  }
}

/** @returns undefined: there is no such stack */
export async function readStack(aws: AwsClients, StackName: string): Promise<StackState | undefined> {
  const stack = await aws.cloudFormation.send(new DescribeStacksCommand({ StackName })).then(
    ({ Stacks }) => Stacks?.[0],
    (error: Error) => {
      if (error.message.includes('does not exist')) return undefined;
      throw error;
    },
  );
  // A change set that was looked at and never executed: there is nothing yet, and the CDK goes on from it.
  if (!stack?.StackStatus || stack.StackStatus === 'REVIEW_IN_PROGRESS') return undefined;
  const outputs = (stack.Outputs ?? []).map(
    ({ Description = '', OutputValue = '' }) => [Description, OutputValue] as const,
  );
  return {
    status: stack.StackStatus,
    isProtected: stack.EnableTerminationProtection === true,
    outputs: new Map(outputs),
  };
}

function denied(error: Error): 'denied' {
  if (isDenial(error)) return 'denied';
  throw error;
}

function raise(missing: 'region' | 'credentials', cause: unknown): never {
  throw new NoCredentials(missing, cause);
}

async function inTime<Value>(value: Promise<Value>): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const seconds = CREDENTIALS_MILLISECONDS / 1000;
  const timer = setTimeout(
    () => reject(new Error(`no response within ${seconds} s`)),
    CREDENTIALS_MILLISECONDS,
  );
  try {
    return await Promise.race([value, late]);
  } finally {
    clearTimeout(timer);
  }
}
