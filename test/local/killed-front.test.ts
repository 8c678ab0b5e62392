/** What a client was told once holds for ever, even when the process that told it is killed in the next moment. */
import { describe, expect, it } from 'vitest';
import { DARK, GREEN, plain, RED } from '../functions/support/pictures.ts';
import { TINY_ENSEMBLE } from '../functions/support/tiny.ts';
import { newDataDirectory } from '../support/data-directory.ts';
import { childrenOf, isAlive } from '../support/processes.ts';
import { runStart } from './support/run-start.ts';
import { send } from './support/tiny-service.ts';

const CLIENTS = 8;

describe.skipIf(process.platform === 'win32')('A front process that is killed under load', () => {
  it('finds every response that went out with an id after its restart', async () => {
    const pictures = await Promise.all([RED, GREEN, DARK].map((colour) => plain(colour).jpeg().toBuffer()));
    const data = newDataDirectory();
    const first = await runStart([TINY_ENSEMBLE, '--data', data]).listening();
    const given = new Map<string, { picture: number; body: string }>();
    let next = 0;
    const client = async () => {
      for (;;) {
        const number = next++;
        const id = `id-${number}`;
        const picture = number % pictures.length;
        try {
          const response = await send(first.url, 'colours', id, pictures[picture]);
          if (response.status === 200) given.set(id, { picture, body: await response.text() });
        } catch {
          return;
        }
      }
    };
    const clients = Array.from({ length: CLIENTS }, client);
    await expect.poll(() => given.size).toBeGreaterThan(100);

    const workers = childrenOf(first.process.pid!);
    first.process.kill('SIGKILL');
    await Promise.all(clients);
    await first.exit;
    expect(workers.length).toBeGreaterThan(0);
    await expect.poll(() => workers.filter(isAlive)).toEqual([]);
    const { url } = await runStart([TINY_ENSEMBLE, '--data', data]).listening();

    for (const [id, { picture, body }] of given) {
      const again = await send(url, 'colours', id, pictures[picture]);
      expect([again.status, again.headers.get('x-subsecond-cache'), await again.text()]).toEqual([
        200,
        'hit',
        body,
      ]);
      const other = await send(url, 'colours', id, pictures[(picture + 1) % pictures.length]);
      expect(other.status).toBe(422);
    }
  });
});
