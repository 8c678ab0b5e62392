import { type Exchange, exchange } from './exchange.ts';
import { type Question, readReply, requestBody } from './question.ts';
import type { ExchangeRecord, LoadRecord } from './records.ts';
import { serverMilliseconds } from './server-timing.ts';

/** How a question is put. */
export interface AskOptions {
  /** Address of the service, with its path where it has one, without a final slash. */
  target: string;
  attempt: number;
  repeated: boolean;
  /** How many more attempts the client will make; goes into the request. */
  retriesLeft: number;
  /** Longest wait for the last byte. */
  timeoutMilliseconds: number;
  record: (record: LoadRecord) => void;
}

/** What came of a question: the record for the verdict, and the raw exchange for Artillery's metrics. */
export interface Asked {
  record: ExchangeRecord;
  exchange: Exchange;
}

/** Puts `question` once, writes down that it left and how it ended. */
export async function ask(question: Question, options: AskOptions): Promise<Asked> {
  const { target, attempt, repeated, retriesLeft, timeoutMilliseconds } = options;
  const body = requestBody(question, retriesLeft);
  const { id, label } = question;
  options.record({ kind: 'sent', id, attempt, at: Date.now() });

  const result = await exchange(new URL(`${target}/inference`), {
    headers: { 'content-type': 'application/json' },
    body,
    timeoutMilliseconds,
  });

  const record: ExchangeRecord = {
    kind: 'exchange',
    id,
    attempt,
    repeated,
    at: result.at,
    milliseconds: result.milliseconds,
    outcome: result.outcome,
    label,
    spillOver: isSpillOver(result),
    requestBytes: Buffer.byteLength(body),
    responseBytes: result.headBytes + result.body.length,
    ...readHeaders(result),
    ...readOutcome(question, result),
  };
  options.record(record);
  return { record, exchange: result };
}

function readOutcome(question: Question, result: Exchange): Partial<ExchangeRecord> {
  const status = result.status === undefined ? {} : { status: result.status };
  if (result.outcome !== 'answered') return { ...status, error: result.error ?? 'no answer' };
  return { ...status, ...readReply(question, result.status ?? 0, result.body.toString('utf8')) };
}

function readHeaders({ headers }: Exchange): Partial<ExchangeRecord> {
  const cache = headers['x-subsecond-cache'];
  const environment = headers['x-subsecond-environment'];
  const milliseconds = serverMilliseconds(headers['server-timing']?.toString());
  return {
    ...(cache === undefined ? {} : { cache: String(cache) }),
    ...(environment === undefined ? {} : { environment: String(environment) }),
    ...(milliseconds === undefined ? {} : { serverMilliseconds: milliseconds }),
  };
}

function isSpillOver({ headers }: Exchange): boolean {
  return headers['x-subsecond-spillover'] === 'true' || headers['x-subsecond-start'] === 'cold';
}
