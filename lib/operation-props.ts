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
import { SyntheticQuestion } from './monitoring/synthetic-question.ts';

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
 * @param code of the functions that ask samples; undefined: what has been built in dist/
 */
export function monitoringProps(
  stack: Stack,
  configuration: ServiceConfiguration,
  endpoints: readonly [EnsembleEndpoint, ...EnsembleEndpoint[]],
  code: Code | undefined,
): ServiceMonitoringProps {
  const { access, alarmEmail, alarms, syntheticQuestion } = configuration;
  const syntheticQuestions = (syntheticQuestion ? endpoints : []).map(
    (endpoint) =>
      new SyntheticQuestion(stack, `Synthetic-${endpoint.task}`, {
        endpoint,
        signed: access === 'iam',
        ...defined({ code }),
      }),
  );
  return {
    endpoints,
    sensitivity: sensitivities[alarms],
    expectedTraffic: expectedTraffic(configuration),
    syntheticQuestions,
    ...defined({ email: alarmEmail }),
  };
}

function expectedTraffic({ tasks }: ServiceConfiguration): Record<string, ExpectedTraffic> {
  const expected = tasks.flatMap((task): [string, ExpectedTraffic][] => {
    const { manifest, silenceMinutes } = task;
    if (silenceMinutes === undefined) return [];
    return [[manifest.task, { silenceMinutes, ...defined({ hours: readWarmHours(task) }) }]];
  });
  return Object.fromEntries(expected);
}

/** Tells somebody when the account costs more than a configuration allows. */
export function addSpendingAlarm(
  stack: Stack,
  { monthlyBudget, alarmEmail }: Pick<ServiceConfiguration, 'monthlyBudget' | 'alarmEmail'>,
): void {
  if (monthlyBudget === undefined || alarmEmail === undefined) return;
  new SpendingAlarm(stack, 'Spending', { monthlyDollars: monthlyBudget, email: alarmEmail });
}
