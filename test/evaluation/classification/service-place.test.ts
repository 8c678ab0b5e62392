import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serviceLabelsOf } from '../../../evaluation/classification/judges.ts';
import { findService } from '../../../evaluation/classification/service-place.ts';
import { UsageError } from '../../../project/usage-error.ts';

const ABC = { model: 'letters', version: '7', labels: ['a', 'b'], reject: 'none' };

/** Labels of the model here. */
const own = async () => ({ listed: ['一'], reject: undefined });

/** A service with some labels by path; whatever else is requested is not found. */
async function service(bodies: Readonly<Record<string, unknown>>): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    const body = bodies[url];
    response.statusCode = body === undefined ? 404 : 200;
    response.end(JSON.stringify(body ?? { title: 'not found' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('A service that is evaluated', () => {
  it('is judged by its own labels', async () => {
    const url = await service({ '/labels': ABC });

    const found = await findService(`${url}/`, 'letters');

    expect(found.url).toBe(url);
    expect(await serviceLabelsOf(found, own)).toEqual({ listed: ['a', 'b'], reject: 'none' });
  });

  it('is found below its address where the model is not its first', async () => {
    const url = await service({ '/labels': { ...ABC, model: 'digits' }, '/models/letters/labels': ABC });

    expect((await findService(url, 'letters')).url).toBe(`${url}/models/letters`);
  });

  it("is judged by the model's own labels where it names none", async () => {
    const url = await service({});

    const labels = await serviceLabelsOf(await findService(url, 'letters'), own);

    expect(labels.listed).toEqual(['一']);
  });

  it('is not used for a model that it does not have', async () => {
    const url = await service({ '/labels': ABC });

    const found = findService(url, 'digits');

    await expect(found).rejects.toThrow(UsageError);
    await expect(found).rejects.toThrow('serves the model letters, not digits');
  });

  it('that is not there is named with its address', async () => {
    await expect(findService('http://127.0.0.1:2', 'digits')).rejects.toThrow(
      /^http:\/\/127\.0\.0\.1:2 cannot be reached: .*ECONNREFUSED/,
    );
  });
});
