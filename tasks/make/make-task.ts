/** From files of models to a task's folder that is known to work. */
import { hash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findContract } from '../../functions/inference/contracts/contracts.ts';
import { readManifest } from '../../functions/inference/model/manifest.ts';
import { ModelError } from '../../functions/inference/model/model-error.ts';
import { exportedModel } from '../exported-folder.ts';
import { readSingleFile } from '../onnx/single-file.ts';
import { TaskError } from '../task-error.ts';
import { withWork } from '../work/manifest-work.ts';
import { countMembers } from '../work/member-work.ts';
import { chooseKind } from './choose-kind.ts';
import { describeTask, LABELS_FILE, labelText, type MemberFile } from './describe-task.ts';
import type { KindPlan } from './kind-plan.ts';
import { readLabelFile } from './label-file.ts';
import { type LoadedModel, loadModel } from './loaded-model.ts';
import { manifestText } from './manifest-text.ts';
import type { ModelOptions } from './model-options.ts';
import { memberName, taskNameOf } from './names.ts';
import { moveIntoPlace } from './place.ts';
import { planPictures } from './plan-pictures.ts';
import { planTensors } from './plan-tensors.ts';
import { isTextKind, planTexts, textKindOf } from './plan-texts.ts';
import { type TriedTask, tryTask } from './try-task.ts';

/** Where to make a task. */
export interface Destination {
  /** The folder that gets the task's folder. */
  readonly parent: string;
  /** Whether a folder that is there already is written over. */
  readonly force: boolean;
  /** Its version where options name none. @default 'first' */
  readonly version?: 'first' | 'hash';
  /** Told what takes long. */
  readonly progress?: (line: string) => void;
}

export interface MadeTask {
  readonly directory: string;
  readonly tried: TriedTask;
  /** What people should know of it. */
  readonly notes: readonly string[];
}

/** Kinds whose answers are of a list. */
const LABELLED = ['image-labels', 'text-classification'];
/** Files of more bytes take seconds to load. */
const LARGE_BYTES = 50_000_000;

/**
 * Makes a task of one model or several: ONNX files, or folders that they were exported into. Nothing is left behind when that fails.
 *
 * @throws {TaskError} saying what is wrong, in the words of what the graphs take and give
 */
export async function makeTask(
  files: readonly string[],
  options: ModelOptions,
  { parent, force, version = 'first', progress }: Destination,
): Promise<MadeTask> {
  const task = options.name ?? taskNameOf(files[0] as string);
  const directory = path.join(parent, task);
  const staging = path.join(parent, `.${task}-${process.pid}`);
  await mkdir(staging, { recursive: true });
  try {
    const labels = options.labels === undefined ? undefined : await readLabelFile(options.labels);
    const members: MemberFile[] = [];
    const models: LoadedModel[] = [];
    for (const source of files) {
      const exported = exportedModel(source) ?? source;
      const bytes = await readSingleFile(exported);
      if (bytes.length > LARGE_BYTES) {
        progress?.(`Loading ${source}, ${(bytes.length / 1e6).toFixed(0)} MB …`);
      }
      const name = memberName(source, members);
      const file = `${name}.onnx`;
      await writeFile(path.join(staging, file), bytes);
      members.push({ name, file, sha256: hash('sha256', bytes) });
      models.push(await loadModel(path.join(staging, file), exported));
    }
    const first = models[0] as LoadedModel;
    const kind = options.kind ?? textKindOf(first) ?? chooseKind(options, first.member.graph);
    requireFitting(kind, files, options);
    const plan = await planKind(kind, models, labels, options);
    await writeFiles(staging, describeTask(task, kind, members, plan, options, version), plan);
    const tried = await tryTask(staging);
    await writeWork(staging, tried);
    await moveIntoPlace(staging, directory, force);
    return { directory, tried, notes: plan.notes };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    throw new TaskError(error.message.replaceAll(staging, directory), { cause: error });
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

function planKind(
  kind: string,
  models: readonly LoadedModel[],
  labels: readonly string[] | undefined,
  options: ModelOptions,
): Promise<KindPlan> {
  if (kind === 'image-labels') return planPictures(models, labels, options);
  if (kind === 'tensor') return planTensors(models, options);
  if (isTextKind(kind)) return planTexts(kind, models, labels, options);
  throw new TaskError(`a task of kind ${kind} is made by hand: see docs/your-own-model.md`, { exitCode: 2 });
}

/** @throws {TaskError} of exit code 2 that says all that does not fit */
function requireFitting(kind: string, files: readonly string[], options: ModelOptions): void {
  const wrong: string[] = [];
  if (options.weights && options.weights.length !== files.length) {
    wrong.push(`--weight has ${options.weights.length} values for ${files.length} files`);
  }
  for (const name of options.contracts ?? []) {
    const kinds = findContract(name)?.kinds;
    if (kinds && !kinds.includes(kind))
      wrong.push(`--contract ${name} is for ${kinds.join(', ')}, not ${kind}`);
  }
  if (options.labels !== undefined && !LABELLED.includes(kind)) {
    wrong.push(`--labels is for ${LABELLED.join(' and ')}, not ${kind}`);
  }
  if (wrong.length > 0) throw new TaskError(wrong.join('; '), { exitCode: 2 });
}

async function writeFiles(folder: string, manifest: object, { labels, files = {} }: KindPlan): Promise<void> {
  for (const [name, bytes] of Object.entries(files)) await writeFile(path.join(folder, name), bytes);
  await writeFile(path.join(folder, 'ensemble.json'), manifestText(manifest));
  if (labels) await writeFile(path.join(folder, LABELS_FILE), labelText(labels));
}

/** What members have to do for a question is counted once, here. */
async function writeWork(folder: string, { task }: TriedTask): Promise<void> {
  const file = path.join(folder, 'ensemble.json');
  const works = await countMembers(folder, await readManifest(folder), task.ensemble.kind);
  await writeFile(file, withWork(await readFile(file, 'utf8'), works));
}
