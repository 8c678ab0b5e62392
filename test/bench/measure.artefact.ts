import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { measureCeiling } from '../../bench/measure/bare-inference.ts';
import { measureLoad } from '../../bench/measure/load.ts';
import { measureStartUp } from '../../bench/measure/start-up.ts';
import { Generator } from '../../load-tests/waiting-clients/generator.ts';
import { type Service, startService } from '../../local/service.ts';
import { openRequestSource, type RequestSourceChoice } from '../../model-repository/request-source.ts';
import { TINY_ENSEMBLE } from '../functions/support/tiny.ts';
import { newFolder } from '../support/new-folder.ts';
import { colourModel, tensorModel } from './models.ts';

const folder = newFolder();
const model = join(folder, 'model');
beforeAll(() => colourModel(model));

async function serve(directory: string): Promise<Service> {
  const dataDirectory = mkdtempSync(join(folder, 'data-'));
  return startService({ models: [directory], dataDirectory, port: 0, workers: 1 });
}

/** A short load by a generator of its own. */
async function measure(service: Service, source: RequestSourceChoice, repeated = false) {
  const generator = await Generator.start(source);
  try {
    return await measureLoad(service, { generator, clients: 2, seconds: 0.3, repeated });
  } finally {
    generator.stop();
  }
}

describe('a model of tensors', () => {
  it('is measured as any other', async () => {
    const directory = join(folder, 'tensors');
    tensorModel(directory);

    const ceiling = await measureCeiling({ directory, work: 'needed', seconds: 0.3 });
    const service = await serve(directory);
    const load = await measure(service, { model: directory });
    await service.stop();

    expect(ceiling.requestsPerSecond).toBeGreaterThan(10);
    expect(load.requests).toBeGreaterThan(0);
    expect(load.failures).toBe(0);
  });
});

describe('bare inference', () => {
  it.each(['all', 'needed', 'decode'] as const)(
    'has any model work on its samples alone: %s',
    async (work) => {
      const ceiling = await measureCeiling({ directory: model, work, seconds: 0.3 });

      expect(ceiling.requestsPerSecond).toBeGreaterThan(10);
      expect(ceiling.cpuMillisecondsPerRequest).toBeGreaterThan(0);
      expect(ceiling.cpuMillisecondsPerRequest).toBeLessThan(100);
    },
  );
});

describe.runIf(process.platform === 'linux')('a load', () => {
  const nowhere = {
    url: 'http://127.0.0.1:1',
    workers: () => [],
    statistics: () => ({ models: [] }),
  } as unknown as Service;

  it.each([
    [TINY_ENSEMBLE, /^the load generator exited: .*has no samples/],
    [model, /^http:\/\/127\.0\.0\.1:1 gave no good response: ECONNREFUSED$/],
  ])('of %s says in one line why its generator failed', async (directory, message) => {
    const measured = measure(nowhere, { model: directory });

    await expect(measured).rejects.toThrow(message);
  });

  it.each(['esun-2021', 'predictions', 'open-inference'])(
    'gets its response by the contract %s',
    async (contract) => {
      const service = await startService({
        models: [model],
        dataDirectory: join(folder, contract),
        port: 0,
        workers: 1,
      });
      const source = { model, contract };
      try {
        const fresh = await measure(service, source);
        const repeated = await measure(service, source, true);

        expect(fresh).toMatchObject({ clients: 2, failures: 0 });
        expect(fresh.requests).toBeGreaterThan(0);
        expect(repeated.failures).toBe(0);
        expect(repeated.requests).toBeGreaterThan(0);
        expect(fresh.milliseconds.p99).toBeGreaterThanOrEqual(fresh.milliseconds.p50);
        expect(fresh).not.toHaveProperty('failure');
      } finally {
        await service.stop();
      }
    },
  );
});

describe('a start', () => {
  it('is measured to the first response, without compiled code and with it', async () => {
    const source = await openRequestSource({ model });

    const { first, median } = await measureStartUp(source, join(folder, 'starts'), 1);

    expect(first).toBeGreaterThan(100);
    expect(median).toBeGreaterThan(100);
  });
});
