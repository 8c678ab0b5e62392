/** What decides how many alarms a task has. */
export interface AlarmedTask {
  /** Whether the alarms of the address are counted with it. */
  readonly isFirst: boolean;
  /** Whether a request that finds no warm environment is one. */
  readonly watchesSpillOver: boolean;
  /** Whether silence is one. */
  readonly watchesSilence: boolean;
  /** Whether a synthetic question without an answer is one. */
  readonly syntheticQuestion: boolean;
  /** Whether target tracking moves the number of its warm environments. */
  readonly isTracked: boolean;
}

/**
 * The alarms of a deployment (lib/monitoring/alarms): two of its address, seven of each task, three more that not every
 * task has, and the two that target tracking makes, for too much and for too little.
 */
export function alarmsOf(task: AlarmedTask): number {
  const { isFirst, watchesSpillOver, watchesSilence, syntheticQuestion, isTracked } = task;
  const more = [watchesSpillOver, watchesSilence, syntheticQuestion].filter(Boolean).length;
  return (isFirst ? 2 : 0) + 7 + more + (isTracked ? 2 : 0);
}
