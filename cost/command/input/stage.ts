import { resolveConfiguration } from '../../../lib/configuration/resolve-configuration.ts';
import type {
  ServiceConfiguration,
  TaskConfiguration,
} from '../../../lib/configuration/service-configuration.ts';
import { readAllSettings } from '../../../lib/deployment/read-settings.ts';
import { sensitivities } from '../../../lib/monitoring/alarms/sensitivity.ts';
import { findTask } from '../../../tasks/find-task.ts';
import { alarmsOf, metricsOf } from '../../bill/usage/counts.ts';
import { CostError } from '../../errors.ts';
import { DEFAULT_CONFIGURATION } from '../../workload/defaults.ts';
import { type Authorizer, type Configuration, type Load, offeredErlangs } from '../../workload/workload.ts';
import type { Arguments } from '../command-line/arguments.ts';

/** Options of which a stage has settings. */
const STAGE_DECIDES = {
  provisioned: 'provisionedConcurrency',
  architecture: 'architecture',
  memory: 'memoryMegabytes',
} as const;

/**
 * What `npm run deploy -- --stage … <tasks> --set …` makes.
 * @throws CostError, ConfigurationError, UsageError or TaskError with one line that says what would be right
 */
export async function readStage(args: Arguments, names: readonly string[]): Promise<ServiceConfiguration> {
  for (const [option, setting] of Object.entries(STAGE_DECIDES)) {
    if (args.isSet(option as keyof typeof STAGE_DECIDES)) {
      throw new CostError(`--${option} is the stage's own: change it with --set ${setting}=….`);
    }
  }
  const tasks = await Promise.all(names.map((name) => findTask(name)));
  const stage = args.text('stage');
  const settings = readAllSettings({ stage, settings: args.text('settings'), set: args.texts('set') });
  return resolveConfiguration(
    stage,
    tasks.map(({ manifest }) => manifest),
    settings,
  );
}

/**
 * One task of a deployment as a bill sees it. What the tasks share, the address with its alarms and the dashboard, is
 * billed with the first.
 */
export function deployedConfiguration(
  service: ServiceConfiguration,
  task: TaskConfiguration,
  load: Load,
): Configuration {
  const isFirst = task === service.tasks[0];
  const isTracked = task.maximumProvisionedConcurrency > task.provisionedConcurrency || hasWarmHours(task);
  const { alarms, syntheticQuestion } = service;
  const authorizer = authorizerOf(service, isFirst);
  return {
    ...DEFAULT_CONFIGURATION,
    architecture: service.architecture,
    memoryMegabytes: task.memoryMegabytes,
    provisioned: trackedEnvironments(task, load),
    idleProvisioned: hasWarmHours(task) ? task.idleProvisionedConcurrency : 0,
    ttlDays: task.resultTtlDays,
    pointInTimeRecovery: service.retainData,
    logRetentionDays: service.logRetentionDays,
    metrics: metricsOf({ isFirst, syntheticQuestion }),
    alarms: alarmsOf({
      isFirst,
      // On Managed Instances the alarm for saturated environments stands in its place.
      watchesSpillOver:
        sensitivities[alarms].spillOver &&
        (task.provisionedConcurrency > 0 || task.managedInstances === true),
      watchesSilence: task.silenceMinutes !== undefined,
      syntheticQuestion,
      isTracked,
    }),
    dashboards: isFirst ? 1 : 0,
    syntheticQuestion,
    ...(authorizer && { authorizer }),
  };
}

/** What is asked who may call a task. A decision that is remembered holds for every task: it is counted with the first. */
function authorizerOf(service: ServiceConfiguration, isFirst: boolean): Authorizer | undefined {
  const { access, allowedAddresses, cloudFront, authorizerProvisionedConcurrency: provisioned = 0 } = service;
  if (access === 'hmac') return { isRemembered: false, provisioned, isFirst };
  const isAsked =
    access === 'api-key' || (access === 'open' && (allowedAddresses !== undefined || cloudFront));
  return isAsked && isFirst ? { isRemembered: true, provisioned, isFirst } : undefined;
}

/** Hours a day for which a task keeps its warm environments. */
export function warmHoursPerDay({ warmFrom, warmUntil }: TaskConfiguration): number {
  if (warmFrom === undefined || warmUntil === undefined) {
    return 24;
  }
  const hours = hourOf(warmUntil) - hourOf(warmFrom);
  return hours > 0 ? hours : hours + 24;
}

function hasWarmHours({ warmFrom }: TaskConfiguration): boolean {
  return warmFrom !== undefined;
}

/** `18:15` as 18.25. */
function hourOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours + minutes / 60;
}

/** Target tracking keeps as many environments warm as hold the share of busy ones at its target, within its limits. */
function trackedEnvironments(task: TaskConfiguration, load: Load): number {
  const { provisionedConcurrency: least, maximumProvisionedConcurrency: most, targetUtilization } = task;
  const wanted = Math.ceil(offeredErlangs(load, true) / targetUtilization);
  return Math.min(most, Math.max(least, wanted));
}

/** What a deployment uses at prices that nobody has cited here, each with the settings that bring it. */
export function notCounted(service: ServiceConfiguration): string[] {
  const { access, accessSecret, cloudFront, hostedZoneId, serverSaltSecret } = service;
  const { encryptionKeyArn, syntheticQuestion, monthlyBudget, alarmEmail } = service;
  const secrets = [
    // A name that begins with a slash is a parameter, which is free.
    ...(serverSaltSecret !== undefined && !serverSaltSecret.startsWith('/') ? ['serverSaltSecret'] : []),
    ...(access === 'api-key' || access === 'hmac'
      ? [accessSecret === undefined ? `access=${access}` : 'accessSecret']
      : []),
    ...(cloudFront ? ['cloudFront'] : []),
  ];
  const used: readonly [boolean, string][] = [
    [encryptionKeyArn !== undefined, 'KMS (encryptionKeyArn)'],
    [secrets.length > 0, `Secrets Manager (${secrets.join(', ')})`],
    [cloudFront, 'CloudFront and WAF (cloudFront)'],
    [hostedZoneId !== undefined, 'Route 53 (hostedZoneId)'],
    [syntheticQuestion, 'EventBridge Scheduler (syntheticQuestion)'],
    [monthlyBudget !== undefined, 'AWS Budgets (monthlyBudget)'],
    [alarmEmail !== undefined, 'SNS (alarmEmail)'],
  ];
  return used.filter(([isUsed]) => isUsed).map(([, name]) => name);
}
