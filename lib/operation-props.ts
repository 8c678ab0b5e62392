import type { Stack } from 'aws-cdk-lib';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { ServiceConfiguration } from './configuration/service-configuration.ts';
import { defined } from './defined.ts';
import type { EnsembleEndpoint } from './endpoint/ensemble-endpoint.ts';
import { readWarmHours } from './endpoint-settings.ts';
import { sensitivities } from './monitoring/alarms/sensitivity.ts';
import type { ExpectedTraffic } from './monitoring/alarms/silence-alarm.ts';
import type { ServiceMonitoringProps } from './monitoring/service-monitoring.ts';
import { SpendingAlarm } from './monitoring/spending-alarm.ts';
import { SyntheticRequest } from './monitoring/synthetic-request.ts';

/** The key that a configuration names. */
export function encryptionKey(
  stack: Stack,
  { encryptionKeyArn }: Pick<ServiceConfiguration, 'encryptionKeyArn'>,
): IKey | undefined {
  return encryptionKeyArn === undefined ? undefined : Key.fromKeyArn(stack, 'Key', encryptionKeyArn);
}

/**
 * How a configuration has its service watched.
 *
 * @param code of the functions that send samples; undefined: what has been built in dist/
 */
export function monitoringProps(
  stack: Stack,
  configuration: ServiceConfiguration,
  endpoints: readonly [EnsembleEndpoint, ...EnsembleEndpoint[]],
  code: Code | undefined,
): ServiceMonitoringProps {
  const { access, alarmEmail, alarms, syntheticRequest } = configuration;
  const syntheticRequests = (syntheticRequest ? endpoints : []).map(
    (endpoint) =>
      new SyntheticRequest(stack, `Synthetic-${endpoint.model}`, {
        endpoint,
        signed: access === 'iam',
        ...defined({ code }),
      }),
  );
  return {
    endpoints,
    sensitivity: sensitivities[alarms],
    expectedTraffic: expectedTraffic(configuration),
    syntheticRequests,
    ...defined({ email: alarmEmail }),
  };
}

function expectedTraffic({ models }: ServiceConfiguration): Record<string, ExpectedTraffic> {
  const expected = models.flatMap((model): [string, ExpectedTraffic][] => {
    const { manifest, silenceMinutes } = model;
    if (silenceMinutes === undefined) return [];
    return [[manifest.model, { silenceMinutes, ...defined({ hours: readWarmHours(model) }) }]];
  });
  return Object.fromEntries(expected);
}

/** Sends an e-mail when the account costs more than a configuration allows. */
export function addSpendingAlarm(
  stack: Stack,
  { monthlyBudget, alarmEmail }: Pick<ServiceConfiguration, 'monthlyBudget' | 'alarmEmail'>,
): void {
  if (monthlyBudget === undefined || alarmEmail === undefined) return;
  new SpendingAlarm(stack, 'Spending', { monthlyDollars: monthlyBudget, email: alarmEmail });
}
