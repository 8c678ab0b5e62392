/** Compares this service with a FastAPI service, in one run with the same members, samples, clients and cores. */
import { availableParallelism } from 'node:os';
import { clientOf, type RequestSource } from '../../model-repository/request-source.ts';
import { UsageError } from '../../project/usage-error.ts';
import { cpuMilliseconds, generateLoad, measureLoad } from '../measure/load.ts';
import type { BenchMeans, Outcome } from '../mode.ts';
import type { BenchOptions } from '../options.ts';
import { progressOf } from '../progress.ts';
import { COMPARED_BY, compareResponses } from './agreement.ts';
import { pythonVersions, startPythonService } from './python-service.ts';
import { NAMES, type PeerLoad, type Round, reportComparison, SIDES, type Side } from './report.ts';

/** Expected seconds until both services have started. */
const STARTING_SECONDS = 10;

/**
 * @throws {UsageError} if the FastAPI service lacks the contract or a package
 * @throws {ServiceError} if one of the services cannot start, or gives no good response
 */
export async function benchPeers(
  { directory, manifest, samples, client }: RequestSource,
  { python, clients, seconds, rounds: count }: BenchOptions,
  { generator, start }: BenchMeans,
): Promise<Outcome> {
  const comparedBy = COMPARED_BY.get(client.contract);
  if (comparedBy === undefined) {
    const known = [...COMPARED_BY.keys()].join(', ');
    throw new UsageError(
      `--peers needs a contract that the FastAPI service has (${known}), not ${client.contract}`,
    );
  }
  const comparedWith = clientOf(manifest, comparedBy);
  const versions = await pythonVersions(python);
  const begin = progressOf(STARTING_SECONDS + 2 * (1 + count) * seconds);
  begin('starting both services', STARTING_SECONDS);
  const theirs = await startPythonService(python, directory, availableParallelism());
  try {
    const ours = await start();
    const urls = { ours: ours.url, theirs: theirs.urls[0]! };
    const agreement = await compareResponses(comparedWith, samples, urls);
    const load = { generator, clients, seconds };
    const measure: Readonly<Record<Side, () => Promise<PeerLoad>>> = {
      async ours() {
        const measured = await measureLoad(ours, load);
        const { front, workers } = measured.cpuPerRequest;
        return { ...measured, cpuPerRequest: front + workers };
      },
      async theirs() {
        const before = cpuMilliseconds(theirs.pids);
        const result = await generateLoad({ ...load, urls: theirs.urls });
        return { ...result, cpuPerRequest: (cpuMilliseconds(theirs.pids) - before) / result.requests };
      },
    };
    // The first round warms up, because V8 has compiled all hot code only after some 20,000 requests.
    begin('a round that does not count', 2 * seconds);
    for (const side of SIDES) await measure[side]();
    const rounds: Round[] = [];
    for (let round = 0; round < count; round += 1) {
      const loads: Partial<Record<Side, PeerLoad>> = {};
      // The side that comes second begins the next round, so that neither always has the warmer machine.
      for (const side of round % 2 === 0 ? SIDES : SIDES.toReversed()) {
        begin(`round ${round + 1} of ${count}, ${NAMES[side]}`, seconds);
        loads[side] = await measure[side]();
      }
      rounds.push({ ours: loads.ours!, theirs: loads.theirs! });
    }
    const [{ workers, concurrency, manifest: served }] = ours.models;
    const batch = served.batch.largest;
    return reportComparison({ versions, clients, workers, concurrency, batch, agreement, rounds });
  } finally {
    await theirs.stop();
  }
}
