import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serviceJudge } from '../../models/evaluation/judges.ts';

describe('serviceJudge', () => {
  const asked: (string | undefined)[] = [];
  let server: Server;
  beforeEach(async () => {
    asked.length = 0;
    server = createServer(({ url }, response) => {
      asked.push(url);
      response.setHeader('x-subsecond-members', '2 of 3').end('{"answer":"永"}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => server.close());

  it.each([
    ['', '/inference'],
    ['/', '/inference'],
    ['/secret', '/secret/inference'],
    ['/secret/', '/secret/inference'],
  ])('asks a service whose address ends with "%s" at %s', async (path, expected) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

    const { answered, asked: members } = await serviceJudge(url, new Set('永'), 'isnull').answer(
      Buffer.of(1),
    );

    expect([answered, members]).toEqual(['永', 2]);
    expect(asked).toEqual([expected]);
  });
});
