import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import path from 'node:path';
import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { HttpResponse } from '../../../../functions/inference/service/http.ts';
import { pointTo, startTable, type TestTable } from '../../support/dynamodb.ts';
import { bodyOf, CONTEXT, question } from '../../support/events.ts';
import { DARK, GREEN, jpegOf, RED } from '../../support/pictures.ts';
import { copyOfTinyEnsemble, quietHandler } from '../../support/tiny.ts';

const cacheOf = ({ headers }: HttpResponse) => headers?.['x-subsecond-cache'];

describe('the function with a result cache', () => {
  let table: TestTable;
  let red: string;
  beforeAll(async () => {
    table = await startTable();
    // A busy machine must not look like a slow table.
    Object.assign(table.environment, { CACHE_MILLISECONDS: '10000', BUDGET_MILLISECONDS: '30000' });
    red = await jpegOf(RED);
  });
  afterAll(() => table.stop());

  it('remembers its answer by task and id, with everything the answer came from', async () => {
    const handler = await quietHandler(table.environment);

    const response = await handler(question(red, { esun_uuid: 'kept' }), CONTEXT);

    const { Item } = await table.client.send(
      new GetItemCommand({ TableName: 'answers', Key: { id: { S: 'colours#kept' } } }),
    );
    expect(cacheOf(response)).toBe('miss');
    expect(Object.keys(Item ?? {}).sort()).toEqual(['answer', 'digest', 'expires', 'id', 'time', 'version']);
    expect(JSON.parse(Item?.answer?.S ?? '')[0]).toBe('一');
    expect(Item).toMatchObject({ version: { S: 'tiny-1' } });
    expect(Number(Item?.expires?.N) - Number(Item?.time?.N) / 1000).toBeCloseTo(14 * 86_400, -1);
  });

  it('answers a repeat in another environment without computing anything', async () => {
    const first = await quietHandler(table.environment);
    const second = await quietHandler(table.environment);
    await first(question(red, { esun_uuid: 'again', retry: 2 }), CONTEXT);
    await second(question(red, { retry: 2 }), CONTEXT);

    const repeat = await second(question(red, { esun_uuid: 'again', retry: 1 }), CONTEXT);

    expect(bodyOf(repeat).answer).toBe('一');
    expect(repeat.headers).toMatchObject({ 'x-subsecond-cache': 'hit', 'x-subsecond-members': '0/3' });
  });

  it('gives environments that race for one id the same answer, and one of them is first', async () => {
    const environments = await Promise.all([0, 1, 2, 3].map(() => quietHandler(table.environment)));

    const responses = await Promise.all(
      environments.map((handler) => handler(question(red, { esun_uuid: 'race' }), CONTEXT)),
    );

    expect(new Set(responses.map((response) => bodyOf(response).answer)).size).toBe(1);
    expect(responses.map(cacheOf).sort()).toEqual(['hit', 'hit', 'hit', 'miss']);
  });

  it('refuses an id that comes back with another image, in whichever environment', async () => {
    const [first, second] = await Promise.all([
      quietHandler(table.environment),
      quietHandler(table.environment),
    ]);
    await first(question(red, { esun_uuid: 'conflict' }), CONTEXT);
    const other = question(await jpegOf(GREEN), { esun_uuid: 'conflict' });

    const responses = [await first(other, CONTEXT), await second(other, CONTEXT)];

    for (const response of responses) {
      expect(response.statusCode).toBe(422);
      expect(bodyOf(response).type).toBe('urn:subsecond:problem:id-conflict');
    }
  });

  it('explains a remembered answer without votes', async () => {
    const handler = await quietHandler(table.environment);
    await handler(question(red, { esun_uuid: 'explained' }), CONTEXT);

    const explanation = bodyOf(await handler(question(red, { esun_uuid: 'explained' }, '/explain'), CONTEXT));

    expect(explanation).toMatchObject({ answer: '一', cache: 'hit', members: [] });
  });

  it('explains that a remembered answer was rejected, although its confidence would do by now', async () => {
    const dark = await jpegOf(DARK);
    const strict = await quietHandler(table.environment);
    await strict(question(dark, { esun_uuid: 'rejected' }), CONTEXT);
    const directory = await copyOfTinyEnsemble();
    const manifest = path.join(directory, 'ensemble.json');
    await writeFile(
      manifest,
      (await readFile(manifest, 'utf8')).replace('"threshold": 0.5', '"threshold": 0.1'),
    );
    const lenient = await quietHandler({ ...table.environment, MODEL_DIRECTORY: directory });

    const explanation = bodyOf(await lenient(question(dark, { esun_uuid: 'rejected' }, '/explain'), CONTEXT));

    expect(explanation).toMatchObject({
      answer: 'isnull',
      cache: 'hit',
      rejected: true,
      threshold: 0.1,
    });
    expect(explanation.confidence).toBeGreaterThan(0.1);
  });
});

describe('the function with a result cache that fails', () => {
  let server: Server;
  const sockets = new Set<Socket>();
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  /** A table that treats every call alike; the address to reach it. */
  async function tableThat(answer: Parameters<typeof createServer>[1]): Promise<NodeJS.ProcessEnv> {
    server = createServer(answer as never);
    server.on('connection', (socket) => sockets.add(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return pointTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }
  const throttle: Parameters<typeof createServer>[1] = (_, response) => {
    response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
    response.end('{"__type":"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException"}');
  };
  const failures: Record<string, Parameters<typeof createServer>[1]> = {
    'is slow by five seconds': (request, response) =>
      setTimeout(() => throttle(request, response), 5_000).unref(),
    'is throttled': throttle,
    'hangs up': (request) => request.socket.destroy(),
    'talks nonsense': (_, response) => response.end('<html>'),
    'answers without end': (_, response) => response.write('{'),
  };

  it.each(Object.entries(failures))('answers anyway, and says so, when the table %s', async (_, failure) => {
    const handler = await quietHandler(await tableThat(failure));
    const red = await jpegOf(RED);

    const responses = [];
    for (let request = 0; request < 5; request++) responses.push(await handler(question(red), CONTEXT));

    expect(responses.map((response) => bodyOf(response).answer)).toEqual(Array(5).fill('一'));
    expect(responses.map(cacheOf)).toEqual(Array(5).fill('degraded'));
  });

  it('spends no more than its share of the second on a table that is slow', async () => {
    let calls = 0;
    const table = await tableThat((request, response) => {
      calls += 1;
      failures['is slow by five seconds']?.(request, response);
    });
    const handler = await quietHandler(table);
    const red = await jpegOf(RED);

    const timings: number[] = [];
    const callsUntil: number[] = [];
    for (let request = 0; request < 3; request++) {
      const { headers } = await handler(question(red, { retry: 2 - request }), CONTEXT);
      const stages = String(headers?.['server-timing']).matchAll(/(recall|remember);dur=([\d.]+)/g);
      timings.push([...stages].reduce((sum, [, , milliseconds]) => sum + Number(milliseconds), 0));
      callsUntil.push(calls);
    }

    // The first two calls are given up after the allowance, look-up and write together; then the table is left alone.
    expect(Math.max(...timings)).toBeGreaterThan(40);
    expect(Math.max(...timings)).toBeLessThan(250);
    expect(callsUntil[2]).toBe(callsUntil[1]);
  });

  it('uses a table again that has come back', async () => {
    let broken = true;
    const environment = await tableThat((request, response) => {
      if (broken) request.socket.destroy();
      else response.end('{}');
    });
    const handler = await quietHandler(environment);
    const red = await jpegOf(RED);
    await handler(question(red), CONTEXT);
    broken = false;
    await new Promise((resolve) => setTimeout(resolve, 1_100));

    expect(cacheOf(await handler(question(red), CONTEXT))).toBe('miss');
  });
});
