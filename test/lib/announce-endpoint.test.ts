import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resolveConfiguration } from '../../lib/configuration/resolve-configuration.ts';
import { announceEndpoint } from '../../lib/deployment/announce-endpoint.ts';
import { newFolder } from '../layers/scratch.ts';

let server: Server;
let asked: string[];

/** What `cdk deploy --outputs-file` leaves behind for a deployment at an address below the test's server. */
function outputsFile(path = ''): string {
  const file = join(newFolder(), 'outputs.json');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  writeFileSync(file, JSON.stringify({ 'subsecond-handwriting-dev': { Url: url } }));
  return file;
}

function printed(): string {
  return vi.mocked(console.log).mock.calls.flat().join('\n');
}

beforeEach(async () => {
  asked = [];
  vi.spyOn(console, 'log').mockImplementation(() => {});
  server = createServer(({ url = '' }, response) => {
    asked.push(url);
    response
      .writeHead(url === '/healthz' ? 200 : 404)
      .end(url === '/healthz' ? '{"status":"ready"}' : 'nothing here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(() => {
  vi.restoreAllMocks();
  server.close();
});

describe('a deployment that has just gone out', () => {
  it('is asked for its health, and its address is printed', async () => {
    await announceEndpoint(outputsFile(), resolveConfiguration('dev'));

    expect(printed()).toMatch(/\/inference\n.*\/healthz answers \{"status":"ready"\}/);
  });

  it('has failed when it does not answer at its own address', async () => {
    const announced = announceEndpoint(outputsFile('/secret'), resolveConfiguration('dev'));

    await expect(announced).rejects.toThrow(/\/secret\/healthz answers 404: nothing here/);
  });

  it('is not asked when it wants credentials that this command has not', async () => {
    await announceEndpoint(outputsFile(), resolveConfiguration('dev', { access: 'iam' }));

    expect(asked).toEqual([]);
    expect(printed()).toContain('Access is iam');
  });

  it('must have told its address', async () => {
    const announced = announceEndpoint(outputsFile(), resolveConfiguration('prod'));

    await expect(announced).rejects.toThrow('names no Url of subsecond-handwriting-prod');
  });
});
