import { commandLine } from '../../../project/command-line.ts';
import { CLOUDFRONT_REGION } from '../../configuration/address-settings.ts';
import { vcpusOf } from '../../configuration/managed-instances/environment.ts';
import type { ServiceConfiguration } from '../../configuration/service-configuration.ts';
import { isParameter } from '../../is-parameter.ts';
import { stackName } from '../../stack-name.ts';
import { type Account, type ConcurrencyLimit, VCPU_QUOTA } from './account.ts';
import type { StackState } from './stack-state.ts';

/** The oldest bootstrap stack that this CDK can deploy with. */
const BOOTSTRAP_VERSION = 6;

/** Environments that AWS wants to remain for functions that reserve none; in a smaller account all of them. */
const UNRESERVED = 100;

/** What would make a deployment to an account fail; one line each, that says what to type. */
export function judgeAccount(account: Account, configuration: ServiceConfiguration): string[] {
  return [
    judgeBootstrap(account),
    judgeConcurrency(account, configuration),
    judgeVcpus(account, configuration),
    judgeStack(account, stackName(configuration)),
    judgeRegion(account, configuration),
    ...judgeSecrets(account),
    ...judgeAliases(account, configuration),
  ].filter((line) => line !== undefined);
}

function judgeBootstrap({ id, region, bootstrap }: Account): string | undefined {
  if (bootstrap >= BOOTSTRAP_VERSION) return undefined;
  const what = bootstrap === 0 ? 'is not bootstrapped' : `is bootstrapped by an old CDK (${bootstrap})`;
  return `Account ${id} ${what} in ${region}: type npx cdk bootstrap --app "" aws://${id}/${region}`;
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

function judgeStack({ region, stack }: Account, name: string): string | undefined {
  if (stack === undefined) return undefined;
  const { status, isProtected } = stack;
  const command = (verb: string, options = '') =>
    `aws cloudformation ${verb} --region ${region} --stack-name ${name}${options}`;
  // The CDK deletes such a stack itself, unless that is forbidden.
  if (status === 'ROLLBACK_COMPLETE' && isProtected) {
    const unprotect = command('update-termination-protection', ' --no-enable-termination-protection');
    return `${name} has never come up (${status}) and can only be deleted: type ${unprotect} && ${command('delete-stack')}`;
  }
  if (status === 'UPDATE_ROLLBACK_FAILED') {
    return `${name} hangs between two versions (${status}): type ${command('continue-update-rollback')}`;
  }
  if (status === 'DELETE_FAILED') {
    return `${name} is half deleted (${status}): type ${command('delete-stack')}`;
  }
  if (status.endsWith('_IN_PROGRESS')) {
    return `${name} is being changed (${status}): wait, and see how far it is with ${command('describe-stack-events', ' --max-items 5')}`;
  }
  return undefined;
}

function judgeRegion(
  { region }: Account,
  { cloudFront, webAclArn, certificateArn, encryptionKeyArn }: ServiceConfiguration,
): string | undefined {
  if (cloudFront && webAclArn === undefined && region !== CLOUDFRONT_REGION) {
    return (
      `cloudFront=true makes a web ACL, which AWS takes in ${CLOUDFRONT_REGION} only, not in ${region}: make one there and ` +
      `type --set webAclArn=<its ARN>, or export AWS_REGION=${CLOUDFRONT_REGION}.`
    );
  }
  const wanted = { certificateArn: cloudFront ? CLOUDFRONT_REGION : region, encryptionKeyArn: region };
  const given = Object.entries({ certificateArn, encryptionKeyArn }) as [keyof typeof wanted, string?][];
  const lines = given.map(([name, arn]) => {
    const [, , , elsewhere = wanted[name]] = arn?.split(':') ?? [];
    if (elsewhere === wanted[name]) return undefined;
    return `${name} must be of ${wanted[name]}, not of ${elsewhere}: type --set ${name}=<one of ${wanted[name]}>.`;
  });
  return lines.find((line) => line !== undefined);
}

function judgeSecrets({ region, missingSecrets }: Account): string[] {
  return Object.entries(missingSecrets).map(([setting, name]) => {
    const [what, command] = isParameter(name)
      ? ['parameter', 'ssm put-parameter --type SecureString --value <value>']
      : ['secret', 'secretsmanager create-secret --secret-string <value>'];
    return `There is no ${what} ${name} in ${region}, which ${setting} names: type aws ${command} --region ${region} --name ${name}`;
  });
}

/** While the stack is being changed, that is said instead. */
function judgeAliases({ stack, splitAliases }: Account, { stage }: ServiceConfiguration): string[] {
  if (stack?.status.endsWith('_IN_PROGRESS')) return [];
  return Object.entries(splitAliases).map(
    ([model, versions]) =>
      `${model}: the alias is split between the versions ${versions.join(' and ')} by a release that has not ended, and no ` +
      `deployment can change it: type ${commandLine('rollback')} --stage ${stage} ${model}, with the settings of the deployment.`,
  );
}
