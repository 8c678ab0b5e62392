import { expect, it } from 'vitest';
import { jpegOf, RED } from '../../support/pictures.ts';
import { competitionRequest } from '../../support/requests.ts';
import { quietService } from '../../support/tiny.ts';

it('telemetry keeps the image, the captain and their e-mail to itself', async () => {
  const lines: string[] = [];
  const telemetry = { write: (line: string) => void lines.push(line) };
  const send = await quietService({ CAPTAIN_EMAIL: 'captain@team.example' }, { telemetry });
  const image = await jpegOf(RED);

  await send(competitionRequest(image));

  expect(lines).toHaveLength(1);
  expect(lines.join()).not.toContain(image.slice(0, 40));
  expect(lines.join()).not.toContain('captain');
});
