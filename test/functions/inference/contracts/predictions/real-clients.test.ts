import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Service, startService } from '../../../../../local/service.ts';
import { GREEN, plain } from '../../../support/pictures.ts';
import { TINY_ENSEMBLE } from '../../../support/tiny.ts';

const run = promisify(execFile);

function works(program: string, ...parameters: string[]): boolean {
  try {
    execFileSync(program, parameters, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const hasCurl = works('curl', '--version');
const hasRequests = works('python3', '-c', 'import requests');

describe('A service of pictures', () => {
  let folder: string;
  let picture: string;
  let service: Service;
  let address: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'subsecond-clients-'));
    picture = join(folder, 'a "green" picture é.jpg');
    await plain(GREEN, 640, 480).jpeg().toFile(picture);
    const json = JSON.stringify({ image: readFileSync(picture).toString('base64') });
    writeFileSync(join(folder, 'request.json'), json);
    service = await startService({
      models: [TINY_ENSEMBLE],
      port: 0,
      workers: 1,
      cache: false,
      dataDirectory: folder,
    });
    address = `${service.url}/predictions/colours`;
  }, 60_000);
  afterAll(() => {
    service?.kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });

  it.skipIf(!hasCurl).each([
    ['a form', () => ['-F', `image=@"${picture.replaceAll('"', '\\"')}"`]],
    ['a form with a field', () => ['-F', 'token=7', '-F', `any=@-;filename=x`]],
    ['its bytes', () => ['-H', 'content-type: image/jpeg', '--data-binary', `@${picture}`]],
    ['a file without a type', () => ['-X', 'POST', '-H', 'content-type:', '-T', picture]],
    ['JSON', () => ['-H', 'content-type: application/json', '-d', `@${join(folder, 'request.json')}`]],
  ])('answers curl that sends %s', async (_, options) => {
    const asking = run('curl', ['-s', address, ...options()]);
    asking.child.stdin?.end(readFileSync(picture));

    const { stdout } = await asking;

    expect(stdout).toMatch(/^\{"丁":/);
  });

  it.skipIf(!hasRequests)('answers requests of Python', async () => {
    const program = `import sys, requests
print(requests.post(sys.argv[1], files={"file": open(sys.argv[2], "rb")}).text)`;

    const { stdout } = await run('python3', ['-c', program, address, picture]);

    expect(stdout).toMatch(/^\{"丁":/);
  });

  it("answers Node's fetch", async () => {
    const body = new FormData();
    body.append('image', new Blob([readFileSync(picture)], { type: 'image/jpeg' }), 'a.jpg');

    const response = await fetch(address, { method: 'POST', body });

    expect(await response.text()).toMatch(/^\{"丁":/);
  });
});
