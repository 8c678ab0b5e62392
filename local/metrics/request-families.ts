/** Metrics of inference requests, model by model. */
import type { Family, Sample } from './exposition.ts';
import type { ModelCounts } from './model-counts.ts';

export function requestFamilies(counts: ReadonlyMap<string, ModelCounts>): Family[] {
  const each = (make: (one: ModelCounts, task: string) => Sample[]) =>
    [...counts].flatMap(([task, one]) => make(one, task));
  const by = (label: string, numbers: Iterable<readonly [string, number]>, task: string): Sample[] =>
    [...numbers].map(([value, number]) => ({ labels: { task, [label]: value }, value: number }));
  return [
    {
      name: 'subsecond_questions_total',
      help: 'Questions by how they ended: answered, refused (4xx) or failed (5xx).',
      type: 'counter',
      samples: each((one, task) => by('outcome', Object.entries(one.outcomes), task)),
    },
    {
      name: 'subsecond_refusals_total',
      help: 'Questions that were not answered, by the problem that ended them; task is empty where none could be read.',
      type: 'counter',
      samples: each((one, task) => by('reason', one.reasons, task)),
    },
    {
      name: 'subsecond_question_duration_seconds',
      help: 'From the arrival of a question that was answered to its answer, waiting included.',
      type: 'histogram',
      samples: each((one, task) => one.durations.samples({ task })),
    },
    {
      name: 'subsecond_cache_answers_total',
      help: 'Answers by what the result cache had to do with them: hit, miss, degraded (table out of reach) or off (no id).',
      type: 'counter',
      samples: each((one, task) => by('outcome', Object.entries(one.cache), task)),
    },
    {
      name: 'subsecond_cache_late_answers_total',
      help: 'Answers given without the table: written when it was back, or lost to it for ever.',
      type: 'counter',
      samples: each((one, task) => by('outcome', Object.entries(one.late), task)),
    },
    {
      name: 'subsecond_members_asked_total',
      help: 'Runs of members for the answers that went out.',
      type: 'counter',
      samples: each((one, task) => [{ labels: { task }, value: one.membersRun }]),
    },
    {
      name: 'subsecond_lacking_answers_total',
      help: 'Answers for want of time: shortened (fewer members than it takes to decide) or fallback (none).',
      type: 'counter',
      samples: each((one, task) => by('outcome', Object.entries(one.lacking), task)),
    },
  ];
}
