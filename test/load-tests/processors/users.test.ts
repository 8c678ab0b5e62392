import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readRecords } from '../../../load-tests/client/record-file.ts';
import type { ExchangeRecord } from '../../../load-tests/client/records.ts';
import { sendBroken, sendSlowly } from '../../../load-tests/processors/abuse.ts';
import type { Metrics } from '../../../load-tests/processors/artillery.ts';
import { LoadRun } from '../../../load-tests/processors/load-run.ts';
import { askAsOrganizer } from '../../../load-tests/processors/organizer.ts';
import { askPerhapsAgain } from '../../../load-tests/processors/repeat.ts';
import type { Settings } from '../../../load-tests/processors/settings.ts';
import { type FakeService, type Misbehaviour, startFakeService } from '../fixtures/fake-service.ts';
import { picturesFolder } from '../fixtures/pictures.ts';

const counters = new Map<string, number>();
const metrics: Metrics = {
  emit: (kind: string, name: string, value?: number) => {
    if (kind === 'counter') counters.set(name, (counters.get(name) ?? 0) + (value ?? 0));
  },
};
let service: FakeService;
afterEach(async () => {
  counters.clear();
  await service.stop();
});

/** A run against a fake service, and a way to read what it recorded. */
async function startRun(misbehaviour: Misbehaviour, changes: Partial<Settings> = {}) {
  service = await startFakeService(misbehaviour);
  const records = mkdtempSync(join(tmpdir(), 'subsecond-users-'));
  const settings: Settings = {
    target: service.url,
    limit: 500,
    patience: 1000,
    count: 100,
    seconds: 60,
    share: 0.5,
    together: 2,
    pictures: picturesFolder(['永', '字', '八', '法']),
    records,
    ...changes,
  };
  const run = new LoadRun(settings);
  const exchanges = () =>
    readRecords([records]).filter(({ kind }) => kind === 'exchange') as ExchangeRecord[];
  return { run, records, exchanges };
}

describe('the organizer', () => {
  it('asks once when the answer comes in time', async () => {
    const { run, exchanges } = await startRun({});

    await askAsOrganizer(run, metrics);

    expect(exchanges()).toMatchObject([{ attempt: 1, repeated: false, outcome: 'answered' }]);
  });

  it('asks again under the same id when the answer is late, and takes it from the cache', async () => {
    const { run, exchanges } = await startRun({ slowOnFirstAskMilliseconds: 900 });

    await askAsOrganizer(run, metrics);

    expect(exchanges()).toMatchObject([
      { attempt: 1, outcome: 'timeout' },
      { attempt: 2, repeated: true, outcome: 'answered', cache: 'hit' },
    ]);
    expect(new Set(service.asked).size).toBe(1);
  });

  it('gives a question up after the third attempt', async () => {
    const { run, records } = await startRun({ delayMilliseconds: 900 });

    await askAsOrganizer(run, metrics);

    expect(service.asked).toHaveLength(3);
    expect(readRecords([records]).filter(({ kind }) => kind === 'lost')).toHaveLength(1);
    expect(counters.get('subsecond.lost')).toBe(1);
  });
});

describe('a run', () => {
  it('ends after its count, however many users ask', async () => {
    const { run } = await startRun({}, { count: 3, limit: 5000 });

    await Promise.all([1, 2, 3, 4, 5].map(() => askAsOrganizer(run, metrics)));

    expect(service.asked).toHaveLength(3);
    expect(run.more).toBe(false);
  });

  it('ends after its time', async () => {
    const { run } = await startRun({}, { seconds: -1 });

    expect(run.nextQuestion()).toBeUndefined();
  });

  it('goes through all its pictures', async () => {
    const { run } = await startRun({});

    const [first, ...others] = [1, 2, 3, 4, 5].map(() => run.nextQuestion()?.label);

    expect(new Set(others)).toEqual(new Set(['永', '字', '八', '法']));
    expect(others.at(-1)).toBe(first);
  });

  it('begins at any of its pictures, so that several workers do not all leave out the last ones', async () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.99);

    const { run } = await startRun({});
    random.mockRestore();

    expect(run.nextQuestion()?.label).toBe('法');
  });

  it('counts time-outs in the metrics that Artillery guards', async () => {
    const { run } = await startRun({ delayMilliseconds: 300 }, { patience: 50 });

    await askPerhapsAgain(run, metrics);

    expect(counters.get('subsecond.failed')).toBe(1);
    expect(counters.get('http.requests')).toBe(1);
  });
});

describe('a client that repeats itself', () => {
  it('asks old questions again at the given share, and knows that it does', async () => {
    const { run, exchanges } = await startRun({}, { share: 1 });

    await askPerhapsAgain(run, metrics);
    await askPerhapsAgain(run, metrics);

    expect(exchanges().map(({ repeated }) => repeated)).toEqual([false, true]);
    expect(service.asked[0]).toBe(service.asked[1]);
  });
});

describe('an abuser', () => {
  const abuse = (records: string) => readRecords([records]).filter(({ kind }) => kind === 'abuse');

  it('is content with a refusal', async () => {
    const { run, records } = await startRun({});

    await sendBroken(run, metrics);

    expect(abuse(records)).toMatchObject([{ refused: true, status: 400 }]);
  });

  it('reports a service that breaks on bad input', async () => {
    const { run, records } = await startRun({ crashesOnBadInput: true });

    await sendBroken(run, metrics);

    expect(abuse(records)).toMatchObject([{ refused: false, status: 500 }]);
    expect(counters.get('subsecond.accepted')).toBe(1);
  });

  it('hangs up in the middle of a slow request', async () => {
    const { run, records } = await startRun({});

    await sendSlowly(run, metrics, 0.3);

    expect(abuse(records)).toMatchObject([{ abuse: 'slow', refused: true }]);
    expect(service.asked).toEqual([]);
  });
});
