/** Nobody heard of the death of an environment or of the table: it stands on the console, in the log as a metric, in the counts. */
import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startFixture } from '../helpers/fixture-service.ts';

describe('The death of a process', () => {
  it.each([
    ['EnvironmentDeaths', /^warning: environment 1 of handwriting has ended, another takes its place: it/],
    ['TableDeaths', /^warning: the table has ended, it is started again: its process ended with SIGKILL$/],
  ] as const)('is said, counted and written down: %s', async (incident, sentence) => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => said.mockRestore());
    const service = await startFixture('echo', { cache: incident === 'TableDeaths' });
    const [environment] = service.environments();
    const pid = incident === 'TableDeaths' ? service.databasePid() : environment?.pid;

    process.kill(pid as number, 'SIGKILL');

    await expect.poll(() => service.statistics().incidents[incident], { timeout: 5_000 }).toBe(1);
    expect(said.mock.calls[0]?.[0]).toMatch(sentence);
    const lines = readFileSync(service.logFile, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({
        level: 'WARN',
        [incident]: 1,
        _aws: expect.objectContaining({
          CloudWatchMetrics: [
            expect.objectContaining({ Namespace: 'Subsecond', Metrics: [{ Name: incident, Unit: 'Count' }] }),
          ],
        }),
      }),
    );
  });

  it('is not one when the service stops', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => said.mockRestore());
    const service = await startFixture('echo', { cache: true });

    await service.stop();

    expect(said).not.toHaveBeenCalled();
    expect(service.statistics().incidents).toMatchObject({ EnvironmentDeaths: 0, TableDeaths: 0 });
  });
});
