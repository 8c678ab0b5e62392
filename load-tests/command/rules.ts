import type { Demands } from '../options/options.ts';
import type { Rules } from '../verdict/judge.ts';

/** What a task, or the runs that are judged again, say of themselves. */
type OwnRules = Pick<Rules, 'limitMilliseconds' | 'accuracy'>;

/** What a run is judged by: the command line, and where it says nothing, the task. */
export function rulesOf(demands: Demands, own: OwnRules): Rules {
  return {
    ...demands,
    limitMilliseconds: demands.limitMilliseconds ?? own.limitMilliseconds,
    accuracy: demands.accuracy ?? own.accuracy,
  };
}
