import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { withSecrets } from '../../../../functions/inference/service/secret-variables.ts';
import { CONTEXT, competitionRequest } from '../../support/events.ts';
import { CREDENTIALS, fakeService } from '../../support/fake-service.ts';
import { jpegOf, RED } from '../../support/pictures.ts';
import { bodyOf } from '../../support/requests.ts';
import { quietHandler } from '../../support/tiny.ts';

const SECRET_VARIABLES = '{"SERVER_SALT":"/subsecond/salt"}';

describe('a variable whose text is a secret', () => {
  it('is fetched once, before the first request, and signs the responses', async () => {
    const { url, arrived } = await fakeService(() => ({ body: '{"Parameter":{"Value":"grains"}}' }));
    const handler = await quietHandler({
      ...CREDENTIALS,
      AWS_ENDPOINT_URL_SSM: url,
      CAPTAIN_EMAIL: 'captain@team.example',
      SECRET_VARIABLES,
    });
    expect(arrived).toHaveLength(1);

    const replies = [
      bodyOf(await handler(competitionRequest(await jpegOf(RED)), CONTEXT)),
      bodyOf(await handler(competitionRequest(await jpegOf(RED)), CONTEXT)),
    ];

    for (const { server_uuid, server_timestamp } of replies) {
      expect(server_uuid).toBe(hash('sha256', `captain@team.example${server_timestamp}grains`));
    }
    expect(arrived).toHaveLength(1);
  });

  it('is fetched again when the source fails once, and stops the start when it fails twice', async () => {
    let failures = 1;
    const { url } = await fakeService(() =>
      failures-- > 0 ? { status: 500, body: '{}' } : { body: '{"Parameter":{"Value":"grains"}}' },
    );
    const environment = { ...CREDENTIALS, AWS_ENDPOINT_URL_SSM: url, SECRET_VARIABLES };

    await expect(withSecrets(environment)).resolves.toMatchObject({ SERVER_SALT: 'grains' });

    failures = 2;
    await expect(quietHandler(environment)).rejects.toThrow(
      'SERVER_SALT has no text. The secret /subsecond/salt cannot be read: 500 ',
    );
  });

  it('costs nothing where there is none', async () => {
    const environment = { SERVER_SALT: 'plain' };

    expect(await withSecrets(environment)).toBe(environment);
  });
});
