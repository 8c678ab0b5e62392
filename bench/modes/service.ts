import { startService } from '../../local/service.ts';
import { thisMachine } from '../machine.ts';
import { measureCeiling } from '../measure/bare-inference.ts';
import { measureLoad, SETTLING_SECONDS } from '../measure/load.ts';
import { measureStartUp } from '../measure/start-up.ts';
import { Progress } from '../progress.ts';
import { describeGoals, goalsKept, judgeGoals } from '../report/goals.ts';
import { formatService } from '../report/service.ts';
import type { BenchMode } from './mode.ts';

const STARTS = 5;
/** Expected of all of them together. */
const START_SECONDS = 8;

export const service: BenchMode = {
  linuxOnly: true,
  async measure(asked, { clients, seconds }, dataDirectory) {
    const { directory, manifest, client } = asked;
    const started = new Date().toISOString();
    const progress = new Progress(START_SECONDS + SETTLING_SECONDS + 5 * seconds);
    try {
      progress.begin('starts', START_SECONDS);
      const startUp = await measureStartUp(asked, dataDirectory, STARTS);
      progress.begin('members alone', 2 * seconds);
      const ceiling = {
        all: await measureCeiling({ directory, work: 'all', seconds }),
        asked: await measureCeiling({ directory, work: 'asked', seconds }),
      };
      const running = await startService({ models: [directory], dataDirectory, port: 0 });
      try {
        const load = { asked: { task: directory, contract: client.contract }, clients, seconds };
        progress.begin('settling', SETTLING_SECONDS);
        await measureLoad(running, { ...load, seconds: SETTLING_SECONDS });
        progress.begin('one client, new ids', seconds);
        const oneClient = await measureLoad(running, { ...load, clients: 1 });
        progress.begin(`${clients} clients, new ids`, seconds);
        const manyClients = await measureLoad(running, load);
        progress.begin(`${clients} clients, repeated ids`, seconds);
        const repeated = await measureLoad(running, { ...load, ids: 'repeated' });
        const about = { started, machine: thisMachine(), model: manifest.task, contract: client.contract };
        const measured = { ...about, ceiling, oneClient, manyClients, repeated, startUp };
        const goals = judgeGoals(measured);
        return {
          table: [formatService(measured), '', ...describeGoals(goals)].join('\n'),
          measurements: { ...measured, goals },
          kept: goalsKept(goals),
        };
      } finally {
        await running.stop();
      }
    } finally {
      progress.end();
    }
  },
};
