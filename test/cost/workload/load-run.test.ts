import { describe, expect, it } from 'vitest';
import { parseLoadRun } from '../../../cost/workload/load-run.ts';
import { REPORT } from '../report.ts';

describe('A load run', () => {
  it('tells load, billed durations, sizes and spill-over', () => {
    const run = parseLoadRun(REPORT, 'report.json');

    expect(run).toMatchObject({
      scenario: 'organizer',
      ratePerSecond: 8,
      repeatShare: 0.25,
      fresh: { mean: 160 },
      cached: { mean: 16, quantiles: expect.any(Array) },
      coldStartShare: 0.02,
      requestBytes: 21_000,
      responseBytes: 640,
    });
  });

  it('needs no duration of repeats where there were none', () => {
    const json = { ...REPORT, cached: { count: 0 }, billedMilliseconds: { fresh: 160 } };

    expect(parseLoadRun(json, 'report.json').cached).toBeUndefined();
  });

  it('has the quantiles of its client, less what the client waited outside the function', () => {
    const { fresh } = parseLoadRun(REPORT, 'report.json');

    // The client's mean is 190 ms, the function's 160 ms.
    expect(fresh?.quantiles).toEqual([
      { share: 0.5, milliseconds: 160 },
      { share: 0.95, milliseconds: 255 },
      { share: 0.99, milliseconds: 350 },
    ]);
  });

  it('leaves quantiles alone that are those of a queue', () => {
    const billedMilliseconds = { fresh: 20, cached: 16 };

    const { fresh, notes } = parseLoadRun({ ...REPORT, billedMilliseconds }, 'report.json');

    expect(fresh).toEqual({ mean: 20 });
    expect(notes.join()).toContain('Only the mean of the run is used');
  });

  it('says that it was made on this machine', () => {
    const { notes } = parseLoadRun({ ...REPORT, target: 'http://127.0.0.1:8080' }, 'report.json');

    expect(notes.join()).toContain('not on Lambda');
  });

  it.each([
    ['ratePerSecond', { ...REPORT, ratePerSecond: undefined }],
    ['billedMilliseconds.fresh', { ...REPORT, billedMilliseconds: {} }],
    ['requestBytes', { ...REPORT, requestBytes: -1 }],
  ])('without a sensible %s is refused by its name', (field, json) => {
    expect(() => parseLoadRun(json, 'report.json')).toThrow(`report.json: "${field}" must be a number`);
  });

  it('without a response has nothing to price', () => {
    const json = { ...REPORT, fresh: { count: 0 }, cached: { count: 0 } };

    expect(() => parseLoadRun(json, 'report.json')).toThrow('no request got a response');
  });

  it.each([[null], [[]], ['text']])('is not %j', (json) => {
    expect(() => parseLoadRun(json, 'report.json')).toThrow('is it the report.json of a load run?');
  });
});
