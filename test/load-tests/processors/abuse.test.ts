import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AbuseRecord, LoadRecord } from '../../../load-tests/client/records.ts';
import { plainAddress } from '../../../load-tests/client/service.ts';
import { sendBroken, sendSlowly } from '../../../load-tests/processors/abuse.ts';
import { quietApp } from '../../functions/support/tiny.ts';
import { openServer } from '../../local/server/open-server.ts';
import { writeSamples } from '../../support/fixtures.ts';
import { textModel } from '../../support/text-model.ts';
import { redModel } from '../../support/tiny-model.ts';
import { startRun } from '../fixtures/started-run.ts';

const KINDS_OF_BROKEN = 7;
const STATUSES: readonly unknown[] = [400, 405, 415];

function sentimentModel(): string {
  const folder = textModel('sentiment', { contracts: ['predictions'] });
  writeSamples(join(folder, 'samples'), [{ file: 'good.txt', content: 'good', label: 'positive' }]);
  return folder;
}

describe('an abuser', () => {
  const abuse = (records: LoadRecord[]) => records.filter(({ kind }) => kind === 'abuse') as AbuseRecord[];

  it.each([
    ['predictions', 'of pictures', redModel],
    ['esun-2021', 'of pictures', redModel],
    ['open-inference', 'of pictures', redModel],
    ['predictions', 'of texts', sentimentModel],
    ['open-inference', 'of texts', sentimentModel],
  ])('sends only requests that a model with %s %s refuses', async (contract, _, makeModel) => {
    const model = await makeModel();
    const app = await quietApp({ MODEL_DIRECTORY: model });
    const { url } = await openServer({}, (request, transport) => app.fetch(request, transport));
    const { run, recorded } = await startRun({}, { service: plainAddress(url) }, { model, contract });

    for (let kind = 0; kind < KINDS_OF_BROKEN; kind++) await sendBroken(run);

    const seen = abuse(recorded());
    expect(new Set(seen.map((record) => record.abuse)).size).toBe(KINDS_OF_BROKEN);
    expect(seen.filter(({ refused, status }) => !refused || !STATUSES.includes(status))).toEqual([]);
    expect(seen.find((record) => record.abuse === 'wrong method')).toMatchObject({ status: 405 });
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
