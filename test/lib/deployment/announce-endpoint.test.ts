import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resolveConfiguration } from '../../../lib/configuration/resolve-configuration.ts';
import { announceEndpoint } from '../../../lib/deployment/announce-endpoint.ts';
import { fakeService } from '../../functions/support/fake-service.ts';
import { newFolder } from '../../support/new-folder.ts';
import { manifests, readTyped } from '../test-deployment.ts';

// Tests do not wait for DNS.
vi.mock('node:timers/promises', () => ({ setTimeout: async () => {} }));

const { digits, handwriting } = manifests;

let service: Awaited<ReturnType<typeof fakeService>>;
let ready: Set<string>;

/** Announces a deployment whose outputs file has an address on the test server. @returns the printed lines */
async function announce(typed = '', { path = '', models = [handwriting], outputs = {} } = {}) {
  const { overrides } = readTyped(`dev service=one ${typed}`.trim());
  const configuration = resolveConfiguration('dev', models, overrides);
  const file = join(newFolder(), 'outputs.json');
  const Url = `${service.url}${path}`;
  writeFileSync(file, JSON.stringify({ 'subsecond-one-dev': { Url, ...outputs } }));
  await announceEndpoint(file, configuration);
  return vi.mocked(console.log).mock.calls.flat().join('\n');
}

const requested = () => service.arrived.map(({ path }) => path);

beforeEach(async () => {
  ready = new Set(['/models/handwriting/healthz', '/models/digits/healthz']);
  vi.spyOn(console, 'log').mockImplementation(() => {});
  service = await fakeService(({ path }) =>
    ready.has(path) ? { body: '{"status":"ready"}' } : { status: 404, body: 'nothing here' },
  );
});

afterEach(() => void vi.restoreAllMocks());

describe('a new deployment', () => {
  it('gets a request for its health, and its address is printed', async () => {
    expect(await announce()).toMatch(/\/models\/handwriting\/docs\n(.*\n)*.*\/healthz: \{"status":"ready"\}/);
  });

  it('has failed when it does not respond at its own address', async () => {
    const failure = '/secret/models/handwriting/healthz responded with 404: nothing here';

    await expect(announce('', { path: '/secret' })).rejects.toThrow(failure);
  });

  it('has failed when one of its models does not respond', async () => {
    ready.delete('/models/digits/healthz');
    const announced = announce('', { models: [handwriting, digits] });

    await expect(announced).rejects.toThrow('/models/digits/healthz responded with 404');
    expect(requested()).toContain('/models/handwriting/healthz');
  });

  it.each([
    ['which credentials requests need', 'access=iam', {}, 'credentials (access is iam)'],
    [
      'where the keys of its callers are',
      'access=api-key',
      { Keys: 'arn:of:keys' },
      '--secret-id arn:of:keys',
    ],
    [
      'which record to create for a domain name outside Route 53',
      'domainName=a.example.com certificateArn=arn:aws:acm:us-east-1:123456789012:certificate/1',
      { DomainTarget: 'd-1.execute-api' },
      'Requests need a CNAME of a.example.com to d-1.execute-api: to test the service, send a request to ',
    ],
  ])('gets no request that would fail, and prints %s', async (_, typed, outputs, printed) => {
    expect(await announce(typed, { outputs })).toContain(printed);
    expect(requested()).toEqual([]);
  });

  it('gets another request while its new name cannot be reached yet', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new Error('ENOTFOUND'));

    const printed = await announce('domainName=a.example.com hostedZoneId=Z1');

    expect(fetched).toHaveBeenCalledTimes(2);
    expect(printed).toMatch(/cannot be reached yet \(ENOTFOUND\): waiting 1\d\d s at most\.\n.*healthz: /);
  });

  it('must have an address in its outputs', async () => {
    await expect(announce('service=other')).rejects.toThrow('has no output Url of subsecond-other-dev');
  });
});
