import { afterEach, describe, expect, it, vi } from 'vitest';
import { Progress } from '../../bench/progress.ts';

describe('the time left', () => {
  afterEach(() => vi.restoreAllMocks());

  it('is what was expected, and more where the machine is slower than that', () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    let seconds = 0;
    const progress = new Progress(30, () => 1000 * seconds);

    progress.begin('first', 10);
    expect(progress.line()).toBe('first … about 30 s left');
    seconds = 4;
    expect(progress.line()).toBe('first … about 26 s left');
    seconds = 40;
    expect(progress.line()).toBe('first … about 20 s left');
    // Four times as long as expected.
    progress.begin('second', 10);
    expect(progress.line()).toBe('second … about 80 s left');
    progress.end();
  });
});
