import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConfigurationError } from '../../../lib/configuration/configuration-error.ts';
import { runProgram } from '../../../lib/deployment/run-program.ts';
import { runTool } from '../../../lib/deployment/run-tool.ts';
import { UsageError } from '../../../lib/deployment/usage-error.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

describe('a command-line program', () => {
  it.each([
    ['2 when it is called wrongly', new UsageError('no such option'), 2],
    ['2 when its configuration cannot be right', new ConfigurationError('no such stage'), 2],
    ['1 when it fails', new Error('no network'), 1],
  ])('exits with %s', async (_, error, code) => {
    await runProgram(() => {
      throw error;
    });

    expect(process.exitCode).toBe(code);
    expect(console.error).toHaveBeenCalledExactlyOnceWith(error.message);
  });

  it('says why, down to the first cause', async () => {
    await runProgram(async () => {
      throw new Error('Cannot fetch sharp.', { cause: new Error('no network') });
    });

    expect(console.error).toHaveBeenCalledExactlyOnceWith('Cannot fetch sharp. no network');
  });
});

describe('a tool that a program calls', () => {
  it('passes on what it printed when it fails', async () => {
    await expect(runTool(['layers', '--architecture', 'sparc'])).rejects.toThrow(
      /--architecture must be x86_64 or arm64, not sparc\.\nlayers --architecture sparc: exit code 2/,
    );
  });
});
