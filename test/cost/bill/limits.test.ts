import { describe, expect, it } from 'vitest';
import { checkLimits, concurrencyNotes, requestNotes } from '../../../cost/bill/limits.ts';
import { configurationOf, loadOf } from '../price-book.ts';

const LARGE_REPEATS = { responseBytes: 409_881, repeatShare: 0.1 };

describe('A request beyond the limits of AWS', () => {
  it.each([
    ['a request above 6 MB', { requestBytes: 6_291_457 }, 'A request of 6,291,457 bytes is too large'],
    ['a response above 6 MB', { responseBytes: 7_000_000 }, 'A response of 7,000,000 bytes is too large'],
    ['a repeat of a response that no item holds', LARGE_REPEATS, 'No response of 409,881 bytes is cached'],
    ['a mean above 30 s', { fresh: { mean: 30_001 } }, 'an HTTP API waits for at most 30,000 ms'],
    ['p90', { fresh: { mean: 1, quantiles: [{ share: 0.9, milliseconds: 31_000 }] } }, 'takes 31,000 ms'],
  ])('is %s', (_, change, message) => {
    expect(() => checkLimits(loadOf(1, 100, change))).toThrow(message);
  });

  it('is accepted just within them', () => {
    expect(() => checkLimits(loadOf(1, 30_000, { requestBytes: 6_291_456 }))).not.toThrow();
  });
});

it('A binary request is measured in base64', () => {
  // In base64, 3 bytes take 4: 4 × 4,718,592 / 3 = 6 × 1024².
  expect(requestNotes(loadOf(1, 1, { requestBytes: 4_718_592 }))).toEqual([]);
  expect(requestNotes(loadOf(1, 1, { requestBytes: 4_718_593 }))).toEqual([
    expect.stringContaining('as 6,291,460 bytes of base64, which is above its limit of 6,291,456'),
  ]);
});

describe("The account's concurrency", () => {
  const need = (provisioned: number, reserved?: number) => ({
    load: loadOf(1, 100),
    configuration: configurationOf({ provisioned }),
    reserved,
  });

  it('leaves 100 that cannot be reserved', () => {
    expect(concurrencyNotes([need(900)])).toEqual([]);
    expect(concurrencyNotes([need(901)]).join()).toContain(
      'The load takes 901 environments at once, but AWS gives an account 1,000, of which 100 stay unreserved',
    );
  });

  it('is shared by the models, and reduced by what they reserve', () => {
    expect(concurrencyNotes([need(10, 450), need(10, 450)])).toEqual([]);
    expect(concurrencyNotes([need(10, 450), need(10, 451)]).join()).toContain('load takes 901 environments');
  });

  it('is at least what is busy on average, and one burst', () => {
    const busy = { load: loadOf(5000, 250), configuration: configurationOf() };
    const burst = { load: loadOf(1, 10, { burst: 1200 }), configuration: configurationOf() };

    expect(concurrencyNotes([busy]).join()).toContain('The load takes 1,250 environments');
    expect(concurrencyNotes([burst]).join()).toContain('The load takes 1,200 environments');
  });
});
