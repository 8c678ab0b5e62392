import { afterEach, describe, expect, it, vi } from 'vitest';
import { sendAsOrganizer } from '../../../load-tests/processors/organizer.ts';
import { sendNewOrRepeated } from '../../../load-tests/processors/repeat.ts';
import { startRun } from '../fixtures/started-run.ts';

afterEach(() => void vi.restoreAllMocks());

describe('the organizer', () => {
  it('sends a request once when the response comes in time', async () => {
    const { run, exchanges } = await startRun({}, { limit: 10_000 });

    await sendAsOrganizer(run);

    expect(exchanges()).toMatchObject([{ attempt: 1, repeated: false, outcome: 'completed' }]);
  });

  it('sends a request again with the same id when the response is late, and gets a response from the cache', async () => {
    const { run, exchanges, service } = await startRun({ slowOnFirstRequestMilliseconds: 900 });

    await sendAsOrganizer(run);

    expect(exchanges()).toMatchObject([
      { attempt: 1, outcome: 'timeout' },
      { attempt: 2, repeated: true, outcome: 'completed' },
    ]);
    expect(new Set(service.received).size).toBe(1);
  });

  it('gives up a request after the third attempt', async () => {
    const { run, recorded, service } = await startRun({ delayMilliseconds: 900 }, { limit: 200 });

    await sendAsOrganizer(run);

    expect(service.received).toHaveLength(3);
    expect(recorded().filter(({ kind }) => kind === 'lost')).toHaveLength(1);
  });
});

describe('a run', () => {
  it('ends after its count, however many users there are', async () => {
    const { run, service } = await startRun({}, { count: 3, limit: 5000 });

    await Promise.all([1, 2, 3, 4, 5].map(() => sendAsOrganizer(run)));

    expect(service.received).toHaveLength(3);
    expect(run.more).toBe(false);
  });

  it('ends after its time', async () => {
    const { run } = await startRun({}, { seconds: -1 });

    expect(run.nextRequest()).toBeUndefined();
  });

  it('neither counts nor records what is sent while it warms up', async () => {
    const { run, recorded, service } = await startRun({}, { warmUp: 60, count: 2 });

    await sendNewOrRepeated(run);
    await sendNewOrRepeated(run);
    await sendNewOrRepeated(run);
    expect(recorded().filter(({ kind }) => kind === 'exchange')).toEqual([]);

    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
    await sendNewOrRepeated(run);
    expect(run.more).toBe(true);
    await sendNewOrRepeated(run);

    expect(run.more).toBe(false);
    expect(service.received).toHaveLength(5);
    expect(recorded().filter(({ kind }) => kind === 'exchange')).toHaveLength(2);
  });

  it('begins at a random sample and uses all, so that several workers do not all omit the last samples', async () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.99);

    const { run } = await startRun({});
    random.mockRestore();

    const labels = [1, 2, 3, 4, 5].map(() => run.nextRequest()?.sample.label);
    expect(labels).toEqual(['法', '永', '字', '八', '法']);
  });
});

it('a client repeats ids at the given share, and marks repeats', async () => {
  const { run, exchanges, service } = await startRun({}, { share: 1 });

  await sendNewOrRepeated(run);
  await sendNewOrRepeated(run);

  expect(exchanges().map(({ repeated }) => repeated)).toEqual([false, true]);
  expect(service.received[0]).toBe(service.received[1]);
});
