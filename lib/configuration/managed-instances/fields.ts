import { type Field, matching, oneOf, share, trueOrFalse, wholeNumber } from '../field.ts';
import type { InstanceSettings, ManagedTaskSettings } from './settings.ts';

/** The settings of {@link ManagedTaskSettings}. Limits: AWS::Lambda::Function and AWS::Lambda::Version in CloudFormation. */
export const managedTaskFields: Readonly<Record<keyof ManagedTaskSettings, Field>> = {
  managedInstances: trueOrFalse,
  concurrency: wholeNumber(1, 1600),
  gigabytesPerVcpu: oneOf([2, 4, 8]),
  minimumEnvironments: wholeNumber(1, 15_000, ' (fewer than 3 are not in three zones)'),
  maximumEnvironments: wholeNumber(1, 15_000),
};

/** The settings of {@link InstanceSettings}. Limits: AWS::Lambda::CapacityProvider in CloudFormation. */
export const instanceFields: Readonly<Record<keyof InstanceSettings, Field>> = {
  instanceTypes: matching(
    /^[cmr][0-9][a-z0-9-]*\.[0-9]*x?large(,[cmr][0-9][a-z0-9-]*\.[0-9]*x?large)*$/,
    'types of the families C, M and R from large on, with commas between them, such as c7i.large,m7i.large',
  ),
  maximumVcpus: wholeNumber(12, 15_000),
  cpuUtilization: share('0.5 to 0.7 leaves room for a burst'),
  subnetIds: matching(
    /^subnet-[0-9a-f]{8,17}(,subnet-[0-9a-f]{8,17}){0,15}$/,
    'at most 16 ids of subnets with commas between them, such as subnet-0a1b2c3d,subnet-4e5f6a7b',
  ),
  securityGroupIds: matching(
    /^sg-[0-9a-f]{8,17}(,sg-[0-9a-f]{8,17}){0,4}$/,
    'at most 5 ids of security groups with commas between them, such as sg-0a1b2c3d',
  ),
};
