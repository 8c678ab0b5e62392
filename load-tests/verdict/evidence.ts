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

/**
 * Groups the records of a run by kind. A request that was sent but has no outcome counts as failed if its limit had passed when
 * the run ended, and is ignored otherwise.
 * @param ended milliseconds since 1970
 */
export function gather(records: LoadRecord[], ended: number, limitMilliseconds: number): Evidence {
  const of = <Kind extends LoadRecord['kind']>(kind: Kind) =>
    records.filter((record): record is Extract<LoadRecord, { kind: Kind }> => record.kind === kind);
  const whole = of('exchange');
  const over = new Set(whole.map(keyOf));
  const open = of('sent').filter((sent) => !over.has(keyOf(sent)));
  const missed = open.filter(({ at }) => ended - at > limitMilliseconds);
  return {
    exchanges: [...whole, ...missed.map((sent) => withoutResponse(sent, ended))],
    lost: of('lost'),
    abuse: of('abuse'),
    generator: of('generator'),
    stalls: of('stall'),
  };
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
