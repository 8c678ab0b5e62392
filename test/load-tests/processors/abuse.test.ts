import { describe, expect, it } from 'vitest';
import type { AbuseRecord, LoadRecord } from '../../../load-tests/client/records.ts';
import { sendBroken, sendSlowly } from '../../../load-tests/processors/abuse.ts';
import { modelFolder } from '../fixtures/model-folder.ts';
import { startRun } from '../fixtures/started-run.ts';

const KINDS_OF_BROKEN = 7;

describe('an abuser', () => {
  const abuse = (records: LoadRecord[]) => records.filter(({ kind }) => kind === 'abuse') as AbuseRecord[];

  const contracts = ['esun-2021', 'predictions', 'open-inference'];

  it.each(contracts)('records refusals of all damaged requests of %s', async (contract) => {
    const model = modelFolder(['永']);
    const { run, recorded, service } = await startRun({}, {}, { model, contract });

    for (let kind = 0; kind < KINDS_OF_BROKEN; kind++) await sendBroken(run);

    const seen = abuse(recorded());
    expect(new Set(seen.map((record) => record.abuse)).size).toBe(KINDS_OF_BROKEN);
    expect(seen.filter(({ refused, status }) => !refused || status !== 400)).toEqual([]);
    expect(service.received).toEqual([]);
  });

  it('reports a service that breaks on bad input', async () => {
    const { run, recorded } = await startRun({ crashesOnBadInput: true });

    await sendBroken(run);

    expect(abuse(recorded())).toMatchObject([{ refused: false, status: 500 }]);
  });

  it('hangs up in the middle of a slow request', async () => {
    const { run, recorded, service } = await startRun({});

    await sendSlowly(run, 0.3);

    expect(abuse(recorded())[0]?.milliseconds).toBeGreaterThanOrEqual(299);
    expect(abuse(recorded())).toMatchObject([{ abuse: 'slow', refused: true }]);
    expect(service.received).toEqual([]);
  });
});
