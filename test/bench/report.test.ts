import { describe, expect, it } from 'vitest';
import { formatClients } from '../../bench/measure/waiting-clients.ts';
import { allAnswered, describeGoals, goalsKept, judgeGoals } from '../../bench/report/goals.ts';
import { compare, formatTable, type Measurements } from '../../bench/report/table.ts';
import { load, MEASUREMENTS } from './measurements.ts';

/** The same run with members that take so much CPU time where as many are asked as an answer takes. */
function withAsked(cpuMillisecondsPerQuestion: number): Measurements {
  const { ceiling } = MEASUREMENTS;
  return {
    ...MEASUREMENTS,
    ceiling: { ...ceiling, asked: { ...ceiling.asked, cpuMillisecondsPerQuestion } },
  };
}

describe('the goals of the bench', () => {
  it('are kept by a service that answers and costs little beside its members', () => {
    const goals = judgeGoals(MEASUREMENTS);

    expect(goals.map(({ kept }) => kept)).toEqual([true, true]);
    expect(goalsKept(goals)).toBe(true);
  });

  it('are judged against the members that are asked, not against all', () => {
    // One and a half times the members that are asked, though as much as all of them.
    expect(goalsKept(judgeGoals(withAsked(4)))).toBe(true);
    expect(goalsKept(judgeGoals(withAsked(3.9)))).toBe(false);
    expect(describeGoals(judgeGoals(withAsked(2.5)))[1]).toBe(
      'goal MISSED  CPU of the environments a request, at most 1.5 times the members that are asked: ' +
        '2.40 times, 6.00 ms over 2.50 ms',
    );
  });

  it('do not take the way of a request for the members where these take next to nothing', () => {
    const goals = judgeGoals(withAsked(0.5));

    expect(goals[1]?.kept).toBeUndefined();
    expect(goalsKept(goals)).toBe(true);
    expect(describeGoals(goals)[1]).toContain('12.00 times, 6.00 ms over 0.50 ms; not judged');
  });

  it.each(['one', 'ten', 'repeated'] as const)('are missed when some of %s were not answered', (which) => {
    const missed =
      which === 'repeated'
        ? { ...MEASUREMENTS, repeated: load(2000, 3) }
        : { ...MEASUREMENTS, fresh: { ...MEASUREMENTS.fresh, [which]: load(320, 3) } };

    expect(goalsKept(judgeGoals(missed))).toBe(false);
    expect(formatTable(missed)).toContain(
      'goal MISSED  every request is answered: 3 of 3000 were not (status 429)',
    );
  });
});

describe('the table of the bench', () => {
  it('compares the service with all members and with those that are asked', () => {
    expect(compare(MEASUREMENTS)).toEqual({
      fractionOfAll: 320 / 300,
      fractionOfAsked: 0.8,
      cpuOverAll: 1,
      cpuOverAsked: 1.2,
      memoryGrowth: 1,
    });
  });

  it('says what was measured, of what, and where', () => {
    const table = formatTable(MEASUREMENTS);

    expect(table).toMatch(/^digits by predictions; 2 cores, a processor, Node\.js 24\.21\.0\n/);
    expect(table).toMatch(/service, 10 clients, new ids +320 requests\/s/);
    expect(table).toMatch(/over bare inference, all members +1\.00 times/);
    expect(table).toMatch(/over the members an answer takes +1\.20 times/);
    expect(table).toMatch(/memory of an environment after 10000 requests +231 MiB/);
  });
});

describe('the table of waiting clients', () => {
  const { started, machine, task } = MEASUREMENTS;
  const about = { started, machine, task, contract: 'open-inference', tensors: false };

  it('has a row for each number of clients, with requests a second of each core', () => {
    const loads = [{ ...load(100), clients: 1 }, load(330)];
    const [title, , head, one, ten] = formatClients({ ...about, ids: 'none', loads }).split('\n');

    expect(title).toContain('digits by open-inference, samples, without ids: nothing is remembered; 2 cores');
    expect(head?.trim().split(/ {2,}/)).toEqual([
      'clients',
      'requests/s',
      'a core',
      'p50 ms',
      'p99 ms',
      'CPU ms',
      'environments',
      'gateway',
    ]);
    expect(one?.trim().split(/ +/)).toEqual(['1', '100', '50', '20.00', '40.00', '6.50', '6.00', '0.20']);
    expect(ten?.trim().split(/ +/)).toEqual(['10', '330', '165', '20.00', '40.00', '6.50', '6.00', '0.20']);
  });

  it('says when a request was not answered', () => {
    const loads = [load(330, 2)];

    expect(formatClients({ ...about, ids: 'new', loads })).toContain('2 of 1000 were not (status 429)');
    expect(allAnswered(loads).kept).toBe(false);
  });
});
