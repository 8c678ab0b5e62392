import type { Stack } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import { defined } from '../project/defined.ts';
import type { ServiceConfiguration } from './configuration/service-configuration.ts';
import type { EnsembleEndpoint } from './endpoint/ensemble-endpoint.ts';
import { readWarmHours } from './endpoint-settings.ts';
import { sensitivities } from './monitoring/alarms/sensitivity.ts';
import type { ExpectedTraffic } from './monitoring/alarms/silence-alarm.ts';
import type { ServiceMonitoringProps } from './monitoring/service-monitoring.ts';
import { SyntheticRequest } from './monitoring/synthetic-request.ts';

/**
 * How a configuration has its service watched.
 *
 * @param code of the functions that send samples; undefined: what has been built in dist/
 */
export function monitoringProps(
  stack: Stack,
  { access, alarmEmail: email, alarms, syntheticRequest, models }: ServiceConfiguration,
  endpoints: ServiceMonitoringProps['endpoints'],
  code: Code | undefined,
  encryptionKey: IKey | undefined,
): ServiceMonitoringProps {
  const request = (endpoint: EnsembleEndpoint) => {
    const props = { endpoint, signed: access === 'iam', ...defined({ code }) };
    return new SyntheticRequest(stack, `Synthetic-${endpoint.model}`, props);
  };
  const expected = models.flatMap((model): [string, ExpectedTraffic][] => {
    const { manifest, silenceMinutes } = model;
    if (silenceMinutes === undefined) return [];
    return [[manifest.model, { silenceMinutes, ...defined({ hours: readWarmHours(model) }) }]];
  });
  return {
    endpoints,
    sensitivity: sensitivities[alarms],
    expectedTraffic: Object.fromEntries(expected),
    syntheticRequests: syntheticRequest ? endpoints.map(request) : [],
    ...defined({ email, encryptionKey }),
  };
}
