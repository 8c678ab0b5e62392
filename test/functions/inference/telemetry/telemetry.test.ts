import { expect, it, onTestFinished, vi } from 'vitest';
import { RequestRecord } from '../../../../functions/inference/telemetry/request-record.ts';
import { Telemetry } from '../../../../functions/inference/telemetry/telemetry.ts';
import { jpegOf, RED } from '../../support/pictures.ts';
import { competitionRequest } from '../../support/requests.ts';
import { keptLines, quietService } from '../../support/tiny.ts';

it('telemetry keeps the image, the captain and their e-mail to itself', async () => {
  const { lines, telemetry } = keptLines();
  const send = await quietService({ CAPTAIN_EMAIL: 'captain@team.example' }, { telemetry });
  const image = await jpegOf(RED);

  await send(competitionRequest(image));

  expect(lines).toHaveLength(1);
  expect(JSON.stringify(lines)).not.toContain(image.slice(0, 40));
  expect(JSON.stringify(lines)).not.toContain('captain');
});

it('telemetry of a share of the requests loses no metric, and no line of a request with an incident', () => {
  vi.useFakeTimers({ now: 1_790_000_000_000 });
  onTestFinished(() => void vi.useRealTimers());
  const { lines, telemetry: log } = keptLines();
  const options = { serviceName: 'colours', logShare: 0, deadlineMilliseconds: 1000 };
  const telemetry = new Telemetry({ ...options, ...log });
  const publish = (told: Partial<RequestRecord>) =>
    telemetry.publish(Object.assign(new RequestRecord('inv-1'), { status: 200, ...told }));

  for (let request = 0; request < 103; request += 1) publish({});
  expect(lines).toMatchObject([{ service: 'colours', Latency: { length: 100 } }]);
  for (const told of [{ status: 422 }, { status: 500 }, { coldStart: true }]) publish(told);
  vi.advanceTimersByTime(10_000);

  expect(lines.slice(1)).toMatchObject([
    { status: 422, ClientError: 1 },
    { status: 500 },
    { status: 200, ColdStart: 1 },
    { Latency: { length: 3 }, _aws: { Timestamp: 1_790_000_000_000 } },
  ]);
});
