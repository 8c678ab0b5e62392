import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { withSecrets } from '../../../../functions/inference/service/secret-variables.ts';
import { CONTEXT, competitionRequest } from '../../support/events.ts';
import { CREDENTIALS, fakeService } from '../../support/fake-service.ts';
import { jpegOf, RED } from '../../support/pictures.ts';
import { bodyOf } from '../../support/requests.ts';
import { quietHandler } from '../../support/tiny.ts';

const VARIABLES = { ...CREDENTIALS, SECRET_VARIABLES: '{"SERVER_SALT":"/subsecond/salt"}' };
const GRAINS = { body: '{"Parameter":{"Value":"grains"}}' };

describe('a variable whose value is a secret', () => {
  it('is fetched once, before the first request, and signs the responses', async () => {
    const { url, arrived } = await fakeService(() => GRAINS);
    const captain = 'captain@team.example';
    const handler = await quietHandler({ ...VARIABLES, AWS_ENDPOINT_URL_SSM: url, CAPTAIN_EMAIL: captain });
    expect(arrived).toHaveLength(1);

    for (const picture of [await jpegOf(RED), await jpegOf(RED)]) {
      const reply = bodyOf(await handler(competitionRequest(picture), CONTEXT));
      expect(reply.server_uuid).toBe(hash('sha256', `${captain}${reply.server_timestamp}grains`));
    }
    expect(arrived).toHaveLength(1);
  });

  it('is fetched again if the source fails once, and stops the start if it fails twice', async () => {
    let failures = 1;
    const { url } = await fakeService(() => (failures-- > 0 ? { status: 500, body: '{}' } : GRAINS));
    const environment = { ...VARIABLES, AWS_ENDPOINT_URL_SSM: url };

    await expect(withSecrets(environment)).resolves.toMatchObject({ SERVER_SALT: 'grains' });

    failures = 2;
    const reason = 'SERVER_SALT has no value. The secret /subsecond/salt cannot be read: 500 ';
    await expect(quietHandler(environment)).rejects.toThrow(reason);
  });

  it('leaves an environment without secrets as it is', async () => {
    const environment = { SERVER_SALT: 'plain' };

    expect(await withSecrets(environment)).toBe(environment);
  });
});
