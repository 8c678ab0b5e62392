/** What is missing at an address that begins as those of the contract do. */
import { quote } from '../../model/tensors.ts';
import { Problem } from '../../problems/problems.ts';
import { taskPath } from '../addresses.ts';
import type { TaskInfo } from '../contract.ts';

/** An unknown task, one that is asked elsewhere, or nothing that the contract knows. */
export function missingAt(path: string, { name, tasks }: Pick<TaskInfo, 'name' | 'tasks'>): Problem {
  const [, , asked = ''] = path.split('/');
  const known = tasks.map((task) => task.name);
  if (!known.includes(asked)) {
    const list = known.map(quote).join(', ');
    return new Problem('not-found', `There is no task ${quote(asked)}; there is ${list}.`);
  }
  const where = asked === name ? '/docs' : `${taskPath(asked)}/docs`;
  return new Problem('not-found', `There is nothing at this path; see ${where} for what there is.`);
}
