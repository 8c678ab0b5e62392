import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { workDirectory } from '../../project/paths.ts';
import { UsageError } from '../../project/usage-error.ts';

/** Texts by name of the setting, or by model and name with a dot between them. */
type Settings = Record<string, string>;

/** Sources of a deployment's settings: `--stage`, `--settings` and `--set`, each of which overrides those before it. */
export interface SettingsSources {
  /**
   * Name of a stage, whose file `stages/<stage>.json` is read in the current folder, or else in the project's folder.
   */
  readonly stage?: string | undefined;
  readonly settings?: string | undefined;
  readonly set?: readonly string[] | undefined;
}

/** Reads all settings of a deployment. @throws UsageError with one line that says what would be right */
export function readAllSettings({ stage, settings, set }: SettingsSources): Settings {
  return { ...readSettings(stageFile(stage)), ...readSettings(settings), ...readAssignments(set) };
}

function stageFile(stage: string | undefined): string | undefined {
  if (stage === undefined || !/^[\w-]+$/.test(stage)) return undefined;
  const file = join('stages', `${stage}.json`);
  return [resolve(file), join(workDirectory, file)].find((path) => existsSync(path));
}

/**
 * Reads every `--set name=value` and `--set model.name=value`; the last one for a name counts. @throws UsageError for
 * any other text
 */
function readAssignments(assignments: readonly string[] = []): Settings {
  const settings: Settings = {};
  for (const assignment of assignments) {
    const split = assignment.indexOf('=');
    if (split < 1) throw new UsageError(`--set takes name=value, not ${JSON.stringify(assignment)}.`);
    settings[assignment.slice(0, split)] = assignment.slice(split + 1);
  }
  return settings;
}

/**
 * Reads settings from a JSON file. Settings of a model are an object under its name: `{"throttleRate":
 * 50, "digits": {"memoryMegabytes": 1024}}`.
 * @throws UsageError if there is no such file, or it is not one JSON object
 */
export function readSettings(path: string | undefined): Settings {
  if (path === undefined) return {};
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new UsageError(`${path} must be a JSON file with settings: ${(error as Error).message}.`);
  }
  if (!isObject(content)) throw new UsageError(`${path} must hold one JSON object with settings.`);
  const settings: Settings = {};
  for (const [name, value] of Object.entries(content)) {
    if (!isObject(value)) settings[name] = String(value);
    else for (const [own, text] of Object.entries(value)) settings[`${name}.${own}`] = String(text);
  }
  return settings;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
