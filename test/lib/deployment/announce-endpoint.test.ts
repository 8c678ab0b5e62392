import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resolveConfiguration } from '../../../lib/configuration/resolve-configuration.ts';
import { announceEndpoint } from '../../../lib/deployment/announce-endpoint.ts';
import { newFolder } from '../../layers/scratch.ts';
import { manifests } from '../test-deployment.ts';

const { digits, handwriting } = manifests;

let server: Server;
let asked: string[];
let ready: Set<string>;

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
  ready = new Set(['/tasks/handwriting/healthz', '/tasks/digits/healthz']);
  vi.spyOn(console, 'log').mockImplementation(() => {});
  server = createServer(({ url = '' }, response) => {
    asked.push(url);
    response
      .writeHead(ready.has(url) ? 200 : 404)
      .end(ready.has(url) ? '{"status":"ready"}' : 'nothing here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(() => {
  vi.restoreAllMocks();
  server.close();
});

describe('a deployment that has just gone out', () => {
  it('is asked for its health, and its address is printed', async () => {
    await announceEndpoint(outputsFile(), resolveConfiguration('dev', [handwriting]));

    expect(printed()).toMatch(/\/inference\n(.*\n)*.*\/healthz answers \{"status":"ready"\}/);
  });

  it('has failed when it does not answer at its own address', async () => {
    const announced = announceEndpoint(outputsFile('/secret'), resolveConfiguration('dev', [handwriting]));

    await expect(announced).rejects.toThrow(
      /\/secret\/tasks\/handwriting\/healthz answers 404: nothing here/,
    );
  });

  it('has failed when one of its tasks does not answer', async () => {
    ready.delete('/tasks/digits/healthz');

    const configuration = resolveConfiguration('dev', [handwriting, digits], { service: 'handwriting' });

    await expect(announceEndpoint(outputsFile(), configuration)).rejects.toThrow(
      '/tasks/digits/healthz answers 404',
    );
    expect(asked).toContain('/tasks/handwriting/healthz');
  });

  it('is not asked when it wants credentials that this command has not', async () => {
    await announceEndpoint(outputsFile(), resolveConfiguration('dev', [handwriting], { access: 'iam' }));

    expect(asked).toEqual([]);
    expect(printed()).toContain('Access is iam');
  });

  it('must have told its address', async () => {
    const announced = announceEndpoint(outputsFile(), resolveConfiguration('prod', [handwriting]));

    await expect(announced).rejects.toThrow('names no Url of subsecond-handwriting-prod');
  });
});
