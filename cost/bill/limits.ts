import { CostError } from '../errors.ts';
import { amount } from '../report/format.ts';
import { type Configuration, type FrontDoor, type Load, offeredErlangs } from '../workload/workload.ts';

/** Lambda takes and gives so much in a synchronous invocation (Lambda quotas, "Invocation payload": 6 MB). */
const LAMBDA_BYTES = 6 * 1024 ** 2;
/** API Gateway takes so much (its quotas, "Payload size": 10 MB), so Lambda's limit comes first. */
const GATEWAY_BYTES = 10 * 1024 ** 2;

/** How long each front door waits for the function, in milliseconds (quotas of API Gateway and of Lambda). */
const LONGEST: Readonly<Record<FrontDoor, number>> = {
  'http-api': 30_000,
  'rest-api': 29_000,
  'function-url': 900_000,
};
const FRONT_DOORS: Readonly<Record<FrontDoor, string>> = {
  'http-api': 'an HTTP API',
  'rest-api': 'a REST API',
  'function-url': 'a Function URL',
};

/** Concurrent executions that AWS gives an account in a region by default; new accounts may have 10. */
export const DEFAULT_ACCOUNT_CONCURRENCY = 1000;
/** Of them, those that can be neither reserved nor provisioned. */
const UNRESERVED = 100;

/**
 * Refuses what AWS would not carry, whatever it costs.
 * @throws CostError for a message that is too large, or a question that takes longer than its front door waits
 */
export function checkLimits(load: Load, { frontDoor }: Configuration): void {
  for (const [name, bytes] of [
    ['A request', load.requestBytes],
    ['An answer', load.responseBytes],
  ] as const) {
    if (bytes > LAMBDA_BYTES) {
      throw new CostError(
        `${name} of ${amount(bytes)} bytes is too large: Lambda carries at most ${amount(LAMBDA_BYTES)} ` +
          `(API Gateway ${amount(GATEWAY_BYTES)}).`,
      );
    }
  }
  const { mean, quantiles = [] } = load.fresh;
  const slowest = Math.max(mean, ...quantiles.map(({ milliseconds }) => milliseconds));
  const longest = LONGEST[frontDoor];
  if (slowest > longest) {
    throw new CostError(
      `A fresh question takes ${amount(slowest)} ms, but ${FRONT_DOORS[frontDoor]} waits for ${amount(longest)} at most.`,
    );
  }
}

/** Environments that one task needs at once, or has reserved. */
export interface ConcurrencyNeed {
  readonly load: Load;
  readonly configuration: Configuration;
  readonly reserved?: number | undefined;
}

/**
 * Refuses more environments at once than the account may have: those provisioned or reserved, and never fewer than are
 * busy on average or asked by one burst.
 * @throws CostError
 */
export function checkConcurrency(tasks: readonly ConcurrencyNeed[], quota: number): void {
  const needed = tasks.reduce((sum, task) => sum + environmentsNeeded(task), 0);
  const isKept = tasks.some(
    ({ configuration, reserved }) => configuration.provisioned > 0 || reserved !== undefined,
  );
  const available = isKept ? quota - UNRESERVED : quota;
  if (needed > available) {
    const unreserved = isKept ? `, of which ${UNRESERVED} stay unreserved` : '';
    throw new CostError(
      `It takes ${amount(needed)} environments at once, but the account may have ${amount(quota)}${unreserved}: ` +
        'ask for more in Service Quotas and say so with --account-concurrency <n>.',
    );
  }
}

function environmentsNeeded({ load, configuration, reserved }: ConcurrencyNeed): number {
  const busy = Math.ceil(offeredErlangs(load, configuration.cache));
  return Math.max(reserved ?? 0, configuration.provisioned, busy, load.burst);
}
