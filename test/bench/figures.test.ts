import { describe, expect, it } from 'vitest';
import { cpuMilliseconds, residentMebibytes } from '../../bench/measure/cpu.ts';

describe('the figures of the bench', () => {
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
