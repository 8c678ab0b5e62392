import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newDataDirectory } from '../../support/data-directory.ts';
import { fixture, modelOf } from '../../support/fixtures.ts';
import { newFolder } from '../../support/new-folder.ts';
import { childrenOf, isAlive } from '../../support/processes.ts';
import { runStart } from '../support/run-start.ts';
import { startTiny, tinyModel } from '../support/tiny-service.ts';

const ENDLESS = fixture('hostile/endless.onnx');
const ENDLESS_FOLDER = modelOf(ENDLESS, { model: 'endless' });

const onUnix = it.skipIf(process.platform === 'win32');

it('A model with an unknown field is refused with a list of the known fields', async () => {
  await expect(startTiny({ models: [tinyModel('colours', { queue: { largest: 9 } })] })).rejects.toThrow(
    /ensemble\.json is wrong: queue is unknown: the fields are model, pipeline, version, .*samplesRight/,
  );
});

describe('A model that never becomes ready', () => {
  it.each([
    ['a bare file', ENDLESS],
    ['a folder', ENDLESS_FOLDER],
  ])('is given up after --load-timeout, as %s', async (_, model) => {
    await expect(startTiny({ models: [model], loadTimeoutMilliseconds: 1000 })).rejects.toThrow(
      /endless.*: it was not ready within 1 s; if it only needs more time, allow more with --load-timeout/,
    );
  });

  // The process that reads a bare file has the same guard as workers, so this test covers both.
  onUnix('leaves no process at SIGKILL or SIGINT, although its code never returns', async () => {
    const ends = [
      ['SIGKILL', ENDLESS, null],
      ['SIGINT', ENDLESS_FOLDER, 1],
    ] as const;
    const ended = ends.map(async ([signal, model, code]) => {
      const run = runStart([model, '--data', newDataDirectory(), '--workers', '1']);
      await expect.poll(() => run.errors).toContain('Loading models');
      await expect.poll(() => childrenOf(run.process.pid!)).toHaveLength(1);
      const [pid] = childrenOf(run.process.pid!);

      run.process.kill(signal);

      expect(await run.exit).toBe(code);
      await expect.poll(() => isAlive(pid!)).toBe(false);
    });
    await Promise.all(ended);
  });

  onUnix.each(['model.onnx', 'ensemble.json'])('is refused at once if %s is a pipe', async (name) => {
    const folder = newFolder();
    const pipe = join(folder, name);
    execFileSync('mkfifo', [pipe]);

    const started = startTiny({ models: [name === 'model.onnx' ? pipe : folder] });

    await expect(started).rejects.toMatchObject({ exitCode: 2, message: `${pipe} is not a regular file` });
  });
});
