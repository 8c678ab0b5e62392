import type { Signature } from '../../functions/inference/contracts/client.ts';

/** How one exchange ended, seen from the client: only `completed` has a status and a whole body. */
export type Outcome = 'completed' | 'timeout' | 'error';

/**
 * Why an exchange counts as failed: another status than 200, no connection, a connection that was cut, no last byte in
 * time; or a whole reply that breaks the contract: unreadable, for another id, not signed, from another time. `generator`
 * is the one that is never the service's fault: the client itself had no socket or port left.
 */
export type FailureKind =
  | 'status'
  | 'refused'
  | 'reset'
  | 'timeout'
  | 'malformed'
  | 'another id'
  | 'signature'
  | 'timestamp'
  | 'generator';

/** All times are in milliseconds, with a fraction. */
interface Departure {
  id: string;
  /** 1 for the first time this client sends the request, 2 and 3 when it repeats it. */
  attempt: number;
  /** True when this client has sent this id before: own knowledge, whatever the service claims. */
  repeated: boolean;
  /** Name of the sample in the request. */
  sample: string;
  /** When the request was due, since 1970: as the arrivals had it, or when the client was ready where it sets the pace. */
  at: number;
  /** How much later than that the request left. */
  lagMilliseconds: number;
}

/** Written when a request leaves, so that one that never comes back is not forgotten. */
export interface SentRecord extends Departure {
  kind: 'sent';
}

/** Written when a request is over, however it ended. */
export interface ExchangeRecord extends Departure {
  kind: 'exchange';
  /** What a caller waits: from the moment the request was due, connecting included, to the last byte received. */
  milliseconds: number;
  outcome: Outcome;
  status?: number;
  /** Why the exchange counts as failed, in words; missing with a good response. */
  error?: string;
  /** The same as a kind; present exactly when `error` is. */
  failure?: FailureKind;
  /** Beginning of the body of an exchange that failed. */
  excerpt?: string;
  prediction?: string;
  /** What else another reply under the same id must say, too; missing where the response is all. */
  besides?: string;
  /** The right response, where it is known. */
  label?: string;
  /** What the reply was signed with, where the contract has replies signed. */
  signature?: Signature;
  /** Header `x-subsecond-cache`. */
  cache?: string;
  /** Header `x-subsecond-start`: an execution environment had to be started for this request. */
  coldStart: boolean;
  /** Sum of the `server-timing` stages, in milliseconds. */
  serverMilliseconds?: number;
  /** Bytes of the request's body. */
  requestBytes: number;
  /** Bytes of status line, headers and body that were received. */
  responseBytes: number;
}

/** A request of the organizer that got no response in time in any of its attempts. */
export interface LostRecord {
  kind: 'lost';
  id: string;
  at: number;
}

/** A request that a well-behaved client would never send, and what became of it. */
export interface AbuseRecord {
  kind: 'abuse';
  abuse: string;
  at: number;
  milliseconds: number;
  /** Missing when the service cut the connection, or the abuser did. */
  status?: number;
  /** True where the service responded as it should: a refusal, or none at all. */
  refused: boolean;
}

/** How one worker of the load generator fared in the last second. */
export interface GeneratorRecord {
  kind: 'generator';
  at: number;
  /** Share of the second for which its event loop had something to do, between 0 and 1. */
  busy: number;
}

/** The event loop of a worker stood still: nothing was sent, and no response was noticed. */
export interface StallRecord {
  kind: 'stall';
  /** When it began. */
  at: number;
  milliseconds: number;
}

/** One line of a `records-*.jsonl` file. */
export type LoadRecord =
  | SentRecord
  | ExchangeRecord
  | LostRecord
  | AbuseRecord
  | GeneratorRecord
  | StallRecord;

/** A copy in the order in which they were due. */
export function inOrder<Timed extends { readonly at: number }>(records: readonly Timed[]): Timed[] {
  return records.toSorted((first, second) => first.at - second.at);
}

/** Those with a good response, in time or late. */
export function goodOf(exchanges: readonly ExchangeRecord[]): ExchangeRecord[] {
  return exchanges.filter(({ error }) => error === undefined);
}

/** When the first of them was due; infinite of none. */
export function startOf(records: readonly { readonly at: number }[]): number {
  return records.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY);
}

/** When the last of them was over; 0 of none. */
export function endOf(records: readonly { readonly at: number; readonly milliseconds?: number }[]): number {
  return records.reduce((most, { at, milliseconds = 0 }) => Math.max(most, at + milliseconds), 0);
}
