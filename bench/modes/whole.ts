import { expectedSeconds, measureWhole } from '../measure/whole.ts';
import { Progress } from '../progress.ts';
import { goalsKept, judgeGoals } from '../report/goals.ts';
import { compare, formatTable } from '../report/table.ts';
import type { BenchMode } from './mode.ts';

/** Cold starts, bare inference, throughput, memory. */
export const whole: BenchMode = {
  linuxOnly: true,
  async measure(asked, options, dataDirectory) {
    const { seconds, requests } = options;
    const service = { tasks: [asked.directory], dataDirectory, port: 0 };
    const progress = new Progress(expectedSeconds(options));
    try {
      const measured = await measureWhole({ service, asked, seconds, requests }, progress);
      const goals = judgeGoals(measured);
      const measurements = { ...measured, ratios: compare(measured), goals };
      return { table: formatTable(measured), measurements, kept: goalsKept(goals) };
    } finally {
      progress.end();
    }
  },
};
