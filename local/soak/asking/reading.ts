/** What an attempt came to, read from the raw exchange. */
import type { ContractClient } from '../../../functions/inference/contracts/client.ts';
import type { Exchange } from '../../../load-tests/client/exchange.ts';
import type { GivenFirmness } from '../ledger/ledger.ts';

/** How one attempt ended. */
export type Attempt =
  | {
      readonly kind: 'answered';
      readonly answer: string;
      readonly firmness: GivenFirmness;
      readonly fromMemory: boolean;
    }
  /** 422: the id belongs to another question. */
  | { readonly kind: 'conflict' }
  /** 429 or 503 with Retry-After. */
  | { readonly kind: 'refused'; readonly status: number; readonly retryAfterMilliseconds: number }
  /** No whole answer when the client's time was over. */
  | { readonly kind: 'late' }
  | { readonly kind: 'unreachable'; readonly error: string }
  | { readonly kind: 'wrong'; readonly status: number; readonly detail: string };

/** How much of a wrong answer's body is shown. */
const SHOWN_CHARACTERS = 200;

/** Reads what came of an attempt with a good question. */
export function readAttempt(
  { outcome, status = 0, headers, body, error }: Exchange,
  client: ContractClient,
  id: string,
): Attempt {
  if (outcome === 'timeout') return { kind: 'late' };
  if (outcome === 'error') return { kind: 'unreachable', error: error ?? 'broken' };
  const text = body.toString('utf8');
  const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value?.toString()]));
  const reply = client.read({ status, headers: flat, body: text }, id);
  if ('answer' in reply) {
    const cache = flat['x-subsecond-cache'];
    const firmness = isProvisional(flat['x-subsecond-members'])
      ? 'provisional'
      : cache === 'degraded'
        ? 'owed'
        : 'remembered';
    return { kind: 'answered', answer: reply.answer, firmness, fromMemory: cache === 'hit' };
  }
  if (status === 422) return { kind: 'conflict' };
  const retryAfter = headers['retry-after'];
  if ((status === 429 || status === 503) && isRetryAfter(retryAfter)) {
    return { kind: 'refused', status, retryAfterMilliseconds: Number(retryAfter) * 1000 };
  }
  return { kind: 'wrong', status, detail: `${reply.error}; ${text.slice(0, SHOWN_CHARACTERS)}` };
}

/** Whether a header says in whole seconds when to come again (RFC 9110, 10.2.3). */
export function isRetryAfter(header: string | undefined): boolean {
  return header !== undefined && /^\d{1,5}$/.test(header);
}

/** Members that had no time: `2/3; shortened` and `0/3; fallback`. */
function isProvisional(members: string | undefined): boolean {
  return /; (?:shortened|fallback)$/.test(members ?? '');
}
