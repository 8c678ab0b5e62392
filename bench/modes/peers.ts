import { UsageError } from '../../project/usage-error.ts';
import { clientOf } from '../../tasks/asked-task.ts';
import { COMPARED_BY } from '../peers/agreement.ts';
import { comparePeers, expectedSeconds } from '../peers/compare.ts';
import { pythonVersions } from '../peers/python.ts';
import { formatComparison, judgeComparison } from '../peers/table.ts';
import { Progress } from '../progress.ts';
import { goalsKept } from '../report/goals.ts';
import type { BenchMode } from './mode.ts';

/** Beside a service of FastAPI and ONNX Runtime. */
export const peers: BenchMode = {
  linuxOnly: false,
  async measure(asked, options, dataDirectory) {
    const { python, clients, seconds, rounds, concurrency, batch } = options;
    const { manifest, client } = asked;
    const comparedBy = COMPARED_BY.get(client.contract);
    if (comparedBy === undefined) {
      const known = [...COMPARED_BY.keys()].join(', ');
      throw new UsageError(
        `--peers needs a contract that the FastAPI service has (${known}), not ${client.contract}`,
      );
    }
    const comparedWith = clientOf(manifest, comparedBy);
    const versions = await pythonVersions(python);
    const about = { clients, seconds, rounds, concurrency, batch };
    const plan = { asked, comparedWith, dataDirectory, python, versions, ...about };
    const progress = new Progress(expectedSeconds(plan));
    try {
      const comparison = await comparePeers(plan, progress);
      const goals = judgeComparison(comparison);
      return {
        table: formatComparison(comparison),
        measurements: { ...comparison, goals },
        kept: goalsKept(goals),
      };
    } finally {
      progress.end();
    }
  },
};
