import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectDirectory } from '../../project/paths.ts';
import { newFolder } from '../support/new-folder.ts';
import { colourModel } from './models.ts';

const folder = newFolder();
const model = join(folder, 'model');
beforeAll(() => colourModel(model));

describe.runIf(process.platform === 'linux')('npm run bench', () => {
  const bench = (directory: string) => {
    const options = ['--clients', '2', '--seconds', '1', '--contract', 'predictions'];
    const cwd = projectDirectory;
    return spawnSync(process.execPath, ['bin/bench.ts', directory, ...options], { cwd, encoding: 'utf8' });
  };

  it('passes where every request gets a good response', () => {
    const { status, stdout } = bench(model);

    expect(stdout).toMatch(/^colours by predictions; \d+ × /);
    expect(stdout).toContain('goal met     every request succeeds: 0 of');
    expect(status).toBe(0);
  });

  it('puts members beside what the machine can do, as a table and as JSON', () => {
    const json = join(folder, 'roof.json');
    const options = ['bin/bench.ts', model, '--roofline', '--seconds', '1', '--json', json];

    const { status, stdout, stderr } = spawnSync(process.execPath, options, {
      cwd: projectDirectory,
      encoding: 'utf8',
    });

    expect(status).toBe(0);
    expect(stdout).toMatch(
      /this core at most: \d+\.\d G operations\/s in 32-bit floats, \d+\.\d in 8-bit integers/,
    );
    expect(stdout).toMatch(/first\nin a batch +M operations/);
    expect(stderr).toMatch(/the machine … about \d+ s left/);
    expect(JSON.parse(readFileSync(json, 'utf8')).members[1]).toMatchObject({
      name: 'second',
      batches: [{ requests: 1, fraction: expect.any(Number) }],
    });
  });

  it('overloads a model, and sends costly pictures beside good ones', () => {
    const json = join(folder, 'overload.json');
    const options = ['bin/bench.ts', model, '--overload', '--seconds', '1', '--json', json];

    const { stdout } = spawnSync(process.execPath, options, { cwd: projectDirectory, encoding: 'utf8' });

    expect(stdout).toMatch(/^colours by .*; capacity \d+ requests\/s\n/);
    const { capacity, rows } = JSON.parse(readFileSync(json, 'utf8'));
    expect(rows).toHaveLength(6);
    // At half of its capacity the service responds: what it is sent arrives whether or not it does.
    expect(rows[3].requests).toBeGreaterThan(0.3 * capacity);
    expect(rows[3].requests).toBeLessThan(0.7 * capacity);
  });

  it('fails where one is not', () => {
    const broken = join(folder, 'broken-sample');
    cpSync(model, broken, { recursive: true });
    writeFileSync(join(broken, 'samples', 'red.jpg'), 'no picture');

    const { status, stderr } = bench(broken);

    expect(stderr).toMatch(/the first request got no response: status 4\d\d/);
    expect(status).toBe(1);
  });
});
