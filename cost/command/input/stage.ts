import { resolveConfiguration } from '../../../lib/configuration/resolve-configuration.ts';
import type {
  ServiceConfiguration,
  TaskConfiguration,
} from '../../../lib/configuration/service-configuration.ts';
import { readAllSettings } from '../../../lib/deployment/read-settings.ts';
import { sensitivities } from '../../../lib/monitoring/alarms/sensitivity.ts';
import { findTask } from '../../../tasks/find-task.ts';
import { alarmsOf } from '../../bill/usage/alarms.ts';
import { metricsOf } from '../../bill/usage/metrics.ts';
import { CostError } from '../../errors.ts';
import { type Authorizer, type Configuration, type Load, offeredErlangs } from '../../workload/workload.ts';
import type { Arguments } from '../command-line/arguments.ts';
import type { OptionName } from '../command-line/options.ts';

/** What a stage decides itself, with the setting that changes it. */
const STAGE_DECIDES: Partial<Record<OptionName, string>> = {
  provisioned: 'provisionedConcurrency',
  architecture: 'architecture',
  memory: 'memoryMegabytes',
  'ttl-days': 'resultTtlDays',
  'log-days': 'logRetentionDays',
  'provisioned-hours': 'warmFrom, warmUntil and timeZone',
  'cpu-utilization': 'cpuUtilization',
};
const STAGE_HAS: readonly OptionName[] = [
  'front-door',
  'no-cache',
  'metrics',
  'alarms',
  'dashboards',
  'managed-instances',
];

/** Refuses options that a stage has settings for. @throws CostError naming the setting */
export function refuseStageOptions(args: Arguments): void {
  for (const [name, setting] of Object.entries(STAGE_DECIDES)) {
    if (args.isSet(name as OptionName)) {
      throw new CostError(`--${name} is the stage's own: change it with --set ${setting}=….`);
    }
  }
  const fixed = STAGE_HAS.find((name) => args.isSet(name));
  if (fixed !== undefined) {
    throw new CostError(`--${fixed} does not go with --stage: the stage has its own.`);
  }
}

/**
 * What `npm run deploy -- --stage … <tasks> --set …` makes.
 * @throws CostError, ConfigurationError, UsageError or TaskError with one line that says what would be right
 */
export async function readStage(args: Arguments, names: readonly string[]): Promise<ServiceConfiguration> {
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
 * @param options what no setting decides
 */
export function deployedConfiguration(
  service: ServiceConfiguration,
  task: TaskConfiguration,
  options: Configuration,
  load: Load,
): Configuration {
  const isFirst = task === service.tasks[0];
  const isTracked = task.maximumProvisionedConcurrency > task.provisionedConcurrency || hasWarmHours(task);
  const { alarms, syntheticQuestion } = service;
  const authorizer = authorizerOf(service, isFirst);
  return {
    ...options,
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
