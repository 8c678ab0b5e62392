import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { newRequest } from '../../../load-tests/client/new-request.ts';
import type { ExchangeRecord, LoadRecord } from '../../../load-tests/client/records.ts';
import { type SendOptions, send } from '../../../load-tests/client/send.ts';
import { plainAddress } from '../../../load-tests/client/service.ts';
import { clientOf } from '../../../model-repository/request-source.ts';
import { listen } from '../../support/listen.ts';
import { type Misbehaviour, startFakeService } from '../fixtures/fake-service.ts';
import { markedSample } from '../fixtures/model-folder.ts';

const sample = markedSample('永');
const client = clientOf({ model: 'fake', contracts: ['esun-2021'] });

async function sendToFake(misbehaviour: Misbehaviour, changes: Partial<SendOptions> = {}) {
  return sendAt((await startFakeService(misbehaviour)).url, changes);
}

async function sendAt(target: string, changes: Partial<SendOptions> = {}) {
  const records: LoadRecord[] = [];
  const record = (line: LoadRecord) => records.push(line);
  const plan = { attempt: 1, timeoutMilliseconds: 5000 };
  const options = { service: plainAddress(target), client, ...plan, record, ...changes };
  return { record: await send(newRequest(sample, 'image-classification'), options), records };
}

/** Sends a request to a service that always responds with these bytes. */
async function sendForBytes(reply: string) {
  const server = createServer((socket) => void socket.once('data', () => socket.end(reply)));
  return (await sendAt(await listen(server))).record;
}

it('a request is recorded when it leaves, and again with its response', async () => {
  const { record, records } = await sendToFake({});

  expect(records.map(({ kind }) => kind)).toEqual(['sent', 'exchange']);
  const answered = { outcome: 'completed', status: 200, prediction: '永', label: '永' };
  expect(record).toMatchObject({ ...answered, coldStart: false, serverMilliseconds: 3 });
  expect(record).not.toHaveProperty('error');
});

it.each(['predictions', 'open-inference'])('a request follows the contract %s', async (contract) => {
  const client = clientOf({ model: 'fake', contracts: ['esun-2021', 'predictions'] }, contract);

  expect((await sendToFake({}, { client })).record).toMatchObject({ status: 200, prediction: '永' });
});

it('a reply that breaks the contract is not a prediction, and the record says why', async () => {
  const body = '{"esun_uuid":"another","answer":"永"}';
  const head = `HTTP/1.1 200 Fine\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;

  const record = await sendForBytes(head + body);

  const found = { error: 'reply for another id', failure: 'another id', excerpt: body };
  expect(record).toMatchObject({ outcome: 'completed', status: 200, ...found });
  expect(record).not.toHaveProperty('prediction');
});

it('the size of a response includes its status line and its headers', async () => {
  const reply = 'HTTP/1.1 200 Fine\r\nx-some: thing\r\nContent-Length: 2\r\n\r\n{}';

  expect((await sendForBytes(reply)).responseBytes).toBe(reply.length);
});

it('a latency is measured to the last byte, not to the first', async () => {
  const { record } = await sendToFake({ bodyDelayMilliseconds: 300 });

  expect(record.milliseconds).toBeGreaterThanOrEqual(299);
});

it('a latency counts from the time at which the request was due, and the delay of the request is recorded', async () => {
  const due = performance.timeOrigin + performance.now() - 400;

  const { record, records } = await sendToFake({ delayMilliseconds: 50 }, { due });

  const { at, lagMilliseconds } = record;
  expect(at).toBeCloseTo(due, 2);
  expect(lagMilliseconds).toBeGreaterThanOrEqual(400);
  expect(record.milliseconds).toBeGreaterThanOrEqual(lagMilliseconds + 49);
  expect(records[0]).toMatchObject({ kind: 'sent', at, lagMilliseconds });
});

const yesterday = Math.floor(Date.now() / 1000) - 86_400;
const wrongTime: Partial<ExchangeRecord> = {
  failure: 'timestamp',
  error: expect.stringContaining(`${yesterday}`),
};
const nowhere = { service: plainAddress('http://127.0.0.1:1') };

it.each<[string, Partial<ExchangeRecord>, Misbehaviour, Partial<SendOptions>?]>([
  ['a wrong timestamp', wrongTime, { timestamp: yesterday }],
  [
    'a body that does not come in time',
    { outcome: 'timeout', status: 200, error: 'no response within 200 ms', failure: 'timeout' },
    { bodyDelayMilliseconds: 3000 },
    { timeoutMilliseconds: 200 },
  ],
  ['a cut connection', { outcome: 'error', error: 'ECONNRESET', failure: 'reset' }, { loseEvery: 1 }],
  ['a closed port', { outcome: 'error', error: 'ECONNREFUSED', failure: 'refused' }, {}, nowhere],
])('%s is recorded as a failure', async (_, expected, misbehaviour, changes) => {
  expect((await sendToFake(misbehaviour, changes)).record).toMatchObject(expected);
});
