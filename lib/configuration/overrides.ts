import { closest } from '../../project/closest.ts';
import { ConfigurationError } from './configuration-error.ts';
import type { ServiceSettings, TaskSettings } from './service-configuration.ts';
import { serviceSettings } from './service-settings.ts';
import { parseSetting, type Schema } from './setting.ts';
import { taskSettings } from './task-settings.ts';

const ofTasks: Schema = taskSettings;
const ofServices: Schema = serviceSettings;

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
    const task = own(ofTasks, name);
    const common = own(ofServices, name);
    if (task) {
      const group = dot < 0 ? everyTask : ofTask(typed.slice(0, dot));
      group[name] = parseSetting(task, typed, text);
    } else if (common) {
      if (dot >= 0)
        throw new ConfigurationError(`${name} is for the whole service: leave ${typed.slice(0, dot)}. out.`);
      service[name] = parseSetting(common, typed, text);
    } else {
      const names = Object.keys({ ...ofServices, ...ofTasks });
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

/** Names that every object has are none of settings. */
function own(schema: Schema, name: string): Schema[string] | undefined {
  return Object.hasOwn(schema, name) ? schema[name] : undefined;
}
