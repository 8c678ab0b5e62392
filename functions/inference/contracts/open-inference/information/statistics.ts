/** Counts and times of this execution environment as Triton's statistics extension has them. */
import type { Duration, ServiceStatistics } from '../../../telemetry/statistics.ts';
import type { ModelInfo } from '../../contract.ts';

const NANOSECONDS = 1_000_000;

const NOTHING: Duration = { count: 0, milliseconds: 0 };

/** Triton's `$stats_model_response`; times in whole nanoseconds. */
export function modelStatistics(
  { name, version }: Pick<ModelInfo, 'name' | 'version'>,
  statistics: ServiceStatistics,
) {
  const { success, failure, decode, predict, cachePut, cacheHit, cacheMiss } = statistics;
  return {
    model_stats: [
      {
        name,
        version,
        last_inference: statistics.lastResponse,
        inference_count: success.count - cacheHit.count,
        execution_count: statistics.membersRun,
        inference_stats: {
          success: duration(success),
          fail: duration(failure),
          // Requests wait in front of the environment, where nothing is known of it here.
          queue: duration(NOTHING),
          compute_input: duration(decode),
          compute_infer: duration(predict),
          // Outputs are read within `compute_infer`.
          compute_output: duration(NOTHING),
          cache_hit: duration(cacheHit),
          // What a miss costs is to write the response down; the rest of its time is in the other sums.
          cache_miss: duration({ count: cacheMiss.count, milliseconds: cachePut.milliseconds }),
        },
        batch_stats: [],
      },
    ],
  };
}

function duration({ count, milliseconds }: Duration): { count: number; ns: number } {
  return { count, ns: Math.round(milliseconds * NANOSECONDS) };
}
