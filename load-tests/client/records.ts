import type { Signature } from '../../functions/inference/contracts/client.ts';

/** How an exchange ended for the client. Only a `completed` exchange has a body; others may have a status and headers. */
export type Outcome = 'completed' | 'timeout' | 'error';

/**
 * Why an exchange failed. `status`: not 200. `refused`: no connection. `reset`: a cut connection. `timeout`: no last byte in
 * time. `malformed`, `another id`, `signature`, `timestamp`: the reply breaks the contract. `generator`: the client itself had
 * no socket or port left, which is not the service's fault.
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

/** A request as it leaves. All times are in milliseconds, with a fraction. */
interface Departure {
  id: string;
  /** 1 for the client's first attempt, 2 and 3 for its repeats. */
  attempt: number;
  /** Whether the client itself has sent this id before, whatever the service reports. */
  repeated: boolean;
  /** Name of the sample that was sent. */
  sample: string;
  /** Due time, since 1970: the planned arrival or, if clients set the pace, the moment when the client was ready to send. */
  at: number;
  /** Delay of the request after `at`. */
  lagMilliseconds: number;
}

/** Written when a request leaves, so that a request that never ends is not forgotten. */
export interface SentRecord extends Departure {
  kind: 'sent';
}

/** Written when a request is over, however it ended. */
export interface ExchangeRecord extends Departure {
  kind: 'exchange';
  /** Latency for the caller: from the due time, connecting included, to the last byte. */
  milliseconds: number;
  outcome: Outcome;
  status?: number;
  /** Why the exchange failed, in words; undefined for a good response. */
  error?: string;
  /** The kind of this failure; present exactly when `error` is. */
  failure?: FailureKind;
  /** Beginning of the body of the response, if the exchange failed. */
  excerpt?: string;
  prediction?: string;
  /** Further content of the reply that must be the same in every reply with this id, if there is any. */
  besides?: string;
  /** The expected prediction, if known. */
  label?: string;
  /** The signature of the reply, if the contract has signed replies. */
  signature?: Signature;
  /** Header `x-subsecond-start`: whether an execution environment had to start for this request. */
  coldStart: boolean;
  /** Milliseconds in the header `server-timing`: the entry `total`, or else the sum of the stages except the queue. */
  serverMilliseconds?: number;
  /** Bytes of the request's body. */
  requestBytes: number;
  /** Bytes of status line, headers and body. An incomplete body does not count. */
  responseBytes: number;
}

/** A request of the scenario `organizer` for which no attempt got a good response in time. */
export interface LostRecord {
  kind: 'lost';
  id: string;
  at: number;
}

/** An abusive request with its outcome. */
export interface AbuseRecord {
  kind: 'abuse';
  abuse: string;
  at: number;
  milliseconds: number;
  /** Status of the response; undefined if the service or the abuser cut the connection. */
  status?: number;
  /** Whether the service refused the request or the connection, as it should; always true for a slow request. */
  refused: boolean;
}

/** How busy one worker of the load generator was in the last second. */
export interface GeneratorRecord {
  kind: 'generator';
  at: number;
  /** Share of the second in which the worker's event loop was busy, between 0 and 1. */
  busy: number;
}

/** A stall of a worker's event loop, during which the worker sent nothing and noticed no response. */
export interface StallRecord {
  kind: 'stall';
  /** When the stall began. */
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

/** A copy in the order of the due times. */
export function inOrder<Timed extends { readonly at: number }>(records: readonly Timed[]): Timed[] {
  return records.toSorted((first, second) => first.at - second.at);
}

/** Exchanges with a good response, in time or late. */
export function goodOf(exchanges: readonly ExchangeRecord[]): ExchangeRecord[] {
  return exchanges.filter(({ error }) => error === undefined);
}

/** The time at which the first request was due; infinite without records. */
export function startOf(records: readonly { readonly at: number }[]): number {
  return records.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY);
}

/** The time at which the last exchange ended; 0 without records. */
export function endOf(records: readonly { readonly at: number; readonly milliseconds?: number }[]): number {
  return records.reduce((most, { at, milliseconds = 0 }) => Math.max(most, at + milliseconds), 0);
}
