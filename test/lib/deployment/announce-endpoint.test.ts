import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resolveConfiguration } from '../../../lib/configuration/resolve-configuration.ts';
import { announceEndpoint } from '../../../lib/deployment/announce-endpoint.ts';
import { fakeService } from '../../functions/support/fake-service.ts';
import { newFolder } from '../../support/new-folder.ts';
import { manifests } from '../test-deployment.ts';

// Nobody waits for a name in a test.
vi.mock('node:timers/promises', () => ({ setTimeout: async () => {} }));

const { digits, handwriting } = manifests;

let service: Awaited<ReturnType<typeof fakeService>>;
let ready: Set<string>;

/** What `cdk deploy --outputs-file` leaves behind for a deployment at an address below the test's server. */
function outputsFile(path = '', outputs = {}): string {
  const file = join(newFolder(), 'outputs.json');
  const Url = `${service.url}${path}`;
  writeFileSync(file, JSON.stringify({ 'subsecond-handwriting-dev': { Url, ...outputs } }));
  return file;
}

const requested = () => service.arrived.map(({ path }) => path);

function printed(): string {
  return vi.mocked(console.log).mock.calls.flat().join('\n');
}

beforeEach(async () => {
  ready = new Set(['/models/handwriting/healthz', '/models/digits/healthz']);
  vi.spyOn(console, 'log').mockImplementation(() => {});
  service = await fakeService(({ path }) =>
    ready.has(path) ? { body: '{"status":"ready"}' } : { status: 404, body: 'nothing here' },
  );
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a deployment that has just gone out', () => {
  it('is requested for its health, and its address is printed', async () => {
    await announceEndpoint(outputsFile(), resolveConfiguration('dev', [handwriting]));

    expect(printed()).toMatch(/\/inference\n(.*\n)*.*\/healthz: \{"status":"ready"\}/);
  });

  it('has failed when it does not respond at its own address', async () => {
    const announced = announceEndpoint(outputsFile('/secret'), resolveConfiguration('dev', [handwriting]));

    await expect(announced).rejects.toThrow(
      /\/secret\/models\/handwriting\/healthz responded with 404: nothing here/,
    );
  });

  it('has failed when one of its models does not respond', async () => {
    ready.delete('/models/digits/healthz');

    const configuration = resolveConfiguration('dev', [handwriting, digits], { service: 'handwriting' });

    await expect(announceEndpoint(outputsFile(), configuration)).rejects.toThrow(
      '/models/digits/healthz responded with 404',
    );
    expect(requested()).toContain('/models/handwriting/healthz');
  });

  it('gets no request when it wants credentials that this command has not', async () => {
    await announceEndpoint(outputsFile(), resolveConfiguration('dev', [handwriting], { access: 'iam' }));

    expect(requested()).toEqual([]);
    expect(printed()).toContain('credentials (access is iam)');
  });

  it('tells where the keys of its callers are', async () => {
    const configuration = resolveConfiguration('dev', [handwriting], { access: 'api-key' });

    await announceEndpoint(outputsFile('', { Keys: 'arn:of:keys' }), configuration);

    expect(printed()).toContain('get-secret-value --secret-id arn:of:keys --query SecretString');
    expect(requested()).toEqual([]);
  });

  it('tells which record must be made for a name that is kept elsewhere', async () => {
    const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/1';
    const configuration = resolveConfiguration('dev', [handwriting], {
      domainName: 'a.example.com',
      certificateArn,
    });

    await announceEndpoint(outputsFile('', { DomainTarget: 'd-1.execute-api' }), configuration);

    expect(printed()).toContain('Requests need a CNAME of a.example.com to d-1.execute-api: send one to ');
  });

  it('is tried again while a new name is not known yet', async () => {
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
