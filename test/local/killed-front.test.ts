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
    const pictureOf = (number: number) => pictures[number % pictures.length]!;
    const given = new Map<number, string>();
    let next = 0;
    const client = async () => {
      for (;;) {
        const number = next++;
        const response = await send(first.url, 'colours', `id-${number}`, pictureOf(number));
        if (response.status === 200) given.set(number, await response.text());
      }
    };
    const clients = Array.from({ length: CLIENTS }, () => client().catch(() => 'gone'));
    await expect.poll(() => given.size).toBeGreaterThan(100);

    const workers = childrenOf(first.process.pid!);
    first.process.kill('SIGKILL');
    await Promise.all([first.exit, ...clients]);
    expect(workers.length).toBeGreaterThan(0);
    await expect.poll(() => workers.filter(isAlive)).toEqual([]);
    const { url } = await runStart([TINY_ENSEMBLE, '--data', data]).listening();

    for (const [number, body] of given) {
      const again = await send(url, 'colours', `id-${number}`, pictureOf(number));
      const other = await send(url, 'colours', `id-${number}`, pictureOf(number + 1));

      expect([again.headers.get('x-subsecond-cache'), await again.text()]).toEqual(['hit', body]);
      expect([again.status, other.status]).toEqual([200, 422]);
    }
  });
});
