import { describe, expect, it } from 'vitest';
import { startFixture } from './helpers/fixture-service.ts';

describe('A function finds the trace of what it answers where AWS’s libraries look for it', () => {
  it.each([1, 4])(
    'with %i at once, and leaves no variable that grows with every value',
    async (concurrency) => {
      const { url } = await startFixture('trace', { concurrency });
      const traces = Array.from(
        { length: 4 },
        (_, index) => `Root=1-67891233-abcdef01234567891234567${index}`,
      );

      const answers = await Promise.all(
        traces.map(async (trace) => (await fetch(url, { headers: { 'x-amzn-trace-id': trace } })).json()),
      );

      expect(answers).toEqual(traces.map((trace) => ({ trace, isItsOwn: true })));
    },
  );
});
