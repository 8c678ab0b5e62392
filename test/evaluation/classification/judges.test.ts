import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { memberJudge, serviceJudge } from '../../../evaluation/classification/judges.ts';
import { pictures } from '../../../evaluation/classification/pictures.ts';
import { serviceAt } from '../../../evaluation/service.ts';
import { findModel } from '../../../model-repository/find-model.ts';
import { clientOf } from '../../../model-repository/request-source.ts';
import { TINY_ENSEMBLE } from '../../functions/support/tiny.ts';

const sample = { name: '1.jpg', label: '永', mediaType: 'image/jpeg', bytes: Buffer.of(1) };

describe('serviceJudge', () => {
  const requests: Pick<IncomingMessage, 'url' | 'headers'>[] = [];
  let server: Server;
  let reply: string;
  let status: number;
  beforeEach(async () => {
    requests.length = 0;
    [reply, status] = ['{"永": 0.9}', 200];
    server = createServer(({ url, headers }, response) => {
      requests.push({ url: url ?? '', headers });
      response.writeHead(status, { 'x-subsecond-members': '2 of 3' }).end(reply);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => server.close());

  const judge = (below: string, contract?: string) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${below}`;
    const client = clientOf({ model: 'signs', contracts: ['predictions', 'esun-2021'] }, contract);
    return serviceJudge(serviceAt(url, client));
  };

  it.each([
    ['', '/predictions/signs'],
    ['/', '/predictions/signs'],
    ['/secret', '/secret/predictions/signs'],
    ['/secret/', '/secret/predictions/signs'],
  ])('calls a service whose address ends with "%s" at %s', async (below, expected) => {
    const { predicted, membersRun } = await judge(below).predict(sample);

    expect([predicted, membersRun]).toEqual(['永', 2]);
    expect(requests.map(({ url }) => url)).toEqual([expected]);
  });

  it('sends no id where the contract allows it, so that nothing is cached', async () => {
    await judge('').predict(sample);

    expect(requests[0]?.headers).not.toHaveProperty('idempotency-key');
  });

  it('takes only the response to its own request', async () => {
    reply = '{"esun_uuid": "another", "answer": "永"}';

    await expect(judge('', 'esun-2021').predict(sample)).rejects.toThrow(
      'gave no prediction: reply for another id',
    );
  });

  it('says with which status a service gave no prediction, and why', async () => {
    [reply, status] = ['no picture', 415];

    await expect(judge('').predict(sample)).rejects.toThrow(/gave no prediction: status 415 no picture$/);
  });
});

describe('memberJudge', () => {
  it.each([
    ['#ff0000', '一'],
    ['#0000ff', '七'],
  ])('gives what a caller gets for %s, and the best label of each member', async (background, label) => {
    const model = await findModel(TINY_ENSEMBLE);
    const labels = await pictures.labelsOf(model, []);
    const create = { width: 20, height: 20, channels: 3, background } as const;
    const bytes = await sharp({ create }).png().toBuffer();

    const judge = await memberJudge(model, pictures, labels, 1);
    const predictions = await judge.predict({ name: 'plain.png', label, mediaType: 'image/png', bytes });

    expect(predictions.predicted).toBe(label);
    expect([...predictions.best]).toEqual([
      ['first', label],
      ['second', label],
      ['third', label],
      ['ensemble', label],
    ]);
    expect([...predictions.milliseconds.keys()]).toEqual(['first', 'second', 'third']);
    // Their weights are 1, 2 and 3: the first two cannot outvote the third.
    expect(predictions.membersRun).toBe(3);
  });

  it('knows the labels and the reject label of the model', async () => {
    const labels = await pictures.labelsOf(await findModel(TINY_ENSEMBLE), []);

    expect(labels).toEqual({ listed: ['一', '丁', '七', '三'], reject: 'isnull' });
  });
});
