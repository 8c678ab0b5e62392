import { describe, expect, it } from 'vitest';
import { StageTimes } from '../../bench/measure/stage-times.ts';
import { formatSteps, ratioOf } from '../../bench/report/steps.ts';
import { load, MEASUREMENTS } from './measurements.ts';

/** Of 6 ms that an environment takes with the cache on, 1.5 ms go without it. */
function round(members: number) {
  const noCache = { ...load(400), cpuPerRequest: { ...load(400).cpuPerRequest, environments: 4.5 } };
  return { cache: load(320), noCache, members, decode: 0.4 };
}

describe('what each step of a question costs', () => {
  const { started, machine, task } = MEASUREMENTS;
  const rounds = [round(3), round(2.4), round(4)];

  it('is what processes take, and what is left of them without that step', () => {
    const table = formatSteps({ started, machine, task, contract: 'predictions', clients: 10, rounds });

    expect(table).toMatch(/execution environment +6\.00 \(6\.00 to 6\.00\)\n/);
    expect(table).toMatch(/the members that are asked +3\.00 \(2\.40 to 4\.00\)\n/);
    expect(table).toMatch(/with the cache less without +1\.50 \(1\.50 to 1\.50\)\n/);
    expect(table).toMatch(/the rest: .+ +1\.10 \(0\.10 to 1\.70\)\n/);
    expect(table).toContain('waiting included: decode 0.40, predict 3.00');
  });

  it('is compared with the members, round by round', () => {
    expect(ratioOf(rounds)).toEqual({ median: 2, least: 1.5, most: 2.5 });
  });
});

describe('the stages of a service', () => {
  it('are read off its replies, and nothing off those that tell none', () => {
    const stages = new StageTimes();

    stages.add('contract;dur=0.1, predict;dur=3');
    stages.add('contract;dur=0.3, predict;dur=1');
    stages.add('contract;dur=0.2');
    stages.add(undefined);

    expect(stages.medians()).toEqual({ contract: 0.2, predict: 1 });
  });
});
