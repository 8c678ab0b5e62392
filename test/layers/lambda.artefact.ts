import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { taskRoutes } from '../../lib/endpoint/task-routes.ts';
import type { Service } from '../../local/service.ts';
import { evaluateInSandbox, layOutForLambda, peakMemory, startSandboxed } from './artefacts.ts';
import { asked, explainSamples, sendTo } from './samples.ts';

const { samples, manifest } = asked;
const routes = taskRoutes(manifest, () => false, true);

/** Whether a route, which may end in a greedy variable, is that of a path. */
function leadsTo(route: string, path: string): boolean {
  const [below] = route.split('{proxy+}');
  return route === path || (below !== route && path.startsWith(below ?? route));
}

let service: Service;
let initMilliseconds: number;

beforeAll(async () => {
  const command = await layOutForLambda();
  const start = performance.now();
  service = await startSandboxed(command);
  initMilliseconds = performance.now() - start;
});

afterAll(async () => {
  await service?.stop();
});

describe('bundle and layers, laid out as on Lambda, under AWS’s runtime interface client', () => {
  it('are ready before the first request, in the time that Lambda gives to a start', () => {
    console.log(
      `Ready after ${initMilliseconds.toFixed(0)} ms, ${peakMemory(service).toFixed(0)} MB at most`,
    );

    expect(initMilliseconds).toBeLessThan(10_000);
  });

  it('see nothing of the machine they run on', async () => {
    const [root, home] = [await evaluateInSandbox('fs.readdirSync("/").join(" ")'), import.meta.dirname];

    expect(root).toBe('lib lib64 opt proc tmp var');
    expect(await evaluateInSandbox(`fs.existsSync(${JSON.stringify(home)})`)).toBe('false');
  });

  it('answer the samples like their labels', async () => {
    const answers = await explainSamples(sendTo(service.url), samples);

    const right = samples.filter(({ label }, index) => answers[index]?.answer === label).length;
    console.log(`${right} of ${samples.length} right, ${peakMemory(service).toFixed(0)} MB at most`);
    expect(right / samples.length).toBeGreaterThanOrEqual(0.9);
  });

  it('ask every member', async () => {
    const health = (await (await fetch(`${service.url}/healthz`)).json()) as { members: string[] };

    const [answer] = await explainSamples(sendTo(service.url), samples.slice(0, 1));

    expect(answer?.members.map(({ name }) => name)).toEqual(health.members);
  });

  it('take less than half of the memory they get', () => {
    expect(peakMemory(service)).toBeLessThan(1769 / 2);
  });

  it.each(routes.filter(({ path }) => !path.includes('{')).map(({ method, path }) => [method, path]))(
    'know the route %s %s',
    async (method, path) => {
      const { status } = await fetch(`${service.url}${path}`, { method, redirect: 'manual' });

      // A POST without a body is a client's mistake; what counts is that the address is known.
      expect([200, 303, 400, 415]).toContain(status);
    },
  );

  it('answer no route that the gateway does not have', async () => {
    const { paths } = (await (await fetch(`${service.url}/openapi.json`)).json()) as { paths: object };

    const unknown = Object.keys(paths).filter((path) => !routes.some((route) => leadsTo(route.path, path)));
    expect(unknown).toEqual([]);
  });
});
