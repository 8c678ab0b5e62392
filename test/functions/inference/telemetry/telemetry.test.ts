import { expect, it } from 'vitest';
import { jpegOf, RED } from '../../support/pictures.ts';
import { competitionRequest } from '../../support/requests.ts';
import { keptLines, quietService } from '../../support/tiny.ts';

it('telemetry has neither the image nor the captain’s name and e-mail', async () => {
  const { lines, telemetry } = keptLines();
  const send = await quietService({ CAPTAIN_EMAIL: 'captain@team.example' }, { telemetry });
  const image = await jpegOf(RED);

  await send(competitionRequest(image));

  expect(lines).toHaveLength(1);
  expect(JSON.stringify(lines)).not.toContain(image.slice(0, 40));
  expect(JSON.stringify(lines)).not.toContain('captain');
});
