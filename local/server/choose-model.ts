/** Which task of a service a request is for. Everything is looked up in tables that are made once. */
import { ownAddresses, plainAddresses } from '../../functions/inference/contracts/clients.ts';

/** How an address ends below which anything may follow. */
const ANYTHING = '/{proxy+}';

/** What is needed of a task. */
export interface AddressedModel {
  readonly name: string;
  readonly contracts: readonly string[];
}

/** The task that a request is for; a path that belongs to none is the first one's to refuse. */
export type ChooseModel<Task> = (method: string, path: string) => Task;

/**
 * Prepares the choice: a path that names a task is that task's, any other belongs to the first task that has it.
 *
 * @param tasks at least one
 * @param secret first segment of every path, where strangers are kept away by one
 */
export function chooseAmong<Task extends AddressedModel>(
  tasks: readonly [Task, ...Task[]],
  secret?: string,
): ChooseModel<Task> {
  const [first] = tasks;
  if (tasks.length === 1) return () => first;
  const { exact, below, deepest } = tabulate(tasks);
  const prefix = `/${secret ?? ''}`;
  return (method, full) => {
    const path = secret !== undefined && full.startsWith(`${prefix}/`) ? full.slice(prefix.length) : full;
    // A path that a task has for another method is that task's to refuse.
    const found = exact.get(`${method === 'HEAD' ? 'GET' : method} ${path}`) ?? exact.get(path);
    return found ?? findBelow(below, deepest, path) ?? first;
  };
}

interface Tables<Task> {
  /** By path, and by method and path. */
  readonly exact: ReadonlyMap<string, Task>;
  /** By what comes before anything else. */
  readonly below: ReadonlyMap<string, Task>;
  /** Slashes in the longest of those. */
  readonly deepest: number;
}

function tabulate<Task extends AddressedModel>(tasks: readonly Task[]): Tables<Task> {
  const exact = new Map<string, Task>();
  const below = new Map<string, Task>();
  const add = (map: Map<string, Task>, key: string, task: Task) => {
    if (!map.has(key)) map.set(key, task);
  };
  // Paths that name a task come first: no other task can have them.
  for (const addresses of [
    ownAddresses,
    (_: string, contracts: readonly string[]) => plainAddresses(contracts),
  ]) {
    for (const task of tasks) {
      for (const { method, path } of addresses(task.name, task.contracts)) {
        if (path.endsWith(ANYTHING)) {
          add(below, path.slice(0, -ANYTHING.length), task);
        } else {
          add(exact, `${method} ${path}`, task);
          add(exact, path, task);
        }
      }
    }
  }
  const deepest = Math.max(0, ...[...below.keys()].map((path) => path.split('/').length - 1));
  return { exact, below, deepest };
}

/** Looks only as deep as there is something, however many slashes a path has. */
function findBelow<Task>(below: ReadonlyMap<string, Task>, deepest: number, path: string): Task | undefined {
  let end = path.indexOf('/', 1);
  for (let depth = 1; depth <= deepest && end !== -1; depth += 1) {
    const found = below.get(path.slice(0, end));
    if (found) return found;
    end = path.indexOf('/', end + 1);
  }
  return undefined;
}
