import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newDataDirectory } from '../../support/data-directory.ts';
import { fixture, modelOf } from '../../support/fixtures.ts';
import { newFolder } from '../../support/new-folder.ts';
import { childrenOf, isAlive } from '../../support/processes.ts';
import { runStart } from '../support/run-start.ts';
import { tinyModel } from '../support/tiny-service.ts';

const ENDLESS = fixture('hostile/endless.onnx');
const ENDLESS_FOLDER = modelOf(ENDLESS, { model: 'endless' });

const start = (...options: string[]) =>
  runStart([...options, '--data', newDataDirectory(), '--workers', '1']);

const onUnix = it.skipIf(process.platform === 'win32');

it('A model with a misspelt field is refused with what was probably meant', async () => {
  const run = start(tinyModel('colours', { samplesRigth: 0.5 }));

  expect(await run.exit).toBe(1);
  expect(run.errors).toMatch(
    /ensemble\.json is wrong at samplesRigth: there is no such field; did you mean "samplesRight"\?$/m,
  );
});

describe('A model that never becomes ready', () => {
  it('is given up after --load-timeout, as a bare file and as a folder', async () => {
    const runs = [ENDLESS, ENDLESS_FOLDER].map((model) => start(model, '--load-timeout', '2'));

    for (const run of runs) {
      expect(await run.exit).toBe(1);
      expect(run.errors).toMatch(
        /endless.*: it was not ready within 2 s, because it is large or does not end/,
      );
    }
  });

  onUnix('leaves no process although its code never returns, whatever ends it', async () => {
    const end = async (model: string, signal: NodeJS.Signals, code: number | null) => {
      const run = start(model);
      await expect.poll(() => run.errors).toContain('Loading models');
      await expect.poll(() => childrenOf(run.process.pid!)).toHaveLength(1);
      const [pid] = childrenOf(run.process.pid!);

      run.process.kill(signal);

      expect(await run.exit, signal).toBe(code);
      await expect.poll(() => isAlive(pid!)).toBe(false);
    };

    const models = [ENDLESS, ENDLESS_FOLDER];
    await Promise.all(models.flatMap((model) => [end(model, 'SIGINT', 1), end(model, 'SIGKILL', null)]));
  });

  onUnix.each(['model.onnx', 'ensemble.json'])('is refused at once where %s is a pipe', async (name) => {
    const folder = newFolder();
    const pipe = join(folder, name);
    execFileSync('mkfifo', [pipe]);

    const run = start(name === 'model.onnx' ? pipe : folder);

    expect(await run.exit).toBe(2);
    expect(run.errors).toContain(`${pipe} is not a regular file`);
  });
});
