import { describe, expect, it } from 'vitest';
import { cpuMilliseconds, residentMebibytes } from '../../bench/measure/cpu.ts';
import { median, percentile } from '../../bench/measure/statistics.ts';

describe('the figures of the bench', () => {
  it('are percentiles that were measured, not interpolated', () => {
    const values = Array.from({ length: 200 }, (_, index) => index + 1);

    expect(percentile(values, 99)).toBe(198);
    expect(percentile([7], 99)).toBe(7);
    expect(median([9, 1, 5])).toBe(5);
  });

  it.runIf(process.platform === 'linux')('have the CPU time of a process as that process sees it', () => {
    const until = performance.now() + 50;
    while (performance.now() < until);
    const { user, system } = process.cpuUsage();

    expect(Math.abs(cpuMilliseconds(process.pid) - (user + system) / 1000)).toBeLessThan(50);
  });

  it.runIf(process.platform === 'linux')('have the memory of a process as that process sees it', () => {
    const expected = process.memoryUsage.rss() / 1024 / 1024;

    expect(residentMebibytes(process.pid)).toBeGreaterThan(expected * 0.8);
    expect(residentMebibytes(process.pid)).toBeLessThan(expected * 1.2);
  });
});
