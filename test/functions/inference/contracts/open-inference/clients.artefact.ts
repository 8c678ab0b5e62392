/** The Python clients of KServe and Triton against a running service. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { startTiny } from '../../../../local/support/tiny-service.ts';
import { pythonWith } from '../../../../support/python-with.ts';

/** A Python with a client; undefined if the client is missing and cannot be installed. */
function clientIn(module: string, requirement: string): string | undefined {
  try {
    return pythonWith(module, path.join('clients', module), requirement);
  } catch (error) {
    console.warn(`Skipped: ${error}`);
    return undefined;
  }
}

const kserve = clientIn('kserve', 'kserve==0.21.0');
const triton = clientIn('tritonclient.http', 'tritonclient[http]==2.73.0');

/** Runs a program of clients/ with the argument `addressOf(url)` of a service, and parses the last line of output as JSON. */
async function jsonFrom(python: string, program: string, addressOf: (url: URL) => string) {
  const { url } = await startTiny();
  const file = path.join(import.meta.dirname, 'clients', program);
  const { stdout } = await promisify(execFile)(python, ['-B', file, addressOf(new URL(url))]);
  return JSON.parse(stdout.trim().split('\n').at(-1)!);
}

it.skipIf(kserve === undefined)(
  "KServe's client gets health, the same batch in JSON and in binary, and the reason of a refusal",
  async () => {
    const seen = await jsonFrom(kserve!, 'kserve_client.py', ({ origin }) => origin);

    expect(seen).toMatchObject({ live: true, ready: true, id: '7', shape: [3, 4], alike: true });
    expect(new Set(seen.labels).size).toBe(3);
    expect(seen.refusal).toContain('pixels');
  },
);

it.skipIf(triton === undefined)(
  "Triton's client gets metadata, batches, and the same results when it compresses",
  async () => {
    const seen = await jsonFrom(triton!, 'triton_client.py', ({ host }) => host);

    expect(seen).toMatchObject({
      live: true,
      inputs: [{ name: 'pixels', datatype: 'UINT8', shape: [-1, 8, 8, 3] }],
      shape: [3, 4],
      alike: [true, true, true, true],
    });
  },
);
