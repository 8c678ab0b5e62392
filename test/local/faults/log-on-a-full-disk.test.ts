/** A full disk made every printed line an error that ended its environment: a log that cannot be written costs no answer. */
import { statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { LostLines } from '../../../local/environments/lost-lines.ts';
import { startFixture, temporaryFolder } from '../helpers/fixture-service.ts';

/** What is written there fails as on a full disk; Linux alone has it. */
const FULL = '/dev/full';

describe.runIf(process.platform === 'linux')('With a log that cannot be written', () => {
  it('every question is answered, and the loss is counted and said once', async () => {
    const dataDirectory = temporaryFolder();
    symlinkSync(FULL, join(dataDirectory, 'function.log'));
    const rights = statSync(FULL).mode;
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    const service = await startFixture('talkative', { dataDirectory });
    const [before] = service.environments();

    const statuses: number[] = [];
    for (let question = 0; question < 10; question += 1) statuses.push((await fetch(service.url)).status);

    expect(statuses).toEqual(Array(10).fill(200));
    expect(service.environments()).toEqual([before]);
    expect(said.mock.calls.map(([line]) => line)).toEqual([
      expect.stringMatching(/^warning: .*function\.log cannot be written, is its disk full\?/),
    ]);
    await service.stop();
    expect(statSync(FULL).mode, 'of a device that is not ours').toBe(rights);
    // What the last question printed is told with the next, which never came.
    expect(service.statistics().incidents.LogLinesLost).toBeGreaterThanOrEqual(18);
    said.mockRestore();
  });
});

describe('Lost lines', () => {
  it('are said again only after the log had been written for a while', () => {
    const report = vi.fn();
    const lost = new LostLines('the.log', { report });
    lost.add(1);
    lost.add(2);
    lost.check();
    lost.add(3);
    lost.check();
    lost.check();
    lost.add(4);
    lost.close();

    expect(report.mock.calls.map(([, { sentence, count }]) => [sentence !== undefined, count])).toEqual([
      [true, 1],
      [false, 2],
      [false, 3],
      [true, 4],
    ]);
  });
});
