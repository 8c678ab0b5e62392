import { type AddressInfo, createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { newRequest } from '../../../load-tests/client/new-request.ts';
import type { LoadRecord } from '../../../load-tests/client/records.ts';
import { type SendOptions, send } from '../../../load-tests/client/send.ts';
import { plainAddress } from '../../../load-tests/client/service.ts';
import { clientOf } from '../../../model-repository/request-source.ts';
import { type FakeService, type Misbehaviour, startFakeService } from '../fixtures/fake-service.ts';
import { markedSample } from '../fixtures/model-folder.ts';

const sample = markedSample('永');
const client = clientOf({ model: 'fake', contracts: ['esun-2021'] });
let service: Pick<FakeService, 'url' | 'stop'>;
afterEach(() => service.stop());

async function sendToFake(misbehaviour: Misbehaviour, changes: Partial<SendOptions> = {}) {
  service = await startFakeService(misbehaviour);
  return sendAt(service.url, changes);
}

async function sendAt(target: string, changes: Partial<SendOptions> = {}) {
  const records: LoadRecord[] = [];
  const record = (line: LoadRecord) => records.push(line);
  const plan = { attempt: 1, timeoutMilliseconds: 5000 };
  const exchanged = await send(newRequest(sample, 'image-classification'), {
    service: plainAddress(target),
    client,
    ...plan,
    record,
    ...changes,
  });
  return { record: exchanged, records };
}

/** A service that responds to everything with these bytes. */
async function startRawService(reply: string): Promise<Pick<FakeService, 'url' | 'stop'>> {
  const server = createServer((socket) => {
    socket.once('data', () => socket.end(reply));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, stop: () => new Promise((resolve) => server.close(() => resolve())) };
}

describe('a request to a service', () => {
  it('records that the request left and what came back', async () => {
    const { record, records } = await sendToFake({});

    expect(records.map(({ kind }) => kind)).toEqual(['sent', 'exchange']);
    expect(record).toMatchObject({
      outcome: 'completed',
      status: 200,
      prediction: '永',
      label: '永',
      cache: 'miss',
      coldStart: false,
      serverMilliseconds: 3,
    });
    expect(record).not.toHaveProperty('error');
  });

  it.each(['esun-2021', 'predictions', 'open-inference'])('is of the contract %s', async (contract) => {
    const client = clientOf({ model: 'fake', contracts: ['esun-2021', 'predictions'] }, contract);

    const { record } = await sendToFake({}, { client });

    expect(record).toMatchObject({ status: 200, prediction: '永' });
  });

  it('says what is wrong with a reply that breaks the contract', async () => {
    const body = '{"esun_uuid":"another","answer":"永"}';
    service = await startRawService(
      `HTTP/1.1 200 Fine\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );

    const { record } = await sendAt(service.url);

    expect(record).toMatchObject({
      outcome: 'completed',
      status: 200,
      error: 'reply for another id',
      failure: 'another id',
      excerpt: body,
    });
    expect(record).not.toHaveProperty('prediction');
  });

  it('counts the bytes of the response as they came over the wire', async () => {
    const reply = 'HTTP/1.1 200 Fine\r\nx-some: thing\r\nContent-Length: 2\r\n\r\n{}';
    service = await startRawService(reply);

    const { record } = await sendAt(service.url);

    expect(record.responseBytes).toBe(reply.length);
  });

  it('measures to the last byte, not to the first', async () => {
    const { record } = await sendToFake({ bodyDelayMilliseconds: 300 });

    expect(record.milliseconds).toBeGreaterThanOrEqual(299);
  });

  it('counts from the moment when the request was due, and says how late it left', async () => {
    const due = performance.timeOrigin + performance.now() - 400;

    const { record, records } = await sendToFake({ delayMilliseconds: 50 }, { due });

    expect(record.at).toBeCloseTo(due, 2);
    expect(record.lagMilliseconds).toBeGreaterThanOrEqual(400);
    expect(record.milliseconds).toBeGreaterThanOrEqual(record.lagMilliseconds + 49);
    expect(records[0]).toMatchObject({
      kind: 'sent',
      at: record.at,
      lagMilliseconds: record.lagMilliseconds,
    });
  });

  it('holds a contract with times to the time', async () => {
    const yesterday = Math.floor(Date.now() / 1000) - 86_400;
    const { record } = await sendToFake({ timestamp: yesterday });

    expect(record).toMatchObject({ failure: 'timestamp', error: expect.stringContaining(`${yesterday}`) });
  });

  it('gives up on a body that does not come in time', async () => {
    const { record } = await sendToFake({ bodyDelayMilliseconds: 3000 }, { timeoutMilliseconds: 200 });

    expect(record).toMatchObject({
      outcome: 'timeout',
      status: 200,
      error: 'no response within 200 ms',
      failure: 'timeout',
    });
  });

  it('records a connection that was cut', async () => {
    const { record } = await sendToFake({ loseEvery: 1 });

    expect(record).toMatchObject({ outcome: 'error', error: 'ECONNRESET', failure: 'reset' });
  });

  it('records a service that is not there', async () => {
    const { record } = await sendToFake({}, { service: plainAddress('http://127.0.0.1:1') });

    expect(record).toMatchObject({ outcome: 'error', error: 'ECONNREFUSED', failure: 'refused' });
  });
});
