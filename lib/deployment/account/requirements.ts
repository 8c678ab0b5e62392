import { GetAccountSettingsCommand, ResourceNotFoundException } from '@aws-sdk/client-lambda';
import {
  DescribeSecretCommand,
  ResourceNotFoundException as NoSuchSecret,
} from '@aws-sdk/client-secrets-manager';
import { GetServiceQuotaCommand, NoSuchResourceException } from '@aws-sdk/client-service-quotas';
import { DescribeParametersCommand, GetParameterCommand, ParameterNotFound } from '@aws-sdk/client-ssm';
import { commandLine } from '../../../project/command-line.ts';
import { isParameter } from '../../configuration/aws-names.ts';
import { vcpusOf } from '../../configuration/managed-instances/environment.ts';
import type { ServiceConfiguration } from '../../configuration/service-configuration.ts';
import { readContext } from '../prepare.ts';
import { type AwsClients, ifMissing } from './aws-clients.ts';
import { readAlias } from './live-aliases.ts';
import type { StackState } from './stack-state.ts';
import { functionsOf } from './stack-state.ts';

// Each `lackOf…` function checks a requirement of a deployment. It returns lines that name what is missing and what to type.

/** The CDK's default qualifier (developer guide, "Customize AWS CDK bootstrapping"). */
const DEFAULT_QUALIFIER = 'hnb659fds';

/** @param context of the CDK app, which may name the bootstrap's qualifier */
export async function lackOfBootstrap(
  { ssm, region }: AwsClients,
  id: string,
  context = readContext(),
): Promise<string[]> {
  const qualifier = context['@aws-cdk/core:bootstrapQualifier'] ?? DEFAULT_QUALIFIER;
  // `cdk bootstrap` writes its version into this parameter.
  const version = ssm.send(new GetParameterCommand({ Name: `/cdk-bootstrap/${qualifier}/version` }));
  const own = qualifier === DEFAULT_QUALIFIER ? '' : `--qualifier ${qualifier} `;
  const line = `Account ${id} is not bootstrapped in ${region}: type npx cdk bootstrap ${own}--app "" aws://${id}/${region}`;
  return version.then(() => [], ifMissing(ParameterNotFound, [line]));
}

/** The account's limit of concurrent environments in a region, and the number of them that no function has reserved. */
export async function readConcurrencyLimit({ lambda }: AwsClients) {
  const { AccountLimit = {} } = await lambda.send(new GetAccountSettingsCommand());
  const { ConcurrentExecutions: total = 0, UnreservedConcurrentExecutions: unreserved = 0 } = AccountLimit;
  return { total, unreserved };
}

/** Environments that must stay unreserved. Accounts with a lower limit cannot reserve any. */
const UNRESERVED = 100;

/** @param stack if the stack exists, the account's reservations are not counted, because they include the stack's own */
export function lackOfConcurrency(
  { region }: AwsClients,
  id: string,
  { total, unreserved }: Awaited<ReturnType<typeof readConcurrencyLimit>>,
  stack: StackState | undefined,
  { models, authorizerProvisionedConcurrency = 0 }: ServiceConfiguration,
): string[] {
  const room = Math.max(0, (stack === undefined ? unreserved : total) - Math.min(UNRESERVED, total));
  // Warm environments of the authorizer, and for each model those that it reserves, or else the most that it keeps warm.
  const demand = models.reduce(
    (sum, { reservedConcurrency, maximumProvisionedConcurrency }) =>
      sum + (reservedConcurrency ?? maximumProvisionedConcurrency),
    authorizerProvisionedConcurrency,
  );
  if (demand <= room) return [];
  return [
    `Account ${id} can reserve or keep warm ${room} of its ${total} Lambda environments in ${region}, ` +
      `but this service needs ${demand}: type aws service-quotas request-service-quota-increase --region ${region} ` +
      `--service-code lambda --quota-code L-B99A9384 --desired-value ${demand + total - unreserved + UNRESERVED}, or lower ` +
      'reservedConcurrency and provisionedConcurrency (0: nothing is kept warm).',
  ];
}

/** EC2's quota of vCPUs for on-demand instances of the standard families, including C, M and R. */
const VCPU_QUOTA = 'L-1216C47A';

export async function lackOfVcpus(
  { serviceQuotas, region }: AwsClients,
  id: string,
  service: ServiceConfiguration,
): Promise<string[]> {
  const demand = vcpusOf(service);
  if (demand === 0) return [];
  const quota = serviceQuotas.send(new GetServiceQuotaCommand({ ServiceCode: 'ec2', QuotaCode: VCPU_QUOTA }));
  const vcpus = await quota.then(({ Quota }) => Quota?.Value, ifMissing(NoSuchResourceException, undefined));
  if (vcpus === undefined || demand <= vcpus) return [];
  return [
    `Account ${id} may have ${vcpus} vCPUs of EC2 in ${region}, but the minimumEnvironments of this service need ${demand}: type ` +
      `aws service-quotas request-service-quota-increase --region ${region} --service-code ec2 --quota-code ${VCPU_QUOTA} ` +
      `--desired-value ${demand}, or lower minimumEnvironments.`,
  ];
}

/** Checks whether the service's secrets exist, without reading their values. @returns a line for each missing one */
export async function lackOfSecrets(
  aws: AwsClients,
  { serverSaltSecret, accessSecret }: ServiceConfiguration,
): Promise<string[]> {
  const named = Object.entries({ serverSaltSecret, accessSecret });
  const lines = named.map(async ([setting, name]) => {
    if (name === undefined || (await exists(aws, name))) return [];
    const [what, command] = isParameter(name)
      ? ['parameter', 'ssm put-parameter --type SecureString --value <value>']
      : ['secret', 'secretsmanager create-secret --secret-string <value>'];
    const { region } = aws;
    return `There is no ${what} ${name} in ${region}, although ${setting} names it: type aws ${command} --region ${region} --name ${name}`;
  });
  return (await Promise.all(lines)).flat();
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

/**
 * Finds aliases that are split between two versions, because no deployment can change them. A stack that is changing now
 * is not checked, because a running release splits aliases.
 */
export async function splitAliases(
  aws: AwsClients,
  stack: StackState | undefined,
  { stage }: ServiceConfiguration,
): Promise<string[]> {
  if (!stack || stack.status.endsWith('_IN_PROGRESS')) return [];
  const lines = Object.entries(functionsOf(stack.outputs)).map(async ([model, name]) => {
    const never = ifMissing(ResourceNotFoundException, { versions: [] });
    const { versions } = await readAlias(aws, name).catch(never);
    if (versions.length < 2) return [];
    return (
      `${model}: the alias is split between the versions ${versions.join(' and ')} by a release that did not complete, and no ` +
      `deployment can change it: type ${commandLine('rollback')} --stage ${stage} ${model}, with the settings of the deployment.`
    );
  });
  return (await Promise.all(lines)).flat();
}
