import { closest } from '../../project/closest.ts';
import { ConfigurationError } from './configuration-error.ts';
import { isField, parseField } from './field.ts';
import { serviceFields, taskFields } from './fields.ts';
import type { ServiceSettings, TaskSettings } from './stage-configuration.ts';

/** Settings that were, and what has taken their place. */
const retired: Readonly<Record<string, string>> = {
  serverSalt: 'serverSaltSecret, the name of a parameter or secret that holds the salt',
};

/** What was changed in a stage's configuration. */
export interface Overrides {
  readonly service: Partial<ServiceSettings>;
  readonly everyTask: Partial<TaskSettings>;
  readonly byTask: ReadonlyMap<string, Partial<TaskSettings>>;
}

/**
 * Sorts settings by what they hold for, and reads them.
 *
 * @param overrides texts by name, or by task and name with a dot between them
 * @param tasks the tasks of the service
 * @throws ConfigurationError at the first one that is none, or none of these tasks
 */
export function readOverrides(
  overrides: Readonly<Record<string, string>>,
  tasks: readonly string[],
): Overrides {
  const service: Record<string, unknown> = {};
  const everyTask: Record<string, unknown> = {};
  const byTask = new Map<string, Record<string, unknown>>(tasks.map((task) => [task, {}]));
  for (const [typed, text] of Object.entries(overrides)) {
    const dot = typed.lastIndexOf('.');
    const name = typed.slice(dot + 1);
    if (isField(taskFields, name)) {
      const group = dot < 0 ? everyTask : ofTask(typed.slice(0, dot));
      group[name] = parseField(taskFields[name], typed, text);
    } else if (isField(serviceFields, name)) {
      if (dot >= 0)
        throw new ConfigurationError(`${name} is for the whole service: leave ${typed.slice(0, dot)}. out.`);
      service[name] = parseField(serviceFields[name], typed, text);
    } else {
      const successor = Object.hasOwn(retired, name) ? retired[name] : undefined;
      if (successor) throw new ConfigurationError(`${name} is no longer a setting: use ${successor}.`);
      const names = Object.keys({ ...serviceFields, ...taskFields });
      const meant = closest(name, names);
      const hint = meant === undefined ? `; there are: ${names.join(', ')}.` : `: did you mean ${meant}?`;
      throw new ConfigurationError(`There is no setting ${name}${hint}`);
    }
  }
  return { service, everyTask, byTask };

  function ofTask(task: string): Record<string, unknown> {
    const group = byTask.get(task);
    if (group) return group;
    throw new ConfigurationError(
      `This service has no task ${JSON.stringify(task)}, but ${tasks.join(', ')}.`,
    );
  }
}
