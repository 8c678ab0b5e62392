import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleFunction } from '../../functions/bundle.ts';
import { CONTEXT, competitionRequest, event } from './support/events.ts';
import { jpegOf, RED } from './support/pictures.ts';
import { TINY_ENSEMBLE } from './support/tiny.ts';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../..');

describe('the bundle', () => {
  let folder: string;
  let file: string;
  beforeAll(async () => {
    // The folder lies in the repository's node_modules so that Node finds the native packages.
    folder = await mkdtemp(path.join(ROOT, 'node_modules', '.bundle-'));
    ({ file } = await bundleFunction(folder));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is one small file with the pages and the decoder beside it, and nothing of this machine in it', async () => {
    const files = ['documentation.json', 'index.mjs', 'page.json', 'pictures.wasm'];
    expect((await readdir(path.dirname(file))).sort()).toEqual(files);
    expect((await readFile(file)).length).toBeLessThan(605_000);
    expect(await readFile(file, 'utf8')).not.toContain(ROOT);
  });

  /** Calls the bundled handler with an event in a plain Node process. */
  async function responseTo(sent: ReturnType<typeof event>) {
    const call = `(await import('${file}')).handler(${JSON.stringify(sent)}, ${JSON.stringify(CONTEXT)})`;
    const script = `console.log(JSON.stringify(await ${call}))`;
    const env = { ...process.env, MODEL_DIRECTORY: TINY_ENSEMBLE };
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { env });
    return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
  }

  it('serves a request in a plain Node process', async () => {
    const { body } = await responseTo(competitionRequest(await jpegOf(RED)));

    expect(JSON.parse(body)).toMatchObject({ answer: '一' });
  });

  it('serves the page from a separate file', async () => {
    const page = await readFile(path.join(path.dirname(file), 'page.json'), 'utf8');
    const { html, contentSecurityPolicy } = JSON.parse(page);

    const { statusCode, headers, body } = await responseTo(event('GET', '/', { headers: {} }));

    expect([statusCode, headers['content-security-policy']]).toEqual([200, contentSecurityPolicy]);
    expect(body.split('</style>')[0]).toBe(html.split('</style>')[0]);
    expect(await readFile(file, 'utf8')).not.toContain('<canvas id="paper"');
  });

  it('does not start without its model, and says which file is missing', async () => {
    const start = run(process.execPath, [file], { env: { ...process.env, MODEL_DIRECTORY: '/nowhere' } });

    await expect(start).rejects.toThrow('/nowhere/ensemble.json cannot be read');
  });
});
