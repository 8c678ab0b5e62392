import { afterEach, beforeEach, expect, it, vi } from 'vitest';
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

const mistake = new TypeError('x is not a function');
const fails = (error: Error) => () => Promise.reject(error);

it.each<[string, number, () => Promise<number>, unknown?]>([
  ['2 and one line when it is called wrongly', 2, fails(new UsageError('no such option')), 'no such option'],
  [
    '2 and one line when its configuration is wrong',
    2,
    fails(new ConfigurationError('no stage')),
    'no stage',
  ],
  ['1 and one line when it fails', 1, fails(new Error('no network')), 'no network'],
  ['1 and the error with its stack when the program itself is wrong', 1, fails(mistake), mistake],
  ['the number that it returns', 3, async () => 3],
])('A command exits with %s', async (_, code, run, ...printed) => {
  await runCommand('test-command', run);

  expect(process.exitCode).toBe(code);
  expect(vi.mocked(console.error).mock.calls).toEqual(printed.map((line) => [line]));
});
