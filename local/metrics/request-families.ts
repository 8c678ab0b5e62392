/** Metrics of inference requests, model by model. */
import type { Family, Sample } from './exposition.ts';
import type { ModelCounts } from './model-counts.ts';

export function requestFamilies(counts: ReadonlyMap<string, ModelCounts>): Family[] {
  const each = (make: (one: ModelCounts, model: string) => Sample[]) =>
    [...counts].flatMap(([model, one]) => make(one, model));
  const by = (label: string, numbers: Iterable<readonly [string, number]>, model: string): Sample[] =>
    [...numbers].map(([value, number]) => ({ labels: { model, [label]: value }, value: number }));
  return [
    {
      name: 'subsecond_requests_total',
      help: 'Inference requests by outcome: succeeded, refused (4xx) or failed (5xx).',
      type: 'counter',
      samples: each((one, model) => by('outcome', Object.entries(one.outcomes), model)),
    },
    {
      name: 'subsecond_refusals_total',
      help: 'Requests without a prediction, by the problem that ended them; the model is empty where the request could not be read.',
      type: 'counter',
      samples: each((one, model) => by('reason', one.reasons, model)),
    },
    {
      name: 'subsecond_request_duration_seconds',
      help: 'Latency of successful requests, from arrival to response, time in the queue included.',
      type: 'histogram',
      samples: each((one, model) => one.durations.samples({ model })),
    },
    {
      name: 'subsecond_cache_lookups_total',
      help: 'Successful requests by the response cache: hit, miss, too-large, degraded (store out of reach) or off.',
      type: 'counter',
      samples: each((one, model) => by('outcome', Object.entries(one.cache), model)),
    },
    {
      name: 'subsecond_cache_late_writes_total',
      help: 'Responses sent while the store was out of reach: written when it was back, or lost to it.',
      type: 'counter',
      samples: each((one, model) => by('outcome', Object.entries(one.late), model)),
    },
    {
      name: 'subsecond_member_runs_total',
      help: 'Runs of members for successful requests.',
      type: 'counter',
      samples: each((one, model) => [{ labels: { model }, value: one.membersRun }]),
    },
    {
      name: 'subsecond_incomplete_responses_total',
      help: 'Responses that lack members for want of time: shortened (some) or fallback (all).',
      type: 'counter',
      samples: each((one, model) => by('outcome', Object.entries(one.lacking), model)),
    },
  ];
}
