import { describe, expect, it } from 'vitest';
import { formatSteps, judgeSteps } from '../../bench/steps.ts';
import { load, MEASUREMENTS } from './measurements.ts';

/** Of 6 ms of a worker and 0.2 of the front process; without the cache 0.15. */
function round(members: number) {
  const noCache = { ...load(400), cpuPerRequest: { ...load(400).cpuPerRequest, front: 0.15 } };
  return { cache: load(320), noCache, members, decode: 0.4 };
}

describe('what each step of a request costs', () => {
  const { started, machine, model } = MEASUREMENTS;
  const rounds = [round(5.5), round(5.2), round(5.4)];

  it('is what processes take, and what is left of them without that step', () => {
    const table = formatSteps({ started, machine, model, contract: 'predictions', clients: 10, rounds });

    expect(table).toMatch(/\nworker +6\.00 \(6\.00 to 6\.00\)\n/);
    expect(table).toMatch(/the members that a response takes +5\.40 \(5\.20 to 5\.50\)\n/);
    expect(table).toMatch(/with it less without +0\.05 \(0\.05 to 0\.05\)\n/);
    expect(table).toMatch(/the rest: .+ +0\.20 \(0\.10 to 0\.40\)\n/);
    expect(table).toMatch(/all beside members and decoding +0\.40 \(0\.30 to 0\.60\)\n/);
  });

  it('is judged beside members and decoding, by the median of the rounds', () => {
    expect(judgeSteps(rounds)).toMatchObject({ measured: '0.40 ms', met: true });
    expect(judgeSteps([round(5.2)]).met).toBe(false);
  });
});
