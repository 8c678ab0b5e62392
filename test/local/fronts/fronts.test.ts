import { Agent, request } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DARK, GREEN, plain, RED } from '../../functions/support/pictures.ts';
import { UNHURRIED_STORE } from '../../functions/support/tiny.ts';
import { newDataDirectory } from '../../support/data-directory.ts';
import { changeManifest } from '../../support/fixtures.ts';
import { childrenOf, isAlive } from '../../support/processes.ts';
import { runStart } from '../support/run-start.ts';
import { tinyModel } from '../support/tiny-service.ts';

const FRONTS = 2;

/** `npm start` with two fronts, each with one worker. */
async function start(model: string, ...options: string[]) {
  if (!process.env.CACHE_MILLISECONDS) vi.stubEnv('CACHE_MILLISECONDS', UNHURRIED_STORE.CACHE_MILLISECONDS);
  onTestFinished(() => void vi.unstubAllEnvs());
  const fronts = ['--fronts', String(FRONTS), '--workers', String(FRONTS)];
  const run = await runStart([model, ...fronts, '--data', newDataDirectory(), ...options]).listening();
  const supervisor = run.process.pid!;
  const processes = () => {
    const ofSupervisor = childrenOf(supervisor);
    return { fronts: ofSupervisor, workers: ofSupervisor.flatMap(childrenOf) };
  };
  return Object.assign(run, { processes });
}

const [red, green, dark] = await Promise.all(
  [RED, GREEN, DARK].map((colour) => plain(colour).jpeg().toBuffer()),
);

interface Got {
  /** Status of the response; 0 if the connection broke. */
  readonly status: number;
  readonly body: string;
}

/** Sends a picture on a new connection, because the next one may reach another front. */
function send(url: string, path: string, id?: string, picture?: Buffer): Promise<Got> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'image/jpeg', ...(id !== undefined && { 'idempotency-key': id }) };
    const method = picture ? 'POST' : 'GET';
    const sent = request(url + path, { method, headers, agent: new Agent() }, async (response) => {
      const parts = await response.toArray().catch(() => undefined);
      if (parts) resolve({ status: response.statusCode!, body: Buffer.concat(parts).toString() });
      else resolve({ status: 0, body: '' });
    });
    sent.on('error', () => resolve({ status: 0, body: '' })).end(picture);
  });
}

const PATH = '/predictions/colours';
/** The metric when all fronts serve requests, because a front reports its workers only then. */
const ALL_WORKERS = `subsecond_workers{model="colours"} ${FRONTS}\n`;
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

describe.skipIf(process.platform === 'win32')('Several fronts', () => {
  it('give a key one response while one of them is killed, and lose no acknowledged response', async () => {
    const { url, processes } = await start(tinyModel('colours'));
    const given: { id: string; picture: Buffer; body: string }[] = [];
    for (let round = 0; round < 6; round += 1) {
      const id = `key ${round}`;
      const sent = times(50, (index) => (index % 5 === round % 2 ? green! : red!));
      const responses = sent.map((picture) => send(url, PATH, id, picture));
      if (round % 2 === 1) process.kill(processes().fronts[0]!, 'SIGKILL');
      const all = (await Promise.all(responses)).map((one, index) => ({ ...one, id, picture: sent[index]! }));

      const good = all.filter(({ status }) => status === 200);
      expect(new Set(good.map(({ body }) => body)).size, id).toBe(1);
      const [first] = good;
      for (const { status, picture } of all)
        expect([0, picture === first!.picture ? 200 : 422]).toContain(status);
      given.push(first!);
      await expect.poll(async () => (await send(url, '/metrics')).body).toContain(ALL_WORKERS);
    }

    for (const { id, picture, body } of given) {
      expect(await Promise.all(times(4, () => send(url, PATH, id, picture)))).toEqual(
        times(4, () => ({ status: 200, body })),
      );
      expect((await send(url, PATH, id, dark)).status).toBe(422);
    }
  });

  it('continue when one is killed, which is soon replaced, printed and counted', async () => {
    const run = await start(tinyModel('colours'));
    const { fronts } = run.processes();
    await Promise.all(times(8, () => send(run.url, PATH, undefined, red)));
    const count = async (name: string) => {
      const { body } = await send(run.url, '/metrics');
      return Number(
        body
          .split('\n')
          .find((line) => line.startsWith(name))
          ?.split(' ')
          .at(-1),
      );
    };
    expect(await count('subsecond_requests_total{model="colours",outcome="succeeded"}')).toBe(8);

    process.kill(fronts[0]!, 'SIGKILL');
    // Requests must wait for the end of the killed process, because connections that the system assigns to it are lost.
    await expect.poll(() => isAlive(fronts[0]!)).toBe(false);
    const statuses = new Set<number>();
    await expect
      .poll(async () => {
        statuses.add((await send(run.url, PATH, undefined, red)).status);
        return run.processes().fronts.filter((pid) => pid !== fronts[0]);
      })
      .toHaveLength(FRONTS);

    expect([...statuses]).toEqual([200]);
    await expect
      .poll(() => run.errors)
      .toMatch(/warning: front process 1 has ended and is being replaced: .*SIGKILL/);
    expect(await count('subsecond_incidents_total{incident="FrontDeaths"}')).toBe(1);
    expect(await count('subsecond_requests_total{model="colours",outcome="succeeded"}')).toBeGreaterThan(8);
    await expect.poll(() => count('subsecond_workers{model="colours"}')).toBe(FRONTS);
  });

  it('give the sums of all through any of them, without a frozen one', async () => {
    const run = await start(tinyModel('colours'));
    await Promise.all(times(10, () => send(run.url, PATH, undefined, red)));
    const counted = async () => {
      const { body } = await send(run.url, '/metrics');
      return /requests_total\{model="colours",outcome="succeeded"\} (\d+)/.exec(body)?.[1];
    };
    expect(await Promise.all(times(4, counted))).toEqual(['10', '10', '10', '10']);

    const [frozen] = run.processes().fronts;
    process.kill(frozen!, 'SIGSTOP');
    // The system assigns connections at random. The frozen front gets all 20 with a probability of one in a million.
    const answers = await Promise.race(times(20, () => send(run.url, '/metrics')));
    process.kill(frozen!, 'SIGCONT');

    expect(answers.body).toMatch(/subsecond_incidents_total\{incident="SilentFronts"\} [1-9]/);
    expect(answers.body).toContain('subsecond_requests_total{model="colours",outcome="succeeded"} 10');
    expect(answers.body).toContain('subsecond_workers{model="colours"} 1');
  });

  it.each(['SIGKILL', 'SIGTERM'] as const)('leave no process when the supervisor gets %s', async (signal) => {
    const run = await start(tinyModel('colours'));
    const { fronts, workers } = run.processes();
    expect([fronts.length, workers.length]).toEqual([FRONTS, FRONTS]);

    run.process.kill(signal);

    expect(await run.exit).toBe(signal === 'SIGKILL' ? null : 0);
    await expect.poll(() => [...fronts, ...workers].filter(isAlive)).toEqual([]);
  });

  it('all serve a changed model', async () => {
    // The change is reported when the former model's deadline has passed, so the deadline is short.
    vi.stubEnv('CACHE_MILLISECONDS', '100');
    const model = tinyModel('colours', { deadlineMilliseconds: 1000 });
    const run = await start(model, '--watch');

    changeManifest(model, { version: 'changed' });
    await expect.poll(() => run.output).toContain('colours has changed: version changed is served');

    const versions = times(
      4,
      async () => JSON.parse((await send(run.url, '/v2/models/colours')).body).versions,
    );
    expect(await Promise.all(versions)).toEqual(times(4, () => ['changed']));
  });
});
