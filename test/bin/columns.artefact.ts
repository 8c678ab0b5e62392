/** Commands print at most 100 columns. Only a path or a command that people copy may be longer, on a line of its own. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectDirectory } from '../../project/paths.ts';
import { newFolder } from '../support/new-folder.ts';
import { redModel, tinyModel } from '../support/tiny-model.ts';

const COLUMNS = 100;
/** Lines that may be longer: a path, or a command between backticks. */
const PASTED = /^ *(?:\S+|`[^`]+`,?)$/;
const folder = newFolder();
const model = await redModel();
const LOAD = ['--rps', '7', '--fresh', '150'];

const failed = join(folder, 'report.json');
const counts = { requests: 300, ratePerSecond: 0, fresh: { count: 300 }, cached: { count: 0 } };
writeFileSync(failed, JSON.stringify(counts));

function run(...[command, ...parameters]: readonly string[]): Promise<string> {
  const program = [`bin/${command}.ts`, ...parameters];
  return new Promise((resolve) => {
    execFile(process.execPath, program, { cwd: projectDirectory }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}

it.each([
  ['add --check', ['add', '--check', model], 'nothing is wrong'],
  ['start of no model', ['start', 'nothing'], 'there is no model "nothing"'],
  ['eval', ['eval', model], 'as predicted'],
  ['eval without labels', ['eval', tinyModel()], 'no sample'],
  ['the bill', ['cost', ...LOAD], 'total, month'],
  ['the explained bill', ['cost', ...LOAD, '--explain'], 'total, month'],
  ['a bill for a model without a stage', ['cost', 'plan', '--model', 'digits'], '--model needs --stage'],
  ['a plan', ['cost', 'plan', ...LOAD, '--p99', '1000'], 'provisioned'],
  ['a comparison', ['cost', 'compare', ...LOAD], 'Lambda'],
  ['a plan for a load run that failed', ['cost', 'plan', '--from', failed], 'no request got a good response'],
  [
    'a load run',
    [
      'load',
      'poisson',
      '--local',
      '--model',
      model,
      '--duration',
      '4',
      '--warm-up',
      '1',
      '--reports',
      folder,
    ],
    'first requests in time',
  ],
  ['a search for the peak', ['load', 'peak', '--local', '--model', 'nothing'], 'there is no model'],
  ['bench', ['bench', model, '--seconds', '1', '--clients', '2'], 'settling'],
  ['bench --overload', ['bench', model, '--overload', '--seconds', '1'], 'capacity'],
])('%s', async (_, command, part) => {
  const lines = (await run(...command)).split('\n');

  expect(lines.join(' ').replaceAll(/ +/g, ' ')).toContain(part);
  expect(lines.filter((line) => line.length > COLUMNS && !PASTED.test(line))).toEqual([]);
});
