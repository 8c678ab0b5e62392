import { UsageError } from '../../project/usage-error.ts';
import { clientOf } from '../../tasks/asked-task.ts';
import { comparePeers, expectedSeconds } from '../peers/compare.ts';
import { pythonVersions } from '../peers/python.ts';
import { formatComparison, judgeComparison } from '../peers/table.ts';
import { Progress } from '../progress.ts';
import { goalsKept } from '../report/goals.ts';
import type { BenchMode } from './mode.ts';

/** What the FastAPI service speaks. */
const CONTRACTS = ['esun-2021', 'predictions'];

/** Beside a service of FastAPI and ONNX Runtime. */
export const peers: BenchMode = {
  linuxOnly: false,
  async measure(asked, options, dataDirectory) {
    const {
      python,
      clients: [clients = 1],
      seconds,
      rounds,
      concurrency,
      batch,
    } = options;
    const { manifest, client } = asked;
    if (!CONTRACTS.includes(client.contract)) {
      throw new UsageError(
        `--peers asks by ${CONTRACTS.join(' or ')}, which the FastAPI service speaks, not by ${client.contract}`,
      );
    }
    clientOf(manifest, 'predictions');
    const versions = await pythonVersions(python);
    // Where one question is taken at a time there is nothing to ask together.
    const together = concurrency === 1 ? 1 : (batch ?? manifest.batch.largest);
    const about = { clients, seconds, rounds, concurrency, batch: together };
    const plan = { asked, dataDirectory, python, versions, ...about };
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
