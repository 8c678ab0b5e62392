import type {
  AbuseRecord,
  ExchangeRecord,
  GeneratorRecord,
  LoadRecord,
  LostRecord,
} from '../client/records.ts';

/** The records of a run, sorted by kind. */
export interface Evidence {
  exchanges: ExchangeRecord[];
  lost: LostRecord[];
  abuse: AbuseRecord[];
  generator: GeneratorRecord[];
}

/** When and how a run ended. */
export interface Ending {
  /** Milliseconds since 1970. */
  at: number;
  limitMilliseconds: number;
}

/**
 * Sorts the records of a run. A question that left but never came back by the end of the run is counted
 * as failed when it had already broken the promise by then, and left out when it was still in time.
 */
export function gather(records: LoadRecord[], ending: Ending): Evidence {
  const evidence: Evidence = { exchanges: [], lost: [], abuse: [], generator: [] };
  const open = new Map<string, number>();
  for (const record of records) {
    if (record.kind === 'sent') open.set(`${record.id} ${record.attempt}`, record.at);
    else if (record.kind === 'exchange') evidence.exchanges.push(record);
    else if (record.kind === 'lost') evidence.lost.push(record);
    else if (record.kind === 'abuse') evidence.abuse.push(record);
    else evidence.generator.push(record);
  }
  for (const { id, attempt } of evidence.exchanges) open.delete(`${id} ${attempt}`);
  for (const [key, at] of open) {
    if (ending.at - at <= ending.limitMilliseconds) continue;
    const [id, attempt] = key.split(' ') as [string, string];
    evidence.exchanges.push(unanswered(id, Number(attempt), at, ending.at));
  }
  return evidence;
}

function unanswered(id: string, attempt: number, at: number, end: number): ExchangeRecord {
  return {
    kind: 'exchange',
    id,
    attempt,
    repeated: attempt > 1,
    at,
    milliseconds: end - at,
    outcome: 'timeout',
    error: 'no answer by the end of the run',
    spillOver: false,
    requestBytes: 0,
    responseBytes: 0,
  };
}
