import { afterAll, describe, expect, it } from 'vitest';
import { modelRoutes } from '../../lib/endpoint/address/model-routes.ts';
import { layOutForLambda } from './artefacts.ts';
import { startFunction } from './function.ts';
import { explainSamples, source } from './samples.ts';

const { samples, manifest } = source;
const routes = modelRoutes(manifest, () => false, true);

/** Whether a route, which may end in `{proxy+}`, matches a path. */
function leadsTo(route: string, path: string): boolean {
  const [below] = route.split('{proxy+}');
  return route === path || (below !== route && path.startsWith(below ?? route));
}

const lambda = await startFunction(await layOutForLambda());
afterAll(() => lambda.stop());

describe('bundle and layers, laid out as on Lambda, under AWS’s runtime interface client', () => {
  it('are ready before the first request, in the time that Lambda gives to a start', () => {
    console.log(`Ready after ${lambda.startMilliseconds.toFixed(0)} ms`);

    expect(lambda.startMilliseconds).toBeLessThan(10_000);
  });

  it('predict the samples like their labels, with every member, in less than half of their memory', async () => {
    const health = JSON.parse((await lambda.fetch({ path: '/healthz' })).body) as { members: string[] };

    const responses = await explainSamples(lambda, samples);

    const right = samples.filter(({ label }, index) => responses[index]?.prediction === label).length;
    const peak = lambda.peakMegabytes();
    console.log(`${right} of ${samples.length} right, ${peak.toFixed(0)} MB at most`);
    expect(right / samples.length).toBeGreaterThanOrEqual(0.9);
    expect(responses[0]?.members.map(({ name }) => name)).toEqual(health.members);
    expect(peak).toBeLessThan(1769 / 2);
  });

  it.each(routes.filter(({ path }) => !path.includes('{')).map(({ method, path }) => [method, path]))(
    'know the route %s %s',
    async (method, path) => {
      const { status } = await lambda.fetch({ method, path });

      // A POST without a body is a client error. The test only checks that the route exists.
      expect([200, 303, 400, 415]).toContain(status);
    },
  );

  it('serve only routes that the gateway has', async () => {
    const { paths } = JSON.parse((await lambda.fetch({ path: '/openapi.json' })).body) as { paths: object };

    const unknown = Object.keys(paths).filter((path) => !routes.some((route) => leadsTo(route.path, path)));
    expect(unknown).toEqual([]);
  });
});
