import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Incidents } from '../../local/metrics/incidents.ts';
import { ServiceLog } from '../../local/service-log.ts';
import { newFolder } from '../support/new-folder.ts';

function openLog(): ServiceLog {
  const log = new ServiceLog(newFolder(), vi.fn());
  onTestFinished(() => log.close());
  return log;
}

describe("The service's log", () => {
  it.each([
    ['starts afresh when it has grown too large, and keeps what it had', 5, 'new\n', 'old lines\n'],
    ['is left alone below that', 1000, 'old lines\nnew\n', undefined],
  ])('%s', (_, limit, now, before) => {
    const log = openLog();
    writeSync(log.descriptor, 'old lines\n');

    log.rotate(limit);
    writeSync(log.descriptor, 'new\n');

    expect(readFileSync(log.file, 'utf8')).toBe(now);
    if (before !== undefined) expect(readFileSync(`${log.file}.1`, 'utf8')).toBe(before);
  });

  it('starts afresh even when what it had cannot be kept', () => {
    const log = openLog();
    writeSync(log.descriptor, 'old lines\n');
    mkdirSync(`${log.file}.1`);

    log.rotate(5);

    expect(readFileSync(log.file, 'utf8')).toBe('');
  });

  it('has every line that was written before it was closed', () => {
    const log = new ServiceLog(newFolder(), vi.fn());

    for (let line = 0; line < 100; line += 1) log.write(String(line));
    log.close();

    expect(readFileSync(log.file, 'utf8').split('\n')).toHaveLength(101);
  });

  it('writes nothing once it is closed, where its descriptor may be that of another file', async () => {
    const log = new ServiceLog(newFolder(), vi.fn());
    log.close();
    const other = join(newFolder(), 'other');
    const descriptor = openSync(other, 'a');
    onTestFinished(() => closeSync(descriptor));

    log.write('late');
    await delay(150);

    expect(readFileSync(other, 'utf8')).toBe('');
  });
});

it('Log lines that are lost are said again only after the log had been written for a while, and counts all', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const said = vi.fn<(line: string) => void>();
  const incidents = new Incidents(said);
  const lose = () => incidents.linesLost('service.log', 2);

  for (let second = 0; second < 20; second += 1) {
    lose();
    vi.advanceTimersByTime(1000);
  }
  expect(said).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(10_000);
  lose();

  expect(said).toHaveBeenCalledTimes(2);
  expect(incidents.counts.LogLinesLost).toBe(42);
});
