import { describe, expect, it } from 'vitest';
import { parsePoint, parseTuning } from '../../../cost/sweep/point.ts';
import { arm64Notes } from '../../../cost/sweep/sweep.ts';
import { priceBook } from '../price-book.ts';

const parse = (text: string) => parsePoint(text, () => expect.fail('no load run is meant'));

describe('A point of a sweep', () => {
  it('is memory, architecture, mean and what quantiles were measured', () => {
    const quantiles = [0.5, 0.99].map((share, index) => ({ share, milliseconds: [130, 320][index] }));
    expect(parse('1769,x86_64,150,p99=320,p50=130')).toEqual({
      ...{ memoryMegabytes: 1769, architecture: 'x86_64' },
      fresh: { mean: 150, quantiles },
    });
  });

  it.each([
    ['100,x86_64,150', 'memory is 128 to 10240 MB, not "100"'],
    ['1769,mips,150', 'the architecture is x86_64 or arm64, not "mips"'],
    ['1769,x86_64', 'milliseconds must be a number above 0, not ""'],
    ['1769,x86_64,-5', 'milliseconds must be a number above 0, not "-5"'],
    ['1769,x86_64,150,99=3', 'a quantile must be written like p50= or p99=, not "99=3"'],
    ['1769,x86_64,150,p50=200,p99=100', 'must increase'],
    ['1769,x86_64,from=a.json,p99=100', 'a load run has its own quantiles'],
  ])('is refused as "%s"', (text, message) => {
    expect(() => parse(text)).toThrow(message);
  });
});

describe('The result of aws-lambda-power-tuning', () => {
  // As its state machine writes it where its input said includeOutputResults.
  const RESULT = {
    ...{ power: '1769', cost: 4.3e-6, duration: 150.2 },
    stateMachine: { executionCost: 0.0005, lambdaCost: 0.01, visualization: 'https://…' },
    stats: [
      { value: '1024', averagePrice: 4.4e-6, averageDuration: 260.4 },
      { value: 1769, averagePrice: 4.3e-6, averageDuration: 150.2 },
    ],
  };

  it('is a point for each memory size, on the architecture that it does not name', () => {
    expect(parseTuning(RESULT, 'result.json', 'arm64')).toMatchObject([
      { memoryMegabytes: 1024, architecture: 'arm64', fresh: { mean: 260.4 }, origin: 'result.json' },
      { memoryMegabytes: 1769, architecture: 'arm64', fresh: { mean: 150.2 } },
    ]);
  });

  it.each([
    ['without its stats', { ...RESULT, stats: undefined }, '"includeOutputResults": true?'],
    ['without any', { ...RESULT, stats: [] }, 'result.json has no "stats"'],
    ['of no memory', { stats: [{ value: 64, averageDuration: 3 }] }, 'a value of 128 to 10240 MB'],
    ['of no duration', { stats: [{ value: 128, averageDuration: null }] }, 'and an averageDuration'],
    ['that is none', null, 'has no "stats"'],
  ])('is refused %s', (_, json, message) => {
    expect(() => parseTuning(json, 'result.json', 'x86_64')).toThrow(message);
  });
});

describe('The break-even of arm64', () => {
  it('is not required where both were measured', () => {
    expect(arm64Notes([parse('1769,x86_64,150'), parse('1769,arm64,170')], priceBook())).toEqual([]);
  });

  it('cannot be said without the prices of both', () => {
    const prices = priceBook('lambda.provisioned.arm64');

    const notes = arm64Notes([parse('1769,x86_64,150')], prices).join();

    expect(notes).toContain('cannot be said: No cited price "lambda.provisioned.arm64"');
  });
});
