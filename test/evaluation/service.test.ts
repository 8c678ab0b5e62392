import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { evaluateClassifier } from '../../evaluation/classifier.ts';
import { findService, openJudge } from '../../evaluation/judge.ts';
import { pictures } from '../../evaluation/kinds.ts';
import { type EvaluationOptions, readOptions } from '../../evaluation/options.ts';
import type { FoundModel } from '../../model-repository/find-model.ts';
import { UsageError } from '../../project/usage-error.ts';
import { newFolder } from '../support/new-folder.ts';

const SIGNS = {
  directory: '.',
  manifest: { model: 'signs', contracts: ['predictions', 'esun-2021'] },
} as unknown as FoundModel;

/** A service with bodies by path, and lists of them, of which each request gets the next; other paths are not found. */
async function service(bodies: Readonly<Record<string, string | string[]>>, status = 200) {
  const requests: { url: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    requests.push({ url, headers });
    const body = [bodies[url]].flat();
    const sent = body[requests.filter((request) => request.url === url).length - 1] ?? body[0];
    response.writeHead(sent === undefined ? 404 : status, { 'x-subsecond-members': '2 of 3' });
    response.end(sent ?? '{"title": "not found"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

const options = (...parameters: string[]) => readOptions(parameters) as EvaluationOptions;
const sample = { name: '1.jpg', label: '永', mediaType: 'image/jpeg', bytes: Buffer.of(1) };
const labels = (model: string) =>
  JSON.stringify({ model, version: '7', labels: ['永', '水'], reject: 'isnull' });

describe('A service that predicts samples', () => {
  it.each(['', '/', '/secret', '/secret/'])('is called below its address, as "%s"', async (below) => {
    const expected = `${below.replace(/\/$/, '')}/predictions/signs`;
    const { url, requests } = await service({ [expected]: '{"永": 0.9}' });
    const judge = await openJudge(SIGNS, options('--url', url + below));

    const { prediction, membersRun } = await judge(sample);

    expect([prediction(), membersRun]).toEqual(['永', 2]);
    // Without an id nothing is cached.
    expect(requests[0]?.headers).not.toHaveProperty('idempotency-key');
  });

  it.each([
    ['predictions', 415, 'no picture', /gave no prediction: status 415 no picture$/],
    ['esun-2021', 200, '{"esun_uuid": "x", "answer": "永"}', 'gave no prediction: reply for another id'],
  ])('is told from one that gives none by %s', async (contract, status, reply, message) => {
    const { url } = await service({ '/predictions/signs': reply, '/inference': reply }, status);
    const judge = await openJudge(SIGNS, options('--url', url, '--contract', contract));

    await expect(judge(sample)).rejects.toThrow(message);
  });

  it('is judged by its own labels, and by its reject label for all others', async () => {
    const replies = ['永', '永', 'isnull', '水'].map((label) => JSON.stringify({ [label]: 0.9 }));
    const { url } = await service({ '/labels': labels('signs'), '/predictions/signs': replies });
    const folder = newFolder();
    for (const file of ['水/1.jpg', '永/1.jpg', '犬/1.jpg', '犬/2.jpg']) {
      mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(folder, file), sample.bytes);
    }

    const evaluation = options('--url', url, '--images', folder);
    const { text, content } = await evaluateClassifier(pictures, SIGNS, evaluation);

    expect(content).toMatchObject({
      listed: { judges: { 'as predicted': { right: 1, samples: 2 } } },
      outside: { confusions: [{ label: '犬', prediction: '水', samples: 1 }] },
    });
    expect(text).toContain('  members run until the prediction is certain, samples   2: 100.0 %');
    expect(text).toMatch(/Labels outside the list \(right: isnull\)\n\n +as predicted +50.00 % +1 of 2\n/);
  });
});

describe('A service that is evaluated', () => {
  const signs = labels('signs');

  it.each<[where: string, bodies: Record<string, string>, below: string]>([
    ['at its address', { '/labels': signs }, ''],
    ['below it', { '/labels': labels('digits'), '/models/signs/labels': signs }, '/models/signs'],
    ['at its address where it names no labels', {}, ''],
  ])('is found %s', async (_, bodies, below) => {
    const { url } = await service(bodies);

    const found = await findService(`${url}/`, 'signs');

    expect(found.url).toBe(url + below);
    expect(found.labels?.labels).toEqual('/labels' in bodies ? ['永', '水'] : undefined);
  });

  it('is not used for a model that it does not have', async () => {
    const { url } = await service({ '/labels': labels('letters') });

    await expect(findService(url, 'signs')).rejects.toThrow(
      new UsageError(`${url} serves the model letters, not signs: name the one to evaluate`),
    );
  });

  it('that is not there is named with its address', async () => {
    await expect(findService('http://127.0.0.1:2', 'digits')).rejects.toThrow(
      /^http:\/\/127\.0\.0\.1:2 cannot be reached: .*ECONNREFUSED/,
    );
  });
});
