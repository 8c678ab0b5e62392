import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { StageCommand } from '../../../lib/deployment/describe-command.ts';
import { readStageOptions } from '../../../lib/deployment/stage-options.ts';
import { DEFAULT_MODEL } from '../../../model-repository/find-model.ts';
import { modelOf } from '../../support/fixtures.ts';
import { newFolder } from '../../support/new-folder.ts';
import { tinyModel } from '../../support/tiny-model.ts';
import { manifests } from '../test-deployment.ts';

const options = { yes: 'no confirmation', 'to version': 'the version' };
const command: StageCommand = { command: 'release', purpose: 'Releases.', options };

afterEach(() => void vi.restoreAllMocks());

function settingsFile(content: string): string {
  const path = join(newFolder(), 'settings.json');
  writeFileSync(path, content);
  return path;
}

/** Reads a command line. Its words must not contain blanks. */
function read(typed: string, models: readonly string[] = []) {
  return readStageOptions(command, [...typed.split(' ').filter(Boolean), ...models]);
}

const modelFolder = (name: keyof typeof manifests) => modelOf(Buffer.of(), manifests[name]);

describe('the command line of a deployment', () => {
  const settings = settingsFile('{"memoryMegabytes": 3008, "canary": true}');
  const [digits, letters] = [modelFolder('digits'), modelFolder('letters')];
  const ofDigits = settingsFile('{"canary": true, "digits": {"memoryMegabytes": 1024, "resultTtlDays": 2}}');

  it.each<[string, string, object, object?, string[]?]>([
    [
      'names the stage and the options of the command itself',
      '--stage prod --yes --to 7',
      { stage: 'prod' },
      { given: { yes: true, to: '7' } },
    ],
    [
      'changes settings one by one; the last value of a name counts, and values may have an equals sign',
      '--stage dev --set canary=false --set=canary=true --set captainEmail=a=b@example.com',
      { canary: true, captainEmail: 'a=b@example.com' },
    ],
    [
      'reads settings from a file, which --set overrides',
      `--stage dev --settings ${settings} --set canary=false`,
      { canary: false, models: [{ memoryMegabytes: 3008 }] },
      { overrides: { memoryMegabytes: '3008', canary: 'false' } },
    ],
    [
      'names models, by folder, in their order',
      '--stage dev',
      { models: [{ manifest: { model: 'letters' } }, { manifest: { model: 'digits' } }] },
      { directories: [letters, digits] },
      [letters, digits],
    ],
    [
      'deploys the default model if none is named',
      '--stage dev',
      { models: [{ manifest: { model: DEFAULT_MODEL } }] },
    ],
    [
      'changes a setting of one model, in a file by an object under its name',
      `--stage=dev --settings=${ofDigits} --set=digits.memoryMegabytes=2048`,
      { canary: true, models: [{ memoryMegabytes: 2048, resultTtlDays: 2 }, { resultTtlDays: 1 }] },
      {},
      [digits, letters],
    ],
  ])('%s', async (_, typed, configuration, others = {}, models = []) => {
    expect(await read(typed, models)).toMatchObject({ configuration, ...others });
  });

  it('reads a stage’s settings from its file, which all other settings override', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'stages'));
    const staging = { basedOn: 'prod', canary: false, throttleRate: 50, throttleBurst: 5 };
    writeFileSync(join(folder, 'stages', 'staging.json'), JSON.stringify(staging));
    vi.spyOn(process, 'cwd').mockReturnValue(folder);
    const file = settingsFile('{"throttleRate": 60, "throttleBurst": 6}');

    const options = await read(`--stage=staging --settings=${file} --set=throttleBurst=7`, [digits]);

    const expected = { ...staging, stage: 'staging', throttleRate: 60, throttleBurst: 7, retainData: true };
    expect(options?.configuration).toMatchObject(expected);
  });

  it('prints every setting and its values for --help, and does nothing else', async () => {
    const print = vi.spyOn(console, 'log').mockImplementation(() => {});

    expect(await read('--help')).toBeUndefined();
    const printed = print.mock.calls.flat().join('\n');
    expect(printed).toMatch(/--yes +no confirmation[\s\S]+memoryMegabytes +a whole number from 128/);
  });

  it.each([
    ['', 'Name a stage'],
    ['--stage dev speech', 'there is no model "speech"'],
    ['--stage dev --force', 'there is no option --force; npm run release -- --help lists all'],
    ['--stgae dev', 'there is no option --stgae: did you mean --stage?'],
    ['--stage', '--stage needs a value: --stage <name>'],
    ['--stage dev --set canary', '--set takes name=value, not "canary".'],
    ['--stage dev --settings /nowhere.json', '/nowhere.json must be a JSON file with settings'],
    [`--stage dev --settings ${settingsFile('{')}`, 'must be a JSON file with settings'],
    [`--stage dev --settings ${settingsFile('[]')}`, 'must hold one JSON object'],
    [
      `--stage dev ${tinyModel({ samplesRigth: 0.5 })}`,
      'ensemble.json is wrong: samplesRigth is unknown: the fields are model,',
    ],
  ])('is refused: %s', async (typed, message) => {
    await expect(read(typed)).rejects.toThrow(message);
  });
});
