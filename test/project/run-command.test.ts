import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConfigurationError } from '../../lib/configuration/configuration-error.ts';
import { runCommand } from '../../project/run-command.ts';
import { UsageError } from '../../project/usage-error.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
});

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

describe('A command', () => {
  it.each([
    ['2 when it is called wrongly', new UsageError('no such option'), 2],
    ['2 when its configuration cannot be right', new ConfigurationError('no such stage'), 2],
    ['1 when it fails', new Error('no network'), 1],
  ])('exits with %s, and says why in one line', async (_, error, code) => {
    await runCommand('test-command', () => Promise.reject(error));

    expect(process.exitCode).toBe(code);
    expect(console.error).toHaveBeenCalledExactlyOnceWith(error.message);
  });

  it('exits with the number that it returns', async () => {
    await runCommand('test-command', async () => 3);

    expect(process.exitCode).toBe(3);
    expect(console.error).not.toHaveBeenCalled();
  });

  it('tells a mistake of its own with the place it comes from', async () => {
    const mistake = new TypeError('x is not a function');

    await runCommand('test-command', () => Promise.reject(mistake));

    expect(process.exitCode).toBe(1);
    expect(console.error).toHaveBeenCalledExactlyOnceWith(mistake);
  });
});
