import { CostError } from '../errors.ts';
import { amount } from '../report/format.ts';
import { type Configuration, type Load, offeredErlangs } from '../workload/workload.ts';
import { itemBytes } from './usage/table.ts';

/**
 * Lambda's limit of a synchronous invocation's payload (Lambda quotas, "Invocation payload": 6 MB), below the 10 MB of API
 * Gateway.
 */
const LAMBDA_BYTES = 6 * 1024 ** 2;

/** How long an HTTP API waits for the function (its quotas, "Maximum integration timeout"). */
const GATEWAY_MILLISECONDS = 30_000;

/** Concurrent executions that AWS gives an account in a region by default. */
const ACCOUNT_CONCURRENCY = 1000;
/** The part of an account's executions that can be neither reserved nor provisioned. */
const UNRESERVED = 100;

/**
 * Refuses loads that AWS cannot carry.
 * @throws CostError for a message that is too large, or a request that takes longer than the gateway waits
 */
export function checkLimits(load: Load): void {
  for (const [name, bytes] of [
    ['A request', load.requestBytes],
    ['A response', load.responseBytes],
  ] as const) {
    if (bytes > LAMBDA_BYTES) {
      throw new CostError(
        `${name} of ${amount(bytes)} bytes is too large: Lambda's limit is ${amount(LAMBDA_BYTES)}.`,
      );
    }
  }
  if (load.repeatShare > 0 && itemBytes(load.responseBytes) === undefined) {
    throw new CostError(
      `No response of ${amount(load.responseBytes)} bytes is cached, because DynamoDB takes items of up to 400 KB: leave out --repeats.`,
    );
  }
  const { mean, quantiles = [] } = load.fresh;
  const slowest = Math.max(mean, ...quantiles.map(({ milliseconds }) => milliseconds));
  if (slowest > GATEWAY_MILLISECONDS) {
    throw new CostError(
      `An uncached request takes ${amount(slowest)} ms, but an HTTP API waits for at most ${amount(GATEWAY_MILLISECONDS)} ms.`,
    );
  }
}

/** A note if a request is too large once it is in base64. Lambda gets every body in base64 that is neither text nor JSON. */
export function requestNotes({ requestBytes }: Load): string[] {
  const encoded = 4 * Math.ceil(requestBytes / 3);
  if (encoded <= LAMBDA_BYTES) return [];
  return [
    `A binary request of ${amount(requestBytes)} bytes has ${amount(encoded)} in base64, as Lambda gets it, above its limit of ` +
      `${amount(LAMBDA_BYTES)}: only text and JSON of this size get through.`,
  ];
}

/** Inputs of the number of environments that one model needs at once. */
interface ConcurrencyNeed {
  readonly load: Load;
  readonly configuration: Configuration;
  readonly reserved?: number | undefined;
}

/**
 * A note if the load needs more environments at once than an account has by default. A model needs the largest of four numbers:
 * its provisioned environments, its reserved ones, those that are busy on average, and those that a burst takes.
 */
export function concurrencyNotes(models: readonly ConcurrencyNeed[]): string[] {
  const needed = models.reduce((sum, model) => sum + environmentsNeeded(model), 0);
  const isKept = models.some(
    ({ configuration, reserved }) => configuration.provisioned > 0 || reserved !== undefined,
  );
  if (needed <= (isKept ? ACCOUNT_CONCURRENCY - UNRESERVED : ACCOUNT_CONCURRENCY)) return [];
  const unreserved = isKept ? `, of which ${UNRESERVED} stay unreserved` : '';
  return [
    `It takes ${amount(needed)} environments at once, but AWS gives an account ${amount(ACCOUNT_CONCURRENCY)}${unreserved}: request more in Service Quotas.`,
  ];
}

function environmentsNeeded({ load, configuration, reserved }: ConcurrencyNeed): number {
  const busy = Math.ceil(offeredErlangs(load, configuration.cache));
  return Math.max(reserved ?? 0, configuration.provisioned, busy, load.burst);
}
