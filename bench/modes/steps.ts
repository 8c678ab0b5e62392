import { expectedSeconds, measureSteps } from '../measure/steps.ts';
import { Progress } from '../progress.ts';
import { allSucceeded, describeGoals, goalsKept } from '../report/goals.ts';
import { formatSteps, judgeSteps } from '../report/steps.ts';
import type { BenchMode } from './mode.ts';

/** What each step of a request costs. */
export const steps: BenchMode = {
  linuxOnly: true,
  async measure(asked, { clients, seconds, rounds }, dataDirectory) {
    const service = { models: [asked.directory], dataDirectory, port: 0 };
    const plan = { service, asked, clients, seconds, rounds };
    const progress = new Progress(expectedSeconds(plan));
    try {
      const measured = await measureSteps(plan, progress);
      const goals = [
        allSucceeded(measured.rounds.flatMap(({ cache, noCache }) => [cache, noCache])),
        judgeSteps(measured.rounds),
      ];
      const table = [formatSteps(measured), '', ...describeGoals(goals)].join('\n');
      return { table, measurements: { ...measured, goals }, kept: goalsKept(goals) };
    } finally {
      progress.end();
    }
  },
};
