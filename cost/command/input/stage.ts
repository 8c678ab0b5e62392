import { TARGET_UTILIZATION } from '../../../lib/configuration/model-settings.ts';
import { resolveConfiguration } from '../../../lib/configuration/resolve-configuration.ts';
import type {
  ModelConfiguration,
  ServiceConfiguration,
} from '../../../lib/configuration/service-configuration.ts';
import { readAllSettings } from '../../../lib/deployment/read-settings.ts';
import { sensitivities } from '../../../lib/monitoring/alarms/sensitivity.ts';
import { findModel } from '../../../model-repository/find-model.ts';
import { alarmsOf, metricsOf } from '../../bill/usage/counts.ts';
import { CostError } from '../../errors.ts';
import type { PriceBook } from '../../prices/prices.ts';
import { DEFAULT_CONFIGURATION } from '../../workload/defaults.ts';
import { type Authorizer, type Configuration, type Load, offeredErlangs } from '../../workload/workload.ts';
import type { Arguments } from '../command-line/arguments.ts';

/** Options that are refused with --stage, and the settings that replace them. */
const STAGE_DECIDES = {
  provisioned: 'provisionedConcurrency',
  architecture: 'architecture',
  memory: 'memoryMegabytes',
} as const;

/**
 * The configuration of `npm run deploy -- --stage … <models> --set …`.
 * @throws CostError, ConfigurationError, UsageError or ModelError with one line that says what would be right
 */
export async function readStage(args: Arguments, names: readonly string[]): Promise<ServiceConfiguration> {
  for (const [option, setting] of Object.entries(STAGE_DECIDES)) {
    if (args.isSet(option as keyof typeof STAGE_DECIDES)) {
      throw new CostError(`--${option} comes from the stage: change it with --set ${setting}=….`);
    }
  }
  const models = await Promise.all(names.map((name) => findModel(name)));
  const stage = args.text('stage');
  const settings = readAllSettings({ stage, settings: args.text('settings'), set: args.texts('set') });
  return resolveConfiguration(
    stage,
    models.map(({ manifest }) => manifest),
    settings,
  );
}

/**
 * The configuration of one model of a deployment, for its bill. The first model's bill also has the resources that all models
 * share, such as the dashboard, the authorizer, and the alarms of the address.
 * @param prices the prices of the region, which may lack the prices of CloudFront
 */
export function deployedConfiguration(
  service: ServiceConfiguration,
  model: ModelConfiguration,
  load: Load,
  prices: PriceBook,
): Configuration {
  const isFirst = model === service.models[0];
  const isTracked = model.maximumProvisionedConcurrency > model.provisionedConcurrency || hasWarmHours(model);
  const authorizer = authorizerOf(service, isFirst);
  const watched = {
    isFirst,
    // On Managed Instances, an alarm for saturated environments replaces the one for spill-over.
    watchesSpillOver:
      sensitivities[service.alarms].spillOver &&
      (model.provisionedConcurrency > 0 || model.managedInstances === true),
    isTracked,
  };
  return {
    ...DEFAULT_CONFIGURATION,
    architecture: service.architecture,
    memoryMegabytes: model.memoryMegabytes,
    provisioned: trackedEnvironments(model, load),
    idleProvisioned: hasWarmHours(model) ? model.idleProvisionedConcurrency : 0,
    ttlDays: model.resultTtlDays,
    pointInTimeRecovery: service.retainData && service.tableName === undefined,
    logRetentionDays: service.logRetentionDays,
    metrics: metricsOf(watched),
    alarms: alarmsOf(watched),
    dashboards: isFirst ? 1 : 0,
    tracing: service.tracing,
    ...(isEdgePriced(service, prices) && { edge: { aclRules: isFirst ? aclRulesOf(service) : undefined } }),
    ...(authorizer && { authorizer }),
  };
}

function isEdgePriced({ cloudFront }: ServiceConfiguration, { prices }: PriceBook): boolean {
  return cloudFront && prices.has('cloudfront.requests') && prices.has('waf.requests');
}

/** Number of rules of a deployment's web ACL (lib/endpoint/address/edge.ts); undefined if the user brings a web ACL. */
function aclRulesOf({ webAclArn, allowedAddresses }: ServiceConfiguration): number | undefined {
  return webAclArn === undefined ? 2 + (allowedAddresses === undefined ? 0 : 1) : undefined;
}

/** The service's authorizer, if any. Only the first model's bill has it, because a cached decision is valid for all models. */
function authorizerOf(service: ServiceConfiguration, isFirst: boolean): Authorizer | undefined {
  const { access, allowedAddresses, cloudFront, authorizerProvisionedConcurrency: provisioned = 0 } = service;
  const isChosen =
    access === 'api-key' || (access === 'open' && (allowedAddresses !== undefined || cloudFront));
  return isChosen && isFirst ? { provisioned } : undefined;
}

/** Hours a day for which a model has its full provisioned concurrency. */
export function warmHoursPerDay({ warmFrom, warmUntil }: ModelConfiguration): number {
  if (warmFrom === undefined || warmUntil === undefined) {
    return 24;
  }
  const hours = hourOf(warmUntil) - hourOf(warmFrom);
  return hours > 0 ? hours : hours + 24;
}

function hasWarmHours({ warmFrom }: ModelConfiguration): boolean {
  return warmFrom !== undefined;
}

/** `18:15` as 18.25. */
function hourOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours + minutes / 60;
}

/** Target tracking provisions as many environments as keep the utilisation at its target, within the model's limits. */
function trackedEnvironments(model: ModelConfiguration, load: Load): number {
  const { provisionedConcurrency: least, maximumProvisionedConcurrency: most } = model;
  const wanted = Math.ceil(offeredErlangs(load, true) / TARGET_UTILIZATION);
  return Math.min(most, Math.max(least, wanted));
}

/** Services that a deployment uses and that have no cited price, each with the settings that need the service. */
export function notCounted(service: ServiceConfiguration, prices: PriceBook): string[] {
  const { access, accessSecret, cloudFront, hostedZoneId, serverSaltSecret } = service;
  const { encryptionKeyArn, alarmEmail, webAclArn } = service;
  const isPriced = isEdgePriced(service, prices);
  const secrets = [
    // A name that begins with a slash belongs to a parameter of Systems Manager, which is free.
    ...(serverSaltSecret !== undefined && !serverSaltSecret.startsWith('/') ? ['serverSaltSecret'] : []),
    ...(access === 'api-key' ? [accessSecret === undefined ? 'access=api-key' : 'accessSecret'] : []),
    ...(cloudFront ? ['cloudFront'] : []),
  ];
  const used: readonly [boolean, string][] = [
    [encryptionKeyArn !== undefined, 'KMS (encryptionKeyArn)'],
    [secrets.length > 0, `Secrets Manager (${secrets.join(', ')})`],
    [cloudFront && !isPriced, 'CloudFront and WAF (cloudFront)'],
    [isPriced, 'transfer from CloudFront to the region (cloudFront)'],
    [isPriced && webAclArn !== undefined, 'your web ACL and its rules (webAclArn)'],
    [hostedZoneId !== undefined, 'Route 53 (hostedZoneId)'],
    [alarmEmail !== undefined, 'SNS (alarmEmail)'],
  ];
  return used.filter(([isUsed]) => isUsed).map(([, name]) => name);
}
