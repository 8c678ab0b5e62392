import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectDirectory } from '../../project/paths.ts';

const RUN = join(projectDirectory, 'bin', 'run.js');

describe('A script of package.json', () => {
  it('passes its parameters to the command, and ends with the exit code of the command', () => {
    const run = spawnSync(process.execPath, [RUN, 'eval', '--imagse'], { encoding: 'utf8' });

    expect([run.status, run.stderr]).toEqual([2, 'there is no option --imagse: did you mean --images?\n']);
  });

  it('says in one line what to do if Node is too old', () => {
    const older = "Object.defineProperty(process.versions, 'node', { value: '20.20.2' });";
    const preload = `data:text/javascript,${encodeURIComponent(older)}`;

    const run = spawnSync(process.execPath, ['--import', preload, RUN, 'start'], { encoding: 'utf8' });

    expect(run.status).toBe(1);
    expect(run.stderr).toMatch(/^Subsecond needs Node 24 or later, .* npm rebuild node installs it now\.\n$/);
  });

  it("takes paths from where npm was called, not from the project's folder", () => {
    const folder = join(projectDirectory, 'models', 'digits');
    const environment = { ...process.env, npm_lifecycle_event: 'add', INIT_CWD: folder };

    const run = spawnSync(process.execPath, [RUN, 'add', './no-model.onnx', '--into', '.'], {
      cwd: projectDirectory,
      env: environment,
      encoding: 'utf8',
    });

    expect(run.stderr).toContain('there is no file');
    expect(run.status).toBe(2);
  });
});
