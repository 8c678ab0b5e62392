import { CostError } from '../errors.ts';
import { amount } from '../report/format.ts';
import { type Configuration, type Load, offeredErlangs } from '../workload/workload.ts';
import { itemBytes } from './usage/table.ts';

/**
 * Lambda's limit of a request or a response (Lambda quotas, "Invocation payload" of a synchronous invocation: 6 MB). API
 * Gateway's limit is higher, 10 MB.
 */
const LAMBDA_BYTES = 6 * 1024 ** 2;

/** How long an HTTP API waits for the function (API Gateway quotas, "Maximum integration timeout"). */
const GATEWAY_MILLISECONDS = 30_000;

/** Concurrent executions that AWS gives an account in a region by default. */
const ACCOUNT_CONCURRENCY = 1000;
/** How many of an account's concurrent executions can be neither reserved nor provisioned. */
const UNRESERVED = 100;

/**
 * Refuses loads that AWS cannot carry.
 * @throws CostError if a request or a response is too large, a repeat's response is too large for the cache, or a request takes
 * longer than API Gateway waits
 */
export function checkLimits(load: Load): void {
  for (const [name, bytes] of [
    ['A request', load.requestBytes],
    ['A response', load.responseBytes],
  ] as const) {
    if (bytes > LAMBDA_BYTES) {
      throw new CostError(
        `${name} of ${amount(bytes)} bytes is too large: Lambda's limit is ${amount(LAMBDA_BYTES)} bytes.`,
      );
    }
  }
  if (load.repeatShare > 0 && itemBytes(load.responseBytes) === undefined) {
    throw new CostError(
      `No response of ${amount(load.responseBytes)} bytes is cached, because DynamoDB takes items of up to 400 KB: set --repeats 0.`,
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

/** A note if a request is too large in base64. Lambda gets the body of a request in base64 unless it is text or JSON. */
export function requestNotes({ requestBytes }: Load): string[] {
  const encoded = 4 * Math.ceil(requestBytes / 3);
  if (encoded <= LAMBDA_BYTES) return [];
  return [
    `Lambda gets a binary request of ${amount(requestBytes)} bytes as ${amount(encoded)} bytes of base64, which is above its limit ` +
      `of ${amount(LAMBDA_BYTES)}: at this size, only text and JSON get through.`,
  ];
}

/** What determines how many environments one model needs at once. */
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
    `The load takes ${amount(needed)} environments at once, but AWS gives an account ${amount(ACCOUNT_CONCURRENCY)}${unreserved}: request more in Service Quotas.`,
  ];
}

function environmentsNeeded({ load, configuration, reserved }: ConcurrencyNeed): number {
  const busy = Math.ceil(offeredErlangs(load, configuration.cache));
  return Math.max(reserved ?? 0, configuration.provisioned, busy, load.burst);
}
