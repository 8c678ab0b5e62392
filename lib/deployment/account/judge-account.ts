import { commandLine } from '../../../project/command-line.ts';
import { vcpusOf } from '../../configuration/managed-instances/environment.ts';
import type { ServiceConfiguration } from '../../configuration/service-configuration.ts';
import { isParameter } from '../../is-parameter.ts';
import { type Account, type ConcurrencyLimit, VCPU_QUOTA } from './account.ts';
import type { StackState } from './stack-state.ts';

/** Environments that AWS wants to remain for functions that reserve none; in a smaller account all of them. */
const UNRESERVED = 100;

/** What would make a deployment to an account fail; one line each, that says what to type. */
export function judgeAccount(account: Account, configuration: ServiceConfiguration): string[] {
  return [
    judgeBootstrap(account),
    judgeConcurrency(account, configuration),
    judgeVcpus(account, configuration),
    ...judgeSecrets(account),
    ...judgeAliases(account, configuration),
  ].filter((line) => line !== undefined);
}

function judgeBootstrap({ id, region, isBootstrapped }: Account): string | undefined {
  if (isBootstrapped) return undefined;
  return `Account ${id} is not bootstrapped in ${region}: type npx cdk bootstrap --app "" aws://${id}/${region}`;
}

/** Environments that a service takes out of its account for good: reserved, or else kept warm. */
export function demandOf({ models, authorizerProvisionedConcurrency = 0 }: ServiceConfiguration): number {
  const ofModels = models.map(
    ({ reservedConcurrency, maximumProvisionedConcurrency }) =>
      reservedConcurrency ?? maximumProvisionedConcurrency,
  );
  return ofModels.reduce((sum, environments) => sum + environments, authorizerProvisionedConcurrency);
}

/** What may still be reserved or kept warm. A stack that is there has taken its share before: it counts from the whole. */
export function roomFor({ total, unreserved }: ConcurrencyLimit, stack: StackState | undefined): number {
  return Math.max(0, (stack === undefined ? unreserved : total) - Math.min(UNRESERVED, total));
}

function judgeConcurrency(
  { id, region, concurrency, stack }: Account,
  configuration: ServiceConfiguration,
): string | undefined {
  const [demand, room] = [demandOf(configuration), roomFor(concurrency, stack)];
  if (demand <= room) return undefined;
  const { total, unreserved } = concurrency;
  return (
    `Account ${id} can keep ${room} of its ${total} Lambda environments in ${region} for single functions, ` +
    `and this service wants ${demand}: type aws service-quotas request-service-quota-increase --region ${region} ` +
    `--service-code lambda --quota-code L-B99A9384 --desired-value ${demand + total - unreserved + UNRESERVED}, or lower ` +
    'reservedConcurrency and provisionedConcurrency (0: nothing is kept warm).'
  );
}

function judgeVcpus({ id, region, vcpus }: Account, configuration: ServiceConfiguration): string | undefined {
  const demand = vcpusOf(configuration);
  if (demand <= vcpus) return undefined;
  return (
    `Account ${id} may have ${vcpus} vCPUs of EC2 in ${region}, and the minimumEnvironments of this service take ${demand}: type ` +
    `aws service-quotas request-service-quota-increase --region ${region} --service-code ec2 --quota-code ${VCPU_QUOTA} ` +
    `--desired-value ${demand}, or lower minimumEnvironments.`
  );
}

function judgeSecrets({ region, missingSecrets }: Account): string[] {
  return Object.entries(missingSecrets).map(([setting, name]) => {
    const [what, command] = isParameter(name)
      ? ['parameter', 'ssm put-parameter --type SecureString --value <value>']
      : ['secret', 'secretsmanager create-secret --secret-string <value>'];
    return `There is no ${what} ${name} in ${region}, which ${setting} names: type aws ${command} --region ${region} --name ${name}`;
  });
}

/** While the stack is being changed, a release may end by itself, and the CDK waits for it. */
function judgeAliases({ stack, splitAliases }: Account, { stage }: ServiceConfiguration): string[] {
  if (stack?.status.endsWith('_IN_PROGRESS')) return [];
  return Object.entries(splitAliases).map(
    ([model, versions]) =>
      `${model}: the alias is split between the versions ${versions.join(' and ')} by a release that has not ended, and no ` +
      `deployment can change it: type ${commandLine('rollback')} --stage ${stage} ${model}, with the settings of the deployment.`,
  );
}
