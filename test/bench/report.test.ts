import { describe, expect, it } from 'vitest';
import { describeGoals, goalsMet } from '../../bench/goals.ts';
import { formatService, judgeService, type ServiceMeasurements } from '../../bench/service.ts';
import { load, MEASUREMENTS } from './measurements.ts';

/** The same run with members that take so much CPU time where those run that a response takes. */
function withMembers(cpuMillisecondsPerRequest: number): ServiceMeasurements {
  const { ceiling } = MEASUREMENTS;
  return {
    ...MEASUREMENTS,
    ceiling: { ...ceiling, needed: { ...ceiling.needed, cpuMillisecondsPerRequest } },
  };
}

describe('the goals of the bench', () => {
  it('are met by a service that responds and costs little beside its members', () => {
    const goals = judgeService(MEASUREMENTS);

    expect(goals.map(({ met }) => met)).toEqual([true, true]);
    expect(goalsMet(goals)).toBe(true);
  });

  it('are judged against the members that a response takes, not against all', () => {
    expect(goalsMet(judgeService(withMembers(4)))).toBe(true);
    expect(goalsMet(judgeService(withMembers(3.9)))).toBe(false);
    expect(describeGoals(judgeService(withMembers(2.5)))[1]).toBe(
      'goal MISSED  CPU of the workers a request, at most 1.5 times the members that a response takes: ' +
        '2.40 times, 6.00 ms over 2.50 ms',
    );
  });

  it('do not take the way of a request for the members where these take next to nothing', () => {
    const goals = judgeService(withMembers(0.5));

    expect(goals[1]?.met).toBeUndefined();
    expect(goalsMet(goals)).toBe(true);
    expect(describeGoals(goals)[1]).toContain('12.00 times, 6.00 ms over 0.50 ms; not judged');
  });

  it.each(['oneClient', 'manyClients', 'repeated'] as const)('are missed when some of %s failed', (which) => {
    const goals = judgeService({ ...MEASUREMENTS, [which]: load(320, 3) });

    expect(goalsMet(goals)).toBe(false);
    expect(describeGoals(goals)[0]).toBe(
      'goal MISSED  every request succeeds: 3 of 3000 failed (status 429)',
    );
  });
});

describe('the table of the bench', () => {
  it('says what was measured, of what, and where', () => {
    const table = formatService(MEASUREMENTS);

    expect(table).toMatch(/^digits by predictions; 2 × a processor, 4 GiB\n/);
    expect(table).toMatch(/service, 10 clients, new ids +320 requests\/s/);
    expect(table).toMatch(/beside those that a response takes +80 %/);
    expect(table).toMatch(/over all members alone +1\.00 times/);
    expect(table).toMatch(/over those that a response takes +1\.20 times/);
    expect(table).toMatch(/start to the first response, median +510 ms/);
    expect(table).toMatch(/after 2000 requests more +184 MiB/);
  });
});
