/** `npm run bench` with models that load within a millisecond prints every figure, and reports failures. */
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { measureLoad } from '../../bench/measure/load.ts';
import { Generator } from '../../load-tests/waiting-clients/generator.ts';
import type { Service } from '../../local/service.ts';
import { projectDirectory } from '../../project/paths.ts';
import { TINY_ENSEMBLE } from '../functions/support/tiny.ts';
import { newFolder } from '../support/new-folder.ts';
import { redModel, tensorModel } from '../support/tiny-model.ts';

const folder = newFolder();
const [model, tensors] = [await redModel(), tensorModel()];

function bench(...parameters: string[]) {
  const options = ['bin/bench.ts', '--seconds', '1', ...parameters];
  return spawnSync(process.execPath, options, { cwd: projectDirectory, encoding: 'utf8' });
}

describe.runIf(process.platform === 'linux')('npm run bench', () => {
  it.each([
    ['colours by esun-2021', [model, '--contract', 'esun-2021']],
    ['tensors by open-inference', [tensors]],
  ])('measures %s, and passes if every request gets a good response', (what, parameters) => {
    const { status, stdout } = bench(...parameters, '--clients', '2');

    expect(stdout).toMatch(new RegExp(`^${what}; \\d+ × `));
    expect(stdout).toContain('goal met     every request succeeds: 0 of');
    expect(stdout.match(/(?<!\d)0 requests\/s|NaN|Infinity/g)).toBeNull();
    for (const measured of [
      'members alone, all of them, \\d+ threads +\\d+ requests/s',
      ' {2}the members that a response needs +\\d+ requests/s',
      'service, 2 clients, repeated ids +\\d+ requests/s',
      'CPU a request, all members alone +\\d+\\.\\d\\d ms',
      'start to the first response, median +\\d{3,} ms',
      ' {2}without code cache +\\d{3,} ms',
    ]) {
      expect(stdout).toMatch(new RegExp(`^${measured}$`, 'm'));
    }
    expect(status).toBe(0);
  });

  it('overloads a model, and sends costly pictures beside good ones', () => {
    const json = join(folder, 'overload.json');

    const { stdout } = bench(model, '--overload', '--json', json, '--seconds', '3');

    expect(stdout).toMatch(/^colours by .*; capacity \d+ requests\/s\n/);
    const { capacity, rows } = JSON.parse(readFileSync(json, 'utf8'));
    // `rate` is the offered load. How much of it the service handles depends on the machine.
    expect(rows.map(({ rate }: { rate: number }) => rate / capacity)).toEqual([1, 2, 4, 0.5, 0.5, 0.5]);
  });

  it.each([
    [['--contract', 'unheard-of'], 'does not have the contract "unheard-of"'],
    [['--json', '/no/such/folder/x.json'], 'cannot write --json /no/such/folder/x.json: ENOENT'],
  ])('refuses %j before it measures', (options, message) => {
    const { status, stdout, stderr } = bench(...options);

    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  it('fails if a sample is refused', () => {
    const broken = join(folder, 'broken-sample');
    cpSync(model, broken, { recursive: true });
    writeFileSync(join(broken, 'samples', '0.png'), 'no picture');

    const { status, stderr } = bench(broken);

    expect(stderr).toMatch(/the first request failed: status 4\d\d/);
    expect(status).toBe(1);
  });

  it.each([
    ['a model without samples', TINY_ENSEMBLE, /^the load generator exited: .*has no samples/],
    ['a service that is not there', model, /^http:\/\/127\.0\.0\.1:1 gave no good response: ECONNREFUSED$/],
  ])('says in one line why it cannot measure %s', async (_, directory, message) => {
    const nowhere = { url: 'http://127.0.0.1:1', workers: () => [], incidents: () => ({ WorkerDeaths: 0 }) };
    const load = async () => {
      const generator = await Generator.start({ model: directory });
      const options = { generator, clients: 2, seconds: 0.3 };
      await measureLoad(nowhere as unknown as Service, options).finally(() => generator.stop());
    };

    await expect(load()).rejects.toThrow(message);
  });
});
