import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readSecret } from '../../../functions/aws/read-secret.ts';
import { CREDENTIALS, type FakeResponse, fakeService } from '../support/fake-service.ts';

async function read(id: string, reply: FakeResponse | undefined) {
  const { url, arrived } = await fakeService(() => reply);
  const environment = { ...CREDENTIALS, AWS_ENDPOINT_URL_SSM: url, AWS_ENDPOINT_URL_SECRETS_MANAGER: url };
  return { text: readSecret(id, environment), arrived };
}

describe('a secret', () => {
  const names = ['/subsecond/salt', 'arn:aws:ssm:eu-west-1:123456789012:parameter/subsecond/salt'];
  it.each(names)('is a decrypted parameter if it is named %s', async (id) => {
    const { text, arrived } = await read(id, { body: '{"Parameter":{"Value":"grains"}}' });

    await expect(text).resolves.toBe('grains');
    expect(arrived[0]?.headers['x-amz-target']).toBe('AmazonSSM.GetParameter');
    expect(JSON.parse(arrived[0]?.body ?? '')).toEqual({ Name: id, WithDecryption: true });
  });

  it('by any other name is read from Secrets Manager, with the function’s own keys', async () => {
    const { text, arrived } = await read('team/salt', { body: '{"SecretString":"grains"}' });

    await expect(text).resolves.toBe('grains');
    expect(arrived[0]?.headers).toMatchObject({
      'x-amz-target': 'secretsmanager.GetSecretValue',
      'x-amz-security-token': 'session',
      authorization: expect.stringMatching(/^AWS4-\S+ Credential=AKID\w+\/\d+\/eu-west-1\/secretsmanager\//),
    });
  });

  it.each<[string, FakeResponse]>([
    ['refused', { status: 400, body: '{"__type":"AccessDeniedException","message":"grains"}' }],
    ['garbled', { status: 500, body: '<html>grains</html>' }],
    ['without text', { body: '{"SecretString":"","SecretBinary":"grains"}' }],
  ])('that is %s is named in the error, without the response', async (_, reply) => {
    const { text } = await read('team/salt', reply);

    await expect(text).rejects.toThrow(/^The secret team\/salt (cannot be read: |has no text)/);
    await expect(text).rejects.not.toThrow('grains');
    await expect(text).rejects.not.toThrow(CREDENTIALS.AWS_SECRET_ACCESS_KEY);
  });

  it('that does not arrive is tried twice, for a second each', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { text, arrived } = await read('team/salt', undefined);
    const refused = expect(text).rejects.toThrow(/team\/salt cannot be read: ETIMEDOUT/);

    for (const attempts of [1, 2]) {
      await vi.waitUntil(() => arrived.length === attempts, { timeout: 60_000 });
      await vi.advanceTimersByTimeAsync(1000);
    }

    await refused;
    expect(arrived).toHaveLength(2);
  });
});
