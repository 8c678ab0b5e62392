import type {
  AbuseRecord,
  ExchangeRecord,
  GeneratorRecord,
  LoadRecord,
  LostRecord,
  SentRecord,
  StallRecord,
} from '../client/records.ts';

/** The records of a run, sorted by kind. */
export interface Evidence {
  exchanges: ExchangeRecord[];
  lost: LostRecord[];
  abuse: AbuseRecord[];
  generator: GeneratorRecord[];
  stalls: StallRecord[];
}

/** When and how a run ended. */
export interface Ending {
  /** Milliseconds since 1970. */
  at: number;
  limitMilliseconds: number;
}

/**
 * Sorts the records of a run. A request that left but never came back by the end of the run is counted
 * as failed when it had already missed the objective by then, and left out when it was still in time.
 */
export function gather(records: LoadRecord[], ending: Ending): Evidence {
  const evidence: Evidence = { exchanges: [], lost: [], abuse: [], generator: [], stalls: [] };
  const open = new Map<string, SentRecord>();
  for (const record of records) {
    if (record.kind === 'sent') open.set(keyOf(record), record);
    else if (record.kind === 'exchange') evidence.exchanges.push(record);
    else if (record.kind === 'lost') evidence.lost.push(record);
    else if (record.kind === 'abuse') evidence.abuse.push(record);
    else if (record.kind === 'generator') evidence.generator.push(record);
    else evidence.stalls.push(record);
  }
  for (const exchange of evidence.exchanges) open.delete(keyOf(exchange));
  for (const sent of open.values()) {
    if (ending.at - sent.at > ending.limitMilliseconds)
      evidence.exchanges.push(withoutResponse(sent, ending.at));
  }
  return evidence;
}

function keyOf({ id, attempt, at }: SentRecord | ExchangeRecord): string {
  return `${id} ${attempt} ${at}`;
}

function withoutResponse(sent: SentRecord, end: number): ExchangeRecord {
  return {
    ...sent,
    kind: 'exchange',
    milliseconds: end - sent.at,
    outcome: 'timeout',
    error: 'no response by the end of the run',
    failure: 'timeout',
    coldStart: false,
    requestBytes: 0,
    responseBytes: 0,
  };
}
