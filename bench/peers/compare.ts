/** This service beside one of FastAPI and ONNX Runtime: the same members, samples, clients and cores, in one run. */
import { availableParallelism } from 'node:os';
import type { Generator } from '../../load-tests/waiting-clients/generator.ts';
import type { Service } from '../../local/service.ts';
import { clientOf, type RequestSource } from '../../model-repository/request-source.ts';
import { UsageError } from '../../project/usage-error.ts';
import { describeRun, type Outcome } from '../goals.ts';
import {
  type BenchMeans,
  cpuMilliseconds,
  generateLoad,
  type ModelLoad,
  measureLoad,
} from '../measure/load.ts';
import type { BenchOptions } from '../options.ts';
import { Progress } from '../progress.ts';
import { COMPARED_BY, compareResponses } from './agreement.ts';
import { type PythonService, pythonVersions, startPythonService } from './python-service.ts';
import {
  formatComparison,
  judgeComparison,
  NAMES,
  type PeerLoad,
  peerLoad,
  type Round,
  ratioOf,
  SIDES,
  type Side,
} from './report.ts';

/** Expected, beside the rounds; both services start in it. */
const STARTING_SECONDS = 10;

/** @throws {ServiceError} where one of the two cannot start or stops responding */
export async function benchPeers(
  model: RequestSource,
  options: BenchOptions,
  { generator, start }: BenchMeans,
): Promise<Outcome> {
  const { python, seconds, rounds } = options;
  const { directory, manifest, samples, client } = model;
  const comparedBy = COMPARED_BY.get(client.contract);
  if (comparedBy === undefined) {
    const known = [...COMPARED_BY.keys()].join(', ');
    throw new UsageError(
      `--peers needs a contract that the FastAPI service has (${known}), not ${client.contract}`,
    );
  }
  const comparedWith = clientOf(manifest, comparedBy);
  const versions = await pythonVersions(python);
  const run = describeRun(model);
  const progress = new Progress(STARTING_SECONDS + 2 * (1 + rounds) * seconds);
  progress.begin('starting both services', STARTING_SECONDS);
  const theirs = await startPythonService(python, directory, availableParallelism());
  try {
    const ours = await start();
    const urls = { ours: ours.url, theirs: theirs.urls[0]! };
    const agreement = await compareResponses(comparedWith, samples, urls);
    const measured = await measureRounds(options, { ours, theirs, generator }, progress);
    const [served] = ours.models;
    const measurements = {
      ...run,
      versions,
      clients: options.clients,
      workers: served.workers,
      concurrency: served.concurrency,
      batch: served.manifest.batch.largest,
      agreement,
      rounds: measured,
      ratio: ratioOf(measured),
    };
    return { table: formatComparison(measurements), measurements, goals: judgeComparison(measurements) };
  } finally {
    await theirs.stop();
  }
}

/**
 * Measures both sides in every round, after one that does not count: V8 takes some 20,000 requests to compile what is hot. The
 * side that comes second begins the next round, so that neither always has the warmer machine.
 */
async function measureRounds(
  { clients, seconds, rounds: count }: BenchOptions,
  { ours, theirs, generator }: { ours: Service; theirs: PythonService; generator: Generator },
  progress: Progress,
): Promise<Round[]> {
  const load = { generator, clients, seconds };
  const measure: Readonly<Record<Side, (one: Omit<ModelLoad, 'urls'>) => Promise<PeerLoad>>> = {
    async ours(one) {
      const measured = await measureLoad(ours, one);
      const { front, workers } = measured.cpuPerRequest;
      return peerLoad(measured, (front + workers) * measured.requests);
    },
    async theirs(one) {
      const before = cpuMilliseconds(theirs.pids);
      const result = await generateLoad({ ...one, urls: theirs.urls });
      return peerLoad(result, cpuMilliseconds(theirs.pids) - before);
    },
  };
  progress.begin('a round that does not count', 2 * seconds);
  for (const side of SIDES) await measure[side](load);
  const rounds: Round[] = [];
  for (let round = 0; round < count; round += 1) {
    const loads: Partial<Record<Side, PeerLoad>> = {};
    for (const side of round % 2 === 0 ? SIDES : SIDES.toReversed()) {
      progress.begin(`round ${round + 1} of ${count}, ${NAMES[side]}`, seconds);
      loads[side] = await measure[side](load);
    }
    rounds.push({ ours: loads.ours!, theirs: loads.theirs! });
  }
  return rounds;
}
