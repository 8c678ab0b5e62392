import { Agent, request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { DARK, GREEN, plain, RED } from '../../functions/support/pictures.ts';
import { UNHURRIED_STORE } from '../../functions/support/tiny.ts';
import { newDataDirectory } from '../../support/data-directory.ts';
import { changeManifest } from '../../support/fixtures.ts';
import { childrenOf, isAlive } from '../../support/processes.ts';
import { type AtEnd, runStart } from '../support/run-start.ts';
import { tinyModel } from '../support/tiny-service.ts';

const FRONTS = 2;

/** `npm start` with two fronts, each with one worker. */
async function start(model: string, options: string[], environment: NodeJS.ProcessEnv, atEnd?: AtEnd) {
  const fronts = ['--fronts', String(FRONTS), '--workers', String(FRONTS)];
  const parameters = [model, ...fronts, '--data', newDataDirectory(), ...options];
  const run = await runStart(parameters, { ...process.env, ...environment }, atEnd).listening();
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

/** Sends a picture, or a GET without one, on a new connection, because a new connection may reach another front. */
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
/** The line of the metric when all fronts serve requests. A front that is still starting reports no workers. */
const ALL_WORKERS = `subsecond_workers{model="colours"} ${FRONTS}\n`;
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** The tests share one service, because it has five processes. They run in order, and each leaves all fronts ready. */
describe.skipIf(process.platform === 'win32')('Several fronts', () => {
  let run: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    let kill = () => {};
    const { CACHE_MILLISECONDS } = UNHURRIED_STORE;
    run = await start(tinyModel('colours'), [], { CACHE_MILLISECONDS }, (end) => {
      kill = end;
    });
    return () => kill();
  });

  const metrics = async () => (await send(run.url, '/metrics')).body;
  const count = async (name: string) => {
    const line = (await metrics()).split('\n').find((text) => text.startsWith(name));
    return Number(line?.split(' ').at(-1));
  };
  const SUCCEEDED = 'subsecond_requests_total{model="colours",outcome="succeeded"}';

  it('each give the sums of the metrics of all fronts, and leave out a frozen one', async () => {
    await Promise.all(times(10, () => send(run.url, PATH, undefined, red)));
    expect(await Promise.all(times(4, () => count(SUCCEEDED)))).toEqual([10, 10, 10, 10]);

    const [frozen] = run.processes().fronts;
    process.kill(frozen!, 'SIGSTOP');
    // The system assigns connections at random. The frozen front gets all 20 requests with a probability of one in a million.
    const answer = await Promise.race(times(20, metrics));
    process.kill(frozen!, 'SIGCONT');

    expect(answer).toMatch(/subsecond_incidents_total\{incident="SilentFronts"\} [1-9]/);
    expect(answer).toContain(`${SUCCEEDED} 10`);
    expect(answer).toContain('subsecond_workers{model="colours"} 1');
    await expect.poll(metrics).toContain(ALL_WORKERS);
  });

  it('continue when one is killed; it is soon replaced, and its death is printed and counted', async () => {
    const { fronts } = run.processes();
    const before = await count(SUCCEEDED);

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
    expect(await count(SUCCEEDED)).toBeGreaterThan(before);
    await expect.poll(metrics).toContain(ALL_WORKERS);
  });

  it('give each key only one response while a front is killed, and lose no acknowledged response', async () => {
    const { url, processes } = run;
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
      await expect.poll(metrics).toContain(ALL_WORKERS);
    }

    for (const { id, picture, body } of given) {
      expect(await Promise.all(times(4, () => send(url, PATH, id, picture)))).toEqual(
        times(4, () => ({ status: 200, body })),
      );
      expect((await send(url, PATH, id, dark)).status).toBe(422);
    }
  });

  it('leave no process when the supervisor is killed', async () => {
    const { fronts, workers } = run.processes();
    expect([fronts.length, workers.length]).toEqual([FRONTS, FRONTS]);

    run.process.kill('SIGKILL');

    await run.exit;
    await expect.poll(() => [...fronts, ...workers].filter(isAlive)).toEqual([]);
  });

  it('all serve a changed model, and leave no process at a signal to the supervisor', async () => {
    // The workers of the former model end one deadline after the change.
    const model = tinyModel('colours', { deadlineMilliseconds: 1000 });
    const watching = await start(model, ['--watch'], { CACHE_MILLISECONDS: '100' });

    changeManifest(model, { version: 'changed' });
    await expect.poll(() => watching.output).toContain('colours has changed: version changed is served');

    const versions = times(
      4,
      async () => JSON.parse((await send(watching.url, '/v2/models/colours')).body).versions,
    );
    expect(await Promise.all(versions)).toEqual(times(4, () => ['changed']));
    const { fronts, workers } = watching.processes();
    watching.process.kill('SIGTERM');
    expect(await watching.exit).toBe(0);
    await expect.poll(() => [...fronts, ...workers].filter(isAlive)).toEqual([]);
  });
});
