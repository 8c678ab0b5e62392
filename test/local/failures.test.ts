import { readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GREEN, plain } from '../functions/support/pictures.ts';
import { newDataDirectory } from '../support/data-directory.ts';
import { freeze, listen, send, startTiny, waiting } from './support/tiny-service.ts';

const hasSignals = process.platform !== 'win32';
const kill = ({ pid }: { pid: number | undefined }) => process.kill(pid!, 'SIGKILL');

describe.runIf(hasSignals)('A worker that is killed', () => {
  it('while idle is replaced before the next request, and its death is printed, counted and logged', async () => {
    const printed = listen();
    const service = await startTiny();
    const health = async () => (await fetch(`${service.url}/healthz`)).status;

    kill(service.workers()[0]!);

    await expect.poll(health).toBe(503);
    await expect.poll(health).toBe(200);
    expect(service.workers().map(({ number }) => number)).toEqual([2]);
    expect((await send(service.url)).status).toBe(200);
    expect(printed()).toMatch(
      /^warning: worker 1 of colours has ended and is being replaced: its process ended with SIGKILL, see /,
    );
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toContain('subsecond_worker_deaths_total{model="colours"} 1');
    expect(metrics).toContain('subsecond_incidents_total{incident="WorkerDeaths"} 1');
    expect(metrics).toContain('subsecond_workers{model="colours"} 1');
    const written = () => readFileSync(service.logFile, 'utf8');
    await expect.poll(written).toContain('"WorkerDeaths":1');
  });

  it('because it hangs is replaced, and its request gets 504', async () => {
    const printed = listen();
    const service = await startTiny({ workerTimeoutMilliseconds: 1000 });
    freeze(service);

    const hung = await send(service.url);

    expect(hung.status).toBe(504);
    expect(await hung.json()).toMatchObject({
      type: 'urn:subsecond:problem:worker-timed-out',
      detail: 'The worker was stopped because it did not respond within 1000 ms.',
    });
    expect((await send(service.url)).status).toBe(200);
    expect(printed()).toContain('it did not respond within 1000 ms, see ');
  });
});

describe.runIf(hasSignals)('A request that hangs its worker', () => {
  it('costs no other request its response, however many workers hang', async () => {
    listen();
    // After a quarter of the deadline, the pool starts other workers for those that hang. A busy machine has 12 s left for that.
    const environment = { DEADLINE_MILLISECONDS: '16000' };
    const service = await startTiny({ workers: 2, concurrency: 4, environment });
    const release = freeze(service);
    let responses = 0;

    const sent = Array.from({ length: 6 }, async () => {
      const { status } = await send(service.url);
      responses += 1;
      return status;
    });
    // Each of the frozen workers keeps the first of its requests.
    await expect.poll(() => responses).toBe(4);
    release();

    expect(await Promise.all(sent)).toEqual(Array(6).fill(200));
  });

  it('gets 504 at its deadline, and its late response is cached for the repeat', async () => {
    const environment = { DEADLINE_MILLISECONDS: '1500', CACHE_MILLISECONDS: '1000' };
    const service = await startTiny({ cache: true, workerTimeoutMilliseconds: 60_000, environment });
    const release = freeze(service);
    const late = await send(service.url, 'colours', 'late');
    release();
    const outcomes = new Set<string | null>();
    const next = async () => {
      const outcome = (await send(service.url, 'colours', 'late')).headers.get('x-subsecond-cache');
      outcomes.add(outcome);
      return outcome;
    };
    await expect.poll(next).toBe('hit');

    expect(late.status).toBe(504);
    expect(await late.json()).toHaveProperty('detail', expect.stringContaining('deadline of 1500 ms'));
    expect(outcomes).not.toContain('miss');
  });
});

it.runIf(hasSignals)(
  'A client that leaves while it waits gives up its place, which is not a failure',
  async () => {
    const service = await startTiny({ cache: true });
    const release = freeze(service);
    const first = send(service.url, 'colours', 'first');
    const client = new AbortController();
    const green = await plain(GREEN).jpeg().toBuffer();
    const gone = send(service.url, 'colours', 'gone', green, { signal: client.signal }).catch(() => 'gone');
    await waiting(service, 1);

    client.abort();
    await gone;
    // The server notices the abort a moment later, so this request gives it time.
    await fetch(`${service.url}/v2/health/live`);
    release();

    expect((await first).status).toBe(200);
    expect((await send(service.url, 'colours', 'next')).status).toBe(200);
    const lines = () => readFileSync(service.logFile, 'utf8').trim().split('\n');
    const of = (id: string) => lines().filter((line) => line.includes(`"request_id":"${id}"`));
    await expect.poll(() => [of('gone').length, of('first').length]).toEqual([1, 1]);
    expect(JSON.parse(of('gone')[0]!)).toMatchObject({ level: 'INFO' });
    expect(JSON.parse(of('gone')[0]!)).not.toHaveProperty('members');
    expect(JSON.parse(of('first')[0]!)).toMatchObject({ route: 'POST /predictions/colours', status: 200 });
    const other = await send(service.url, 'colours', 'gone');
    expect([other.status, other.headers.get('x-subsecond-cache')]).toEqual([200, 'miss']);
  },
);

describe('A service', () => {
  it.each(['stop', 'kill'] as const)(
    'no longer listens after its %s, counts no death, and prints nothing',
    async (end) => {
      const printed = listen();
      const service = await startTiny({ cache: true });

      await service[end]();

      expect([printed(), service.incidents().WorkerDeaths]).toEqual(['', 0]);
      await expect(fetch(service.url)).rejects.toThrow('fetch failed');
    },
  );

  const onLinux = it.runIf(process.platform === 'linux');
  onLinux('whose log cannot be written responds, counts lost lines, and reports that once', async () => {
    const full = '/dev/full';
    const rights = statSync(full).mode;
    const dataDirectory = newDataDirectory();
    symlinkSync(full, join(dataDirectory, 'service.log'));
    const printed = listen();
    const service = await startTiny({ dataDirectory });

    for (let request = 0; request < 10; request += 1) expect((await send(service.url)).status).toBe(200);
    await service.stop();

    expect(printed()).toMatch(/^warning: .*service\.log cannot be written \(is its disk full\?\): .*$/);
    expect(service.incidents().LogLinesLost).toBeGreaterThanOrEqual(10);
    expect(statSync(full).mode, 'permissions of the device').toBe(rights);
  });
});
