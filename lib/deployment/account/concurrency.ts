import type { ServiceConfiguration } from '../../configuration/service-configuration.ts';
import type { ConcurrencyLimit, StackState } from './account.ts';

/** Environments that AWS wants to remain for functions that reserve none; in a smaller account all of them. */
const UNRESERVED = 100;

/** Environments that a service takes out of its account for good: reserved, or else kept warm. */
export function demandOf({ models, authorizerProvisionedConcurrency = 0 }: ServiceConfiguration): number {
  const ofModels = models.map(
    ({ reservedConcurrency, maximumProvisionedConcurrency }) =>
      reservedConcurrency ?? maximumProvisionedConcurrency,
  );
  return ofModels.reduce((sum, environments) => sum + environments, authorizerProvisionedConcurrency);
}

/** What may still be reserved or kept warm. A stack that is there has taken its share before: it counts from the whole. */
export function roomFor(
  { total, unreserved }: ConcurrencyLimit,
  stack: StackState | undefined | 'denied',
): number {
  return Math.max(0, (stack === undefined ? unreserved : total) - Math.min(UNRESERVED, total));
}

/** The limit at which there would be room. */
export function limitFor(demand: number, { total, unreserved }: ConcurrencyLimit): number {
  return demand + (total - unreserved) + UNRESERVED;
}
