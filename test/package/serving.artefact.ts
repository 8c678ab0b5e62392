/** A clean checkout that only serves: `npm ci --omit=dev`, `npm start`. */
import { execFile } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { listFiles, totalBytes } from '../../layers/folder.ts';
import { projectDirectory } from '../../project/paths.ts';
import { newFolder } from '../support/new-folder.ts';
import { startService } from './started-service.ts';

/** Limit of `node_modules`: Node takes 127 million bytes, ONNX Runtime 46, sharp with libvips 19, tokenizers 10 million. */
const MOST_BYTES = 254_000_000;

const SERVED = /^(models\/digits|bin|evaluation|functions|layers|local|model-repository|project)\/|^package/;

/** Copies the files that serve one model, including uncommitted ones. */
async function checkOut(): Promise<string> {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '--deduplicate'];
  const { stdout } = await promisify(execFile)('git', list, { cwd: projectDirectory, maxBuffer: 2 ** 26 });
  const root = newFolder();
  for (const file of stdout.split('\0')) {
    if (!SERVED.test(file)) continue;
    cpSync(join(projectDirectory, file), join(root, file), { recursive: true, force: true });
  }
  return root;
}

/** @returns npm's output on stderr; npm settings in the environment and in the user's `.npmrc` are not used */
async function npmCi(root: string): Promise<string> {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name));
  const userconfig = join(root, '.npmrc');
  const quiet = ['--prefer-offline', '--no-audit', '--no-update-notifier', '--userconfig', userconfig];
  const options = { cwd: root, env: Object.fromEntries(own), shell: process.platform === 'win32' };
  const { stderr } = await promisify(execFile)('npm', ['ci', '--omit=dev', ...quiet], options);
  return stderr;
}

it('npm ci --omit=dev is enough to serve, prints no warning, and installs less than 254 MB', async () => {
  const root = await checkOut();

  expect(await npmCi(root)).toBe('');

  // Programs in .bin are links.
  const files = listFiles(join(root, 'node_modules')).filter(({ path }) => !path.startsWith('.bin/'));
  expect(totalBytes(files)).toBeLessThan(MOST_BYTES);

  const { url, ended } = await startService(root, 'bin/run.js', 'start', 'digits');
  const response = await fetch(`${url}/predictions/digits`, {
    method: 'POST',
    headers: { 'content-type': 'image/png' },
    body: readFileSync(join(root, 'models/digits/samples/01-8.png')),
  });
  expect([response.status, response.headers.get('x-subsecond-prediction')]).toEqual([200, '8']);
  expect(await ended()).toBe(0);
});
