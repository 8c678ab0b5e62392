/** How one exchange ended, seen from the client: only `answered` has a status and a whole body. */
export type Outcome = 'answered' | 'timeout' | 'error';

/** Written when a question leaves, so that one that never comes back is not forgotten. */
export interface SentRecord {
  kind: 'sent';
  id: string;
  attempt: number;
  /** Milliseconds since 1970. */
  at: number;
}

/** Written when a question is over, however it ended. */
export interface ExchangeRecord {
  kind: 'exchange';
  id: string;
  /** 1 for the first time this client sends the question, 2 and 3 when it asks again. */
  attempt: number;
  /** True when this client has sent this id before: own knowledge, whatever the service claims. */
  repeated: boolean;
  /** When the request left, in milliseconds since 1970. */
  at: number;
  /** From the first byte sent, connecting included, to the last byte received. */
  milliseconds: number;
  outcome: Outcome;
  status?: number;
  /** Why the exchange counts as failed: a socket error, a bad status, a reply that breaks the contract. */
  error?: string;
  answer?: string;
  /** The right answer, where it is known. */
  label?: string;
  /** Header `x-subsecond-cache`. */
  cache?: string;
  /** Header `x-subsecond-environment`. */
  environment?: string;
  /** An environment had to be started for this request, as far as headers tell. */
  spillOver: boolean;
  /** Sum of the `server-timing` stages, in milliseconds. */
  serverMilliseconds?: number;
  /** Of the body. */
  requestBytes: number;
  /** Of status line, headers and body, as far as they were received. */
  responseBytes: number;
}

/** A question of the organizer that was not answered in time in any of its attempts. */
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
  /** True for an answer that the service should have given: a refusal, or no answer at all. */
  refused: boolean;
}

/** How late the load generator's own event loop was in the last second, in milliseconds. */
export interface GeneratorRecord {
  kind: 'generator';
  at: number;
  lagMilliseconds: number;
}

/** One line of a `records-*.jsonl` file. */
export type LoadRecord = SentRecord | ExchangeRecord | LostRecord | AbuseRecord | GeneratorRecord;
