/** Where a task lies, by the name that people use for it. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Manifest, readManifest, TASK_NAME } from '../functions/inference/model/manifest.ts';
import { closest } from '../project/closest.ts';
import { commandLine } from '../project/command-line.ts';
import { isInstalled, modelRepository, dataDirectory as ownDataDirectory } from '../project/places.ts';
import { exportedModel } from './exported-folder.ts';
import { TaskError } from './task-error.ts';

export { TaskError } from './task-error.ts';

/** Without a name, a command means this task; where the package is installed, the first one that is there. */
export const DEFAULT_TASK = (isInstalled && taskNames()[0]) || 'handwriting';

/** A task's folder and what its `ensemble.json` says. */
export interface FoundTask {
  readonly directory: string;
  readonly manifest: Manifest;
}

/** Names of the tasks in the model repository. */
export function taskNames(repository: string = modelRepository): string[] {
  if (!existsSync(repository)) return [];
  return readdirSync(repository)
    .filter((name) => TASK_NAME.test(name) && existsSync(path.join(repository, name, 'ensemble.json')))
    .sort();
}

/**
 * The folder of a task.
 *
 * @param task a name in the model repository, or a folder with an `ensemble.json`
 * @throws {TaskError} when there is neither
 */
export function taskDirectory(task: string, repository: string = modelRepository): string {
  const named = path.join(repository, task);
  for (const directory of [named, path.resolve(task)]) {
    if (existsSync(path.join(directory, 'ensemble.json'))) return directory;
  }
  if (statSync(task, { throwIfNoEntry: false })?.isFile()) {
    throw new TaskError(
      `${task} is neither a task nor an ONNX file: expected a name, a folder with an ensemble.json, or a file whose name ` +
        'ends in .onnx',
      { exitCode: 2 },
    );
  }
  const names = taskNames(repository);
  const meant = closest(task, names);
  if (meant !== undefined)
    throw new TaskError(`there is no task "${task}": did you mean ${meant}?`, { exitCode: 2 });
  const expected = path.join(TASK_NAME.test(task) ? named : path.resolve(task), 'ensemble.json');
  throw new TaskError(
    `there is no task "${task}": expected the file ${expected}, a folder with one, or an ONNX file; ` +
      `tasks there are: ${names.join(', ') || `none yet, see ${commandLine('add')} --help`}`,
    { exitCode: 2 },
  );
}

/** Whether a name stands for an ONNX file, or a folder with an exported one, that has no task folder yet. */
export function isBareModel(task: string): boolean {
  return /\.onnx$/i.test(task) || exportedModel(task) !== undefined;
}

export interface FindOptions {
  /** @default models/ */
  readonly repository?: string;
  /** Where the folder of a bare ONNX file is made. @default '.subsecond' */
  readonly dataDirectory?: string;
}

/**
 * Finds a task and reads its `ensemble.json`. A bare ONNX file becomes a folder first.
 *
 * @param task a name in the model repository, a folder with an `ensemble.json`, or an ONNX file
 * @throws {TaskError} when there is none
 * @throws {ModelError} when its `ensemble.json` is wrong
 */
export async function findTask(
  task: string,
  { repository, dataDirectory = ownDataDirectory }: FindOptions = {},
): Promise<FoundTask> {
  if (isBareModel(task)) {
    // Only here is ONNX Runtime needed.
    const { serveBareModel } = await import('./bare-model.ts');
    return findTask(await serveBareModel(task, dataDirectory));
  }
  const directory = taskDirectory(task, repository);
  return { directory, manifest: await readManifest(directory) };
}
