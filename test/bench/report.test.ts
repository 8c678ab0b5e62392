import { describe, expect, it } from 'vitest';
import { describeGoals, goalsMet } from '../../bench/goals.ts';
import type { MeasuredLoad } from '../../bench/measure/load.ts';
import { formatService, judgeService, type ServiceMeasurements } from '../../bench/service.ts';
import { formatSteps, judgeSteps } from '../../bench/steps.ts';

/** A load of ten clients at this rate, where the workers spend 6 ms of CPU per request. */
function load(requestsPerSecond: number, failures = 0): MeasuredLoad {
  return {
    clients: 10,
    requests: 1000,
    requestsPerSecond,
    milliseconds: { p50: 20, p99: 40 },
    failures,
    ...(failures === 0 ? {} : { failure: 'status 429' }),
    cpuMilliseconds: 100,
    cpuPerRequest: { workers: 6, front: 0.2, client: 0.1 },
    workerMebibytes: 180,
  };
}

const ceilingOf = (requestsPerSecond: number, cpuMillisecondsPerRequest: number) => {
  return { threads: 2, requestsPerSecond, cpuMillisecondsPerRequest };
};
/** A run that passes every check. */
const MEASUREMENTS: ServiceMeasurements = {
  ceiling: { all: ceilingOf(300, 6), needed: ceilingOf(400, 5) },
  oneClient: load(100),
  manyClients: load(320),
  repeated: { ...load(2000), workerMebibytes: 184 },
  startUp: { first: 720, median: 510 },
};

/** The run that passes, with another CPU time for the members that a response needs. */
function withMembers(cpuMillisecondsPerRequest: number): ServiceMeasurements {
  return {
    ...MEASUREMENTS,
    ceiling: { all: ceilingOf(300, 6), needed: ceilingOf(400, cpuMillisecondsPerRequest) },
  };
}

describe('the goals of the bench', () => {
  it.each([
    [5, true, 'goal met '],
    [4, true, 'the members that a response needs: 1.50 times, 6.00 ms over 4.00 ms'],
    [3.9, false, "goal MISSED  workers' CPU per request, at most 1.5 times that of the members"],
    // Members that take almost no time are not judged, because the rest of the request would dominate.
    [0.5, undefined, '12.00 times, 6.00 ms over 0.50 ms; not judged'],
  ])('judge CPU by the members that a response needs, not by all: %d ms', (members, met, detail) => {
    const goals = judgeService(withMembers(members));

    expect(goals.map((goal) => goal.met)).toEqual([true, met]);
    expect(goalsMet(goals)).toBe(met !== false);
    expect(describeGoals(goals)[1]).toContain(detail);
  });

  it.each(['oneClient', 'manyClients', 'repeated'] as const)('are missed when some of %s failed', (which) => {
    const goals = judgeService({ ...MEASUREMENTS, [which]: load(320, 3) });

    expect(goalsMet(goals)).toBe(false);
    const missed = 'goal MISSED  every request succeeds: 3 of 3000 failed (status 429)';
    expect(describeGoals(goals)[0]).toBe(missed);
  });
});

describe('the table of the bench', () => {
  it('says what was measured', () => {
    const table = formatService(MEASUREMENTS);

    expect(table).toMatch(/service, 10 clients, new ids +320 requests\/s/);
    expect(table).toMatch(/compared with the members that a response needs +80 %/);
    expect(table).toMatch(/over all members alone +1\.00 times/);
    expect(table).toMatch(/over the members that a response needs +1\.20 times/);
    expect(table).toMatch(/start to the first response, median +510 ms/);
    expect(table).toMatch(/after 2000 requests more +184 MiB/);
  });
});

/** A request takes 6 ms of CPU in a worker, and 0.2 ms in the front process (0.15 ms without the cache). */
function round(members: number) {
  const noCache = { ...load(400), cpuPerRequest: { ...load(400).cpuPerRequest, front: 0.15 } };
  return { cache: load(320), noCache, members, decode: 0.4 };
}

describe('the cost of each step of a request', () => {
  const rounds = [round(5.5), round(5.2), round(5.4)];

  it('is shown as the median of the rounds, with the range', () => {
    const table = formatSteps(10, rounds).join('\n');

    expect(table).toMatch(/\nworker +6\.00 \(6\.00 to 6\.00\)\n/);
    expect(table).toMatch(/the members that a response needs +5\.40 \(5\.20 to 5\.50\)\n/);
    expect(table).toMatch(/the time with a cache less the time without one +0\.05 \(0\.05 to 0\.05\)\n/);
    expect(table).toMatch(/the rest: .+ +0\.20 \(0\.10 to 0\.40\)\n/);
    expect(table).toMatch(/all but members and decoding +0\.40 \(0\.30 to 0\.60\)\n/);
  });

  it('is judged without members and decoding, by the median of the rounds', () => {
    expect(judgeSteps(rounds)).toMatchObject({ measured: '0.40 ms', met: true });
    expect(judgeSteps([round(5.2)]).met).toBe(false);
  });
});
