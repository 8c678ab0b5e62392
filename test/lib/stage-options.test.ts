import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readStageOptions, type StageCommand } from '../../lib/deployment/stage-options.ts';
import { newFolder } from '../layers/scratch.ts';

const command: StageCommand = {
  command: 'npm run release',
  purpose: 'Releases.',
  switches: { yes: 'do not ask' },
};

afterEach(() => {
  vi.restoreAllMocks();
});

function settingsFile(content: string): string {
  const path = join(newFolder(), 'settings.json');
  writeFileSync(path, content);
  return path;
}

describe('the command line of a deployment', () => {
  it('names the stage and its switches', () => {
    const options = readStageOptions(command, ['--stage', 'prod', '--yes']);

    expect(options?.configuration.stage).toBe('prod');
    expect(options?.switches).toEqual(new Set(['yes']));
  });

  it('changes settings one by one, values with an equals sign included', () => {
    const options = readStageOptions(command, [
      '--stage',
      'dev',
      '--set',
      'canary=true',
      '--set',
      'serverSalt=a=b',
    ]);

    expect(options?.configuration).toMatchObject({ canary: true, serverSalt: 'a=b' });
  });

  it('reads settings from a file and lets --set go before it', () => {
    const file = settingsFile('{"memoryMegabytes": 3008, "canary": true}');

    const options = readStageOptions(command, [
      '--stage',
      'dev',
      '--settings',
      file,
      '--set',
      'canary=false',
    ]);

    expect(options?.configuration).toMatchObject({ memoryMegabytes: 3008, canary: false });
    expect(options?.overrides).toEqual({ memoryMegabytes: '3008', canary: 'false' });
  });

  it('falls back to the command’s own stage, where it has one', () => {
    expect(readStageOptions({ ...command, defaultStage: 'dev' }, [])?.configuration.stage).toBe('dev');
  });

  it('prints every setting and what it must be when asked for help, and does nothing else', () => {
    const print = vi.spyOn(console, 'log').mockImplementation(() => {});

    const options = readStageOptions(command, ['--help']);

    expect(options).toBeUndefined();
    expect(print.mock.calls.flat().join('\n')).toMatch(
      /--yes +do not ask[\s\S]+memoryMegabytes +a whole number from 128/,
    );
  });

  it.each([
    ['no stage', [], 'Name a stage'],
    ['an unknown option', ['--stage', 'dev', '--force'], "Unknown option '--force'"],
    [
      'a setting without a value',
      ['--stage', 'dev', '--set', 'canary'],
      '--set takes name=value, not "canary".',
    ],
    [
      'a file that is not there',
      ['--stage', 'dev', '--settings', '/nowhere.json'],
      '--settings takes a JSON file',
    ],
    [
      'a file without JSON',
      ['--stage', 'dev', '--settings', settingsFile('{')],
      '--settings takes a JSON file',
    ],
    [
      'a file without an object',
      ['--stage', 'dev', '--settings', settingsFile('[]')],
      'must hold one JSON object',
    ],
  ])('is refused with %s', (_, argv, message) => {
    expect(() => readStageOptions(command, argv)).toThrow(message);
  });
});
