import { describe, expect, it } from 'vitest';
import { parseLoadRun } from '../../../cost/workload/load-run.ts';
import { REPORT } from '../report.ts';

describe('A load run', () => {
  it('has load, billed durations, sizes and spill-over', () => {
    const run = parseLoadRun(REPORT, 'report.json');

    const load = { ratePerSecond: 8, repeatShare: 0.25, requestBytes: 21_000, responseBytes: 640 };
    const durations = { fresh: { mean: 160 }, cached: { mean: 16, quantiles: expect.any(Array) } };
    expect(run).toMatchObject({ scenario: 'organizer', ...load, ...durations, coldStartShare: 0.02 });
  });

  it('needs no duration of repeats if there were none', () => {
    const json = { ...REPORT, cached: { count: 0 }, billedMilliseconds: { fresh: 160 } };

    expect(parseLoadRun(json, 'report.json').cached).toBeUndefined();
  });

  it('does not use quantiles that come from a queue', () => {
    const billedMilliseconds = { fresh: 20, cached: 16 };

    const { fresh, notes } = parseLoadRun({ ...REPORT, billedMilliseconds }, 'report.json');

    expect(fresh).toEqual({ mean: 20 });
    expect(notes.join()).toContain('Only the mean of the run is used');
  });

  it.each([
    ['ratePerSecond', { ...REPORT, ratePerSecond: undefined }],
    ['billedMilliseconds.fresh', { ...REPORT, billedMilliseconds: {} }],
    ['requestBytes', { ...REPORT, requestBytes: -1 }],
  ])('without a valid %s is refused with the name of the field', (field, json) => {
    expect(() => parseLoadRun(json, 'report.json')).toThrow(`report.json: "${field}" must be a number`);
  });

  it.each([
    ['response', { fresh: { count: 0 }, cached: { count: 0 } }],
    ['good response', { ratePerSecond: 0 }],
  ])('without a %s has nothing to price', (_, fields) => {
    expect(() => parseLoadRun({ ...REPORT, ...fields }, 'report.json')).toThrow(
      'no request got a good response',
    );
  });

  it.each([[null], [[]], ['text']])('is not %j', (json) => {
    expect(() => parseLoadRun(json, 'report.json')).toThrow('is it the report.json of a load run?');
  });
});
