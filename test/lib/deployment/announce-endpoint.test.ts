import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resolveConfiguration } from '../../../lib/configuration/resolve-configuration.ts';
import { announceEndpoint } from '../../../lib/deployment/announce-endpoint.ts';
import { newFolder } from '../../layers/scratch.ts';
import { manifests } from '../test-deployment.ts';

// Nobody waits for a name in a test.
vi.mock('node:timers/promises', () => ({ setTimeout: async () => {} }));

const { digits, handwriting } = manifests;

let server: Server;
let asked: string[];
let ready: Set<string>;

/** What `cdk deploy --outputs-file` leaves behind for a deployment at an address below the test's server. */
function outputsFile(path = '', outputs = {}): string {
  const file = join(newFolder(), 'outputs.json');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  writeFileSync(file, JSON.stringify({ 'subsecond-handwriting-dev': { Url: url, ...outputs } }));
  return file;
}

function printed(): string {
  return vi.mocked(console.log).mock.calls.flat().join('\n');
}

beforeEach(async () => {
  asked = [];
  ready = new Set(['/models/handwriting/healthz', '/models/digits/healthz']);
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

    expect(printed()).toMatch(/\/inference\n(.*\n)*.*\/healthz: \{"status":"ready"\}/);
  });

  it('has failed when it does not answer at its own address', async () => {
    const announced = announceEndpoint(outputsFile('/secret'), resolveConfiguration('dev', [handwriting]));

    await expect(announced).rejects.toThrow(
      /\/secret\/models\/handwriting\/healthz responded with 404: nothing here/,
    );
  });

  it('has failed when one of its models does not answer', async () => {
    ready.delete('/models/digits/healthz');

    const configuration = resolveConfiguration('dev', [handwriting, digits], { service: 'handwriting' });

    await expect(announceEndpoint(outputsFile(), configuration)).rejects.toThrow(
      '/models/digits/healthz responded with 404',
    );
    expect(asked).toContain('/models/handwriting/healthz');
  });

  it('is not asked when it wants credentials that this command has not', async () => {
    await announceEndpoint(outputsFile(), resolveConfiguration('dev', [handwriting], { access: 'iam' }));

    expect(asked).toEqual([]);
    expect(printed()).toContain('Access is iam');
  });

  it('tells where the keys of its callers are', async () => {
    const configuration = resolveConfiguration('dev', [handwriting], { access: 'api-key' });

    await announceEndpoint(outputsFile('', { Keys: 'arn:of:keys' }), configuration);

    expect(printed()).toContain('get-secret-value --secret-id arn:of:keys --query SecretString');
    expect(asked).toEqual([]);
  });

  it('tells which record must be made for a name that is kept elsewhere', async () => {
    const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/1';
    const configuration = resolveConfiguration('dev', [handwriting], {
      domainName: 'a.example.com',
      certificateArn,
    });

    await announceEndpoint(outputsFile('', { DomainTarget: 'd-1.execute-api' }), configuration);

    expect(printed()).toContain('Make a CNAME of a.example.com to d-1.execute-api, then request ');
  });

  it('is asked again while a new name is not known yet', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new Error('ENOTFOUND'));
    const overrides = { domainName: 'a.example.com', hostedZoneId: 'Z1' };

    await announceEndpoint(outputsFile(), resolveConfiguration('dev', [handwriting], overrides));

    expect(fetched).toHaveBeenCalledTimes(2);
    expect(printed()).toMatch(/is not known here yet; up to 1\d\d s more\.\n.*healthz: /);
  });

  it('must have told its address', async () => {
    const announced = announceEndpoint(outputsFile(), resolveConfiguration('prod', [handwriting]));

    await expect(announced).rejects.toThrow('names no Url of subsecond-handwriting-prod');
  });
});
