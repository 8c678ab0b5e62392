import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { RequestRecord } from '../../functions/inference/telemetry/request-record.ts';
import { Incidents } from '../../local/metrics/incidents.ts';
import { ServiceLog } from '../../local/service-log.ts';
import { newFolder } from '../support/new-folder.ts';
import { listen, startTiny } from './support/tiny-service.ts';

function openLog(): ServiceLog {
  const log = new ServiceLog({ dataDirectory: newFolder() }, new Incidents());
  onTestFinished(() => log.close());
  return log;
}

describe("The service's log", () => {
  it.each([
    ['is copied and emptied when it has grown too large', 5, 'new\n', 'old lines\n'],
    ['stays as it is below that size', 1000, 'old lines\nnew\n', undefined],
  ])('%s', (_, limit, now, before) => {
    const log = openLog();
    writeSync(log.descriptor, 'old lines\n');

    log.rotate(limit);
    writeSync(log.descriptor, 'new\n');

    expect(readFileSync(log.file, 'utf8')).toBe(now);
    if (before !== undefined) expect(readFileSync(`${log.file}.1`, 'utf8')).toBe(before);
  });

  it('is emptied even if it cannot be copied', () => {
    const log = openLog();
    writeSync(log.descriptor, 'old lines\n');
    mkdirSync(`${log.file}.1`);

    log.rotate(5);

    expect(readFileSync(log.file, 'utf8')).toBe('');
  });

  it('has every line that was written before it was closed', () => {
    const log = new ServiceLog({ dataDirectory: newFolder() }, new Incidents());

    for (let line = 0; line < 100; line += 1) log.write(String(line));
    log.close();

    expect(readFileSync(log.file, 'utf8').split('\n')).toHaveLength(101);
  });

  it('writes nothing after it is closed, because its descriptor may belong to another file', async () => {
    const log = new ServiceLog({ dataDirectory: newFolder() }, new Incidents());
    log.close();
    const other = join(newFolder(), 'other');
    const descriptor = openSync(other, 'a');
    onTestFinished(() => closeSync(descriptor));

    log.write('late');
    await delay(150);

    expect(readFileSync(other, 'utf8')).toBe('');
  });
});

describe('The content of the log', () => {
  it('has health checks at the level debug, and other requests with their messages at the level info', async () => {
    const log = join(newFolder(), 'chosen.log');
    const headers = { 'x-api-key': 'k3y' };
    const service = await startTiny({ log, logLevel: 'debug', apiKey: 'k3y' });
    for (const path of ['/healthz', '/ping', '/v2/health/ready', '/v2/health/live', '/labels', '/nowhere'])
      await fetch(service.url + path, { headers });
    await fetch(`${service.url}/labels`, { method: 'POST', body: 'x', headers });
    await fetch(`${service.url}/labels`);
    await once(get(service.url, { headers: { host: 'other.example' } }), 'response');
    await service.stop();

    const lines = readFileSync(log, 'utf8').trim().split('\n');
    const logged = lines.map((line) => JSON.parse(line));
    expect(logged.slice(0, 4)).toMatchObject(Array(4).fill({ level: 'DEBUG' }));
    const info = logged.slice(4).map(({ level, route, status, detail }) => [level, route, status, detail]);
    expect(info).toEqual([
      ['INFO', 'GET /labels', 200, undefined],
      ['INFO', 'GET /nowhere', 404, 'There is nothing at this path; /docs lists all paths.'],
      ['INFO', 'POST /labels', 405, 'This address accepts GET, HEAD.'],
      ['INFO', 'GET /labels', 401, expect.stringContaining('x-api-key')],
      ['INFO', 'GET /', 421, expect.stringContaining('--allow-host <name>')],
    ]);
  });

  it('goes to standard output if that is the log', async () => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    onTestFinished(() => write.mockRestore());
    const log = new ServiceLog({ dataDirectory: newFolder(), log: 'stdout' }, new Incidents());

    log.write('a');
    log.write('b');
    log.write('too little', 'debug');

    await expect.poll(() => write.mock.lastCall?.[0]).toBe('a\nb\n');
    expect([log.file, log.descriptor]).toEqual(['stdout', 1]);
  });
});

describe('A terminal', () => {
  const { isTTY } = process.stdout;
  const record = Object.assign(new RequestRecord('1'), { route: 'POST /a\u001b[2J', status: 200 });
  record.summary = { prediction: '7' };

  it.each([
    ['shows a short line for each request, at most 20 at once', {}, 20],
    ['shows no request below the log level', { logLevel: 'warn' as const }, 0],
    ['shows no request if the log goes to standard output', { log: 'stdout' }, 0],
  ])('%s', async (_, options, count) => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const printed = listen();
    process.stdout.isTTY = true;
    onTestFinished(() => {
      process.stdout.isTTY = isTTY;
      write.mockRestore();
    });
    const log = new ServiceLog({ dataDirectory: newFolder(), ...options }, new Incidents());
    onTestFinished(() => log.close());

    for (let request = 0; request < 25; request += 1) log.show(record);
    await delay(150);

    const lines = printed().split('\n').filter(Boolean);
    expect(lines.filter((line) => /^POST \/a \[2J 200 \d+ ms 7$/.test(line))).toHaveLength(count);
    expect(lines.slice(20)).toEqual(count > 0 ? ['… and 5 more requests'] : []);
  });
});

it('Lost log lines are reported again only after ten seconds without a loss, and all are counted', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const printed = listen();
  const incidents = new Incidents();
  const lose = () => incidents.linesLost(2);

  for (let second = 0; second < 20; second += 1) {
    lose();
    vi.advanceTimersByTime(1000);
  }
  expect(printed().split('\n')).toHaveLength(1);
  vi.advanceTimersByTime(10_000);
  lose();

  expect(printed().split('\n')).toHaveLength(2);
  expect(incidents.counts.LogLinesLost).toBe(42);
});
