import { mkdirSync, readFileSync, writeSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FunctionLog } from '../../local/environments/function-log.ts';
import { startFixture, temporaryFolder } from './helpers/fixture-service.ts';

describe("The function's log", () => {
  it('starts afresh when it has grown too large, and keeps what it had', () => {
    const log = new FunctionLog(temporaryFolder());
    onTestFinished(() => log.close());
    writeSync(log.descriptor, 'old lines\n');

    log.rotate(5);
    writeSync(log.descriptor, 'new lines\n');

    expect(readFileSync(log.file, 'utf8')).toBe('new lines\n');
    expect(readFileSync(`${log.file}.1`, 'utf8')).toBe('old lines\n');
  });

  it('starts afresh even when what it had cannot be kept', () => {
    const log = new FunctionLog(temporaryFolder());
    onTestFinished(() => log.close());
    mkdirSync(`${log.file}.1`);
    writeSync(log.descriptor, 'old lines\n');

    log.rotate(5);

    expect(readFileSync(log.file, 'utf8')).toBe('');
  });

  it('is left alone below that', () => {
    const log = new FunctionLog(temporaryFolder());
    onTestFinished(() => log.close());
    writeSync(log.descriptor, 'lines\n');

    log.rotate(1000);

    expect(readFileSync(log.file, 'utf8')).toBe('lines\n');
  });

  it('takes the errors that a function throws', async () => {
    const service = await startFixture('crash');

    await fetch(`${service.url}/throw`);

    expect(readFileSync(service.logFile, 'utf8')).toContain('TypeError: thrown by the test');
  });
});
