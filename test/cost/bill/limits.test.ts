import { describe, expect, it } from 'vitest';
import { checkConcurrency, checkLimits } from '../../../cost/bill/limits.ts';
import { configurationOf, loadOf } from '../price-book.ts';

describe('What AWS does not carry', () => {
  it.each([
    ['a request above 6 MB', { requestBytes: 6_291_457 }, 'A request of 6,291,457 bytes is too large'],
    ['an answer above 6 MB', { responseBytes: 7_000_000 }, 'An answer of 7,000,000 bytes is too large'],
    [
      'a mean above what an HTTP API waits',
      { fresh: { mean: 30_001 } },
      'takes 30,001 ms, but an HTTP API waits for 30,000 at most',
    ],
    [
      'a quantile above it',
      { fresh: { mean: 900, quantiles: [{ share: 0.99, milliseconds: 31_000 }] } },
      'takes 31,000 ms',
    ],
  ])('is %s', (_, change, message) => {
    expect(() => checkLimits(loadOf(1, 100, change), configurationOf())).toThrow(message);
  });

  it('is less behind a REST API and more behind a Function URL', () => {
    const load = loadOf(1, 29_500);

    expect(() => checkLimits(load, configurationOf({ frontDoor: 'rest-api' }))).toThrow(
      'a REST API waits for 29,000',
    );
    expect(() => checkLimits(load, configurationOf())).not.toThrow();
    expect(() =>
      checkLimits(loadOf(1, 60_000), configurationOf({ frontDoor: 'function-url' })),
    ).not.toThrow();
  });
});

describe("The account's concurrency", () => {
  const need = (provisioned: number, reserved?: number) => ({
    load: loadOf(1, 100),
    configuration: configurationOf({ provisioned }),
    reserved,
  });

  it('leaves 100 that nobody may keep', () => {
    expect(() => checkConcurrency([need(900)], 1000)).not.toThrow();
    expect(() => checkConcurrency([need(901)], 1000)).toThrow(
      'It takes 901 environments at once, but the account may have 1,000, of which 100 stay unreserved',
    );
  });

  it('of a new account is too small for any warm environment', () => {
    expect(() => checkConcurrency([need(1)], 10)).toThrow('--account-concurrency');
    expect(() => checkConcurrency([need(0)], 10)).not.toThrow();
  });

  it('is shared by the tasks, and taken by what they reserve', () => {
    expect(() => checkConcurrency([need(10, 40), need(10, 40)], 180)).not.toThrow();
    expect(() => checkConcurrency([need(10, 40), need(10, 40)], 179)).toThrow('It takes 80 environments');
  });

  it('is at least what is busy on average, and one burst', () => {
    const busy = { load: loadOf(5000, 250), configuration: configurationOf() };
    const burst = { load: loadOf(1, 10, { burst: 1200 }), configuration: configurationOf() };

    expect(() => checkConcurrency([busy], 1000)).toThrow('It takes 1,250 environments');
    expect(() => checkConcurrency([burst], 1000)).toThrow('It takes 1,200 environments');
  });
});
