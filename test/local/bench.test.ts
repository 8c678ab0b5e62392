import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { measureColdStarts } from '../../bench/cold-start.ts';
import { cpuMilliseconds, residentMebibytes } from '../../bench/cpu.ts';
import { type MeasuredLoad, measureLoad } from '../../bench/load.ts';
import { formatTable, judge, type Measurements } from '../../bench/report.ts';
import { median, percentile } from '../../bench/statistics.ts';
import { PROJECT_DIRECTORY } from '../../local/options.ts';
import type { Service } from '../../local/service.ts';
import { ServiceError } from '../../local/service-error.ts';
import { FIXTURES, temporaryFolder } from './helpers/fixture-service.ts';

function load(requestsPerSecond: number, failures = 0): MeasuredLoad {
  return {
    clients: 10,
    requests: 1000,
    seconds: 1000 / requestsPerSecond,
    requestsPerSecond,
    milliseconds: { p50: 20, p99: 40 },
    statuses: { 200: 1000 - failures, 429: failures },
    cpuMilliseconds: 100,
    cpuPerRequest: { environments: 6, gateway: 0.2, database: 0.3, client: 0.1 },
  };
}

const MEASUREMENTS: Measurements = {
  started: '2026-11-21T10:00:00.000Z',
  machine: { cores: 2, processor: 'a processor', node: '24.21.0' },
  ceiling: {
    all: { threads: 2, imagesPerSecond: 300, cpuMillisecondsPerImage: 6 },
    asked: { threads: 2, imagesPerSecond: 400, cpuMillisecondsPerImage: 5 },
  },
  fresh: { one: load(100), ten: load(320, 3) },
  repeated: load(2000),
  coldStarts: {
    first: 550,
    median: 450,
    runs: [450],
    parts: { nodeStart: 30, imports: 120, modelLoad: 200, warmUp: 60, firstRequest: 40 },
  },
  memory: [
    { requests: 1, mebibytes: 200 },
    { requests: 1000, mebibytes: 230 },
    { requests: 10_000, mebibytes: 231 },
  ],
};

describe('The bench', () => {
  it('compares the service with bare inference', () => {
    expect(judge(MEASUREMENTS)).toEqual({
      fractionOfCeiling: 320 / 300,
      fractionOfAsked: 0.8,
      cpuOverBare: 1,
      cpuOverAsked: 1.2,
      memoryGrowth: 1,
    });
  });

  it('shows what it measured next to what was promised', () => {
    const table = formatTable(MEASUREMENTS);

    expect(table).toMatch(/service, 10 clients, new ids +320 requests\/s +> 307/);
    expect(table).toMatch(/over bare inference, all members +1\.00 times +<= 1\.30/);
    expect(table).toMatch(/over the members an answer takes +1\.20 times/);
    expect(table).toMatch(/answers that were not 200 +3 +0/);
    expect(table).toMatch(/memory of an environment after 10000 requests +231 MiB/);
  });

  it('takes percentiles that were measured, not interpolated', () => {
    const values = Array.from({ length: 200 }, (_, index) => index + 1);

    expect(percentile(values, 99)).toBe(198);
    expect(percentile([7], 99)).toBe(7);
    expect(median([9, 1, 5])).toBe(5);
  });

  it.runIf(process.platform === 'linux')('reads the CPU time of a process as that process sees it', () => {
    const until = performance.now() + 50;
    while (performance.now() < until);
    const { user, system } = process.cpuUsage();

    expect(Math.abs(cpuMilliseconds(process.pid) - (user + system) / 1000)).toBeLessThan(50);
  });

  it.runIf(process.platform === 'linux')('reads the memory of a process as that process sees it', () => {
    const expected = process.memoryUsage.rss() / 1024 / 1024;

    expect(residentMebibytes(process.pid)).toBeGreaterThan(expected * 0.8);
    expect(residentMebibytes(process.pid)).toBeLessThan(expected * 1.2);
  });

  it.each([
    ['--seconds', 'ten'],
    ['--requests', '0'],
    ['--second', '5'],
  ])('refuses %s %s in one line', (option, value) => {
    const run = spawnSync(process.execPath, ['bin/bench.ts', option, value], {
      cwd: PROJECT_DIRECTORY,
      encoding: 'utf8',
    });

    expect(run.status).toBe(2);
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
    expect(run.stderr).toContain('--second');
  });

  it.runIf(process.platform === 'linux').each([
    [{}, 2, 'cannot write --json /no/such/folder/x.json: ENOENT'],
    [{ AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1' }, 1, 'unset AWS_ENDPOINT_URL_DYNAMODB'],
  ])('says in one line, before it measures, what would end it with %j', (environment, status, message) => {
    const run = spawnSync(process.execPath, ['bin/bench.ts', '--json', '/no/such/folder/x.json'], {
      cwd: PROJECT_DIRECTORY,
      encoding: 'utf8',
      env: { ...process.env, ...environment },
    });

    expect(run.status).toBe(status);
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
    expect(run.stderr).toContain(message);
  });

  it.runIf(process.platform === 'linux')('says in one line why the load generator failed', async () => {
    const service = {
      url: 'http://127.0.0.1:1',
      environments: () => [],
      databasePid: () => process.pid,
      statistics: () => ({ spillOver: 0, deaths: 0, waiting: 0 }),
    } as unknown as Service;

    const measured = measureLoad(service, { clients: 1, requests: 1 });

    await expect(measured).rejects.toThrow(ServiceError);
    await expect(measured).rejects.toThrow(
      /^the load generator failed: connect ECONNREFUSED 127\.0\.0\.1:1$/,
    );
  });

  it('says which status a cold start ended with instead of an answer', async () => {
    const options = { functionDirectory: FIXTURES, handler: 'broken.handler', cache: false };

    const measured = measureColdStarts({ ...options, dataDirectory: temporaryFolder() }, 1);

    await expect(measured).rejects.toThrow(ServiceError);
    await expect(measured).rejects.toThrow(/^a cold start ended with status 5\d\d instead of an answer$/);
  });
});
