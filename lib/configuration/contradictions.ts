import { managedContradictions } from './managed-instances/contradictions.ts';
import type { TaskConfiguration } from './service-configuration.ts';

/** Values that are right alone and wrong together. Each check gives the line that says so. */
export type Contradictions<Settings> = readonly ((settings: Settings) => string | false)[];

/** Of one task. */
export const taskContradictions: Contradictions<TaskConfiguration> = [
  ...managedContradictions,
  ({ budgetMilliseconds: budget }) =>
    (budget < 200 || budget > 29_000) &&
    `its ensemble.json has a budgetMilliseconds of ${budget}; behind API Gateway it must be from 200 to 29000.`,
  ({ provisionedConcurrency: provisioned, maximumProvisionedConcurrency: maximum }) =>
    maximum < provisioned &&
    `maximumProvisionedConcurrency (${maximum}) must be at least provisionedConcurrency (${provisioned}).`,
  ({ reservedConcurrency: reserved, maximumProvisionedConcurrency: maximum }) =>
    reserved !== undefined &&
    reserved < maximum &&
    `reservedConcurrency (${reserved}) must be at least what may be provisioned (${maximum}).`,
  ({ idleProvisionedConcurrency: idle, provisionedConcurrency: provisioned, warmFrom }) =>
    (provisioned > 0 || warmFrom !== undefined) &&
    idle > provisioned &&
    `idleProvisionedConcurrency (${idle}) must be at most provisionedConcurrency (${provisioned}).`,
  ({ provisionedConcurrency: provisioned, maximumProvisionedConcurrency: maximum }) =>
    provisioned === 0 &&
    maximum > 0 &&
    `maximumProvisionedConcurrency (${maximum}) must be 0 where provisionedConcurrency is: what is never warm is not scaled.`,
  ({ warmFrom, warmUntil, timeZone }) =>
    (warmFrom === undefined || warmUntil === undefined || timeZone === undefined) &&
    (warmFrom ?? warmUntil ?? timeZone) !== undefined &&
    'warmFrom, warmUntil and timeZone belong together: give all three or none.',
  ({ warmFrom, warmUntil }) =>
    warmFrom !== undefined && warmFrom === warmUntil && `warmFrom and warmUntil must differ (${warmFrom}).`,
];
