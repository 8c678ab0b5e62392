import type { IncomingHttpHeaders } from 'node:http';
import type { ContractClient } from '../../functions/inference/contracts/client.ts';
import { type Exchange, exchange } from './exchange.ts';
import type { Question } from './question.ts';
import type { ExchangeRecord, LoadRecord } from './records.ts';
import { serverMilliseconds } from './server-timing.ts';

/** How a question is put. */
export interface AskOptions {
  /** Address of the service, with its path where it has one, without a final slash. */
  target: string;
  client: ContractClient;
  attempt: number;
  repeated: boolean;
  /** How many more attempts will be made; goes into the request. */
  attemptsLeft: number;
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
export async function ask({ id, sample }: Question, options: AskOptions): Promise<Asked> {
  const { target, client, attempt, repeated, attemptsLeft, timeoutMilliseconds } = options;
  const { method, path, headers, body } = client.request(sample, id, attemptsLeft);
  options.record({ kind: 'sent', id, attempt, at: Date.now() });

  const result = await exchange(new URL(`${target}${path}`), { method, headers, body, timeoutMilliseconds });

  const record: ExchangeRecord = {
    kind: 'exchange',
    id,
    attempt,
    repeated,
    at: result.at,
    milliseconds: result.milliseconds,
    outcome: result.outcome,
    ...(sample.label === undefined ? {} : { label: sample.label }),
    spillOver: isSpillOver(result),
    requestBytes: Buffer.byteLength(body),
    responseBytes: result.headBytes + result.body.length,
    ...readHeaders(result),
    ...readOutcome(id, client, result),
  };
  options.record(record);
  return { record, exchange: result };
}

function readOutcome(id: string, client: ContractClient, result: Exchange): Partial<ExchangeRecord> {
  const status = result.status === undefined ? {} : { status: result.status };
  if (result.outcome !== 'answered') return { ...status, error: result.error ?? 'no answer' };
  const response = {
    status: result.status ?? 0,
    headers: flat(result.headers),
    body: result.body.toString('utf8'),
  };
  return { ...status, ...client.read(response, id) };
}

function flat(headers: IncomingHttpHeaders): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value?.toString()]));
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
