/** Graphs with open dimensions, of which a few bytes can take gigabytes. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectDirectory } from '../../project/paths.ts';
import { listen, startTiny } from './support/tiny-service.ts';

const COLUMNS = 20_000;

const rowsOfZeros = (rows: number) => ({
  datatype: 'FP32',
  shape: [rows, 1],
  data: Array<number>(rows).fill(0),
});
const numberOfRows = (rows: number) => ({ datatype: 'INT64', shape: [2], data: [rows, COLUMNS] });

async function start(graph: string, input: (rows: number) => object) {
  const service = await startTiny({
    models: [join(projectDirectory, `test/fixtures/hostile/${graph}.onnx`)],
    maxBodyBytes: 200_000_000,
  });
  const send = async (rows: number) => {
    const body = JSON.stringify({ inputs: [{ name: 'x', ...input(rows) }] });
    const response = await fetch(`${service.url}/v2/models/${graph}/infer`, { method: 'POST', body });
    return [response.status, response.ok ? '' : ((await response.json()) as { error: string }).error];
  };
  return { service, send };
}

describe('A request of which a graph makes 3.2 GB', () => {
  it('is refused before it runs where the names of dimensions tell that', async () => {
    const { service, send } = await start('expand', rowsOfZeros);

    expect(await send(40_000)).toEqual([422, expect.stringMatching(/^The model makes 3200000000 bytes /)]);
    expect(await send(1)).toEqual([200, '']);
    expect(service.statistics().models[0]!.deaths).toBe(0);
  });

  it.runIf(process.platform === 'linux')(
    'is refused by the limit of the worker where they do not, and others are served after it',
    async () => {
      listen();
      const { send } = await start('fill', numberOfRows);

      // The second takes what the first has left, which ONNX Runtime then does not free.
      for (const rows of [40_000, 6000, 20_000]) {
        expect(await send(rows)).toEqual([422, expect.stringMatching(/more memory|480000000 bytes/)]);
        await expect.poll(() => send(1)).toEqual([200, '']);
      }
    },
  );
});
