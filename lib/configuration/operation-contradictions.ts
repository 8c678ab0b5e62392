import type { Contradictions } from './contradictions.ts';
import type { ServiceSettings } from './stage-configuration.ts';

/** Of how a service is watched. */
export const operationContradictions: Contradictions<ServiceSettings> = [
  ({ monthlyBudget, alarmEmail }) =>
    monthlyBudget !== undefined &&
    alarmEmail === undefined &&
    'monthlyBudget needs alarmEmail: somebody to tell.',
  ({ syntheticQuestion, access }) =>
    syntheticQuestion &&
    access !== 'open' &&
    access !== 'iam' &&
    `syntheticQuestion asks where access is open or iam, not ${access}: it has no key and no token.`,
  ({ syntheticQuestion, trustStore, allowedAddresses }) =>
    syntheticQuestion &&
    (trustStore ?? allowedAddresses) !== undefined &&
    'syntheticQuestion has neither a certificate nor an address of its own: leave trustStore and allowedAddresses out.',
];
