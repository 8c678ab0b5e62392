/** What decides how many alarms a task has. */
export interface AlarmedTask {
  /** Whether the alarms of the address are counted with it. */
  readonly isFirst: boolean;
  /** Whether other tasks answer behind the same address. */
  readonly sharesAddress: boolean;
  /** Whether target tracking moves the number of its warm environments. */
  readonly isTracked: boolean;
}

/**
 * The alarms of a deployment (lib/monitoring): two of its address, four of each task and a fifth where it shares the
 * address, and the two that target tracking makes, for too much and for too little.
 */
export function alarmsOf({ isFirst, sharesAddress, isTracked }: AlarmedTask): number {
  return (isFirst ? 2 : 0) + 4 + (sharesAddress ? 1 : 0) + (isTracked ? 2 : 0);
}
