/** Makes a model's folder from ONNX files, and tests it. */

import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findContract } from '../../functions/inference/contracts/contracts.ts';
import { BatchError, ModelError } from '../../functions/inference/model/model-error.ts';
import { bytesOf } from '../../functions/inference/model/model-file.ts';
import { defined } from '../../project/defined.ts';
import { UsageError } from '../../project/usage-error.ts';
import { exportedModel } from '../exported-folder.ts';
import { kindOf } from '../kinds.ts';
import { tryModel } from '../local-model.ts';
import { copyModel, memberName, modelNameOf, moveIntoPlace, requireFree } from '../model-files.ts';
import { describeModel, labelsBeside, readLabelFile } from './describe-model.ts';
import { writeExampleSample } from './example-sample.ts';
import { COMMON_OPTIONS, type ModelOptions } from './model-options.ts';
import { objectDetectionPlanner } from './plans/plan-detectors.ts';
import { featureExtractionPlanner, givesStates } from './plans/plan-embeddings.ts';
import { imageClassificationPlanner, imageFeatureExtractionPlanner } from './plans/plan-pictures.ts';
import { tensorPlanner } from './plans/plan-tensors.ts';
import {
  textClassificationPlanner,
  textRankingPlanner,
  tokenClassificationPlanner,
} from './plans/plan-texts.ts';
import { type LoadedModel, loadModel, type PipelinePlan, type Planner } from './plans/planner.ts';

/** The folder in which the model's folder is made, whether an existing folder is overwritten, and the default version. */
type Destination = { readonly parent: string; readonly force: boolean; readonly version?: 'first' | 'hash' };

/** Larger files take seconds to load. */
const LARGE_BYTES = 50_000_000;

/**
 * Makes a model of one ONNX file or several, or of exported folders. A failure leaves nothing behind.
 * @throws {UsageError | ModelError} that says what is wrong; for unsuitable graphs, with their inputs and outputs
 */
export async function makeModel(
  files: readonly string[],
  options: ModelOptions,
  { parent, force, version = 'first' }: Destination,
) {
  const model = options.name ?? modelNameOf(files[0]!);
  const directory = path.join(parent, model);
  const staging = path.join(parent, `.${model}-${process.pid}`);
  // Checked now, because loading may take minutes.
  requireFree(directory, force);
  await mkdir(staging, { recursive: true });
  try {
    const given = options.labels === undefined ? undefined : await readLabelFile(options.labels);
    const members: Awaited<ReturnType<typeof copyModel>>[] = [];
    const models: LoadedModel[] = [];
    for (const source of files) {
      const exported = exportedModel(source) ?? source;
      const copied = await copyModel(exported, staging, memberName(source, members));
      members.push(copied);
      const bytes = bytesOf(staging, [copied]);
      if (bytes > LARGE_BYTES) console.error(`Loading ${source}, ${(bytes / 1e6).toFixed(0)} MB …`);
      models.push(await loadModel(path.join(staging, copied.file), exported));
    }
    const labels = given ?? labelsBeside(models[0]!);
    const planner = plannerOf(models[0]!, options);
    requireFitting(planner, files, options);
    const plan = await planner.plan(models, labels, options).catch((error) => {
      const { pipeline } = plannerOf(models[0]!, { ...options, pipeline: undefined });
      if (planner.pipeline === pipeline || !(error instanceof UsageError || error instanceof ModelError))
        throw error;
      throw new UsageError(`${error.message}; without --pipeline, the model gets the pipeline ${pipeline}`);
    });
    const tryPlan = async (tried: PipelinePlan) => {
      const described = describeModel(model, planner.pipeline, members, tried, options, version);
      for (const [name, bytes] of Object.entries(described)) await writeFile(path.join(staging, name), bytes);
      return { ...(await tryModel(staging)), directory, notes: tried.notes ?? [] };
    };
    const tried = await tryPlan(plan).catch((error) => {
      if (error instanceof BatchError) return tryPlan(withoutBatches(plan, error));
      throw error;
    });
    await moveIntoPlace(staging, directory, force);
    return { ...tried, example: await writeExampleSample(tried) };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    throw new ModelError(error.message.replaceAll(staging, directory), { cause: error });
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

function withoutBatches({ fields, notes = [], ...plan }: PipelinePlan, { why }: BatchError): PipelinePlan {
  return {
    ...plan,
    fields: fields.map(({ batch, ...others }) => others),
    notes: [...notes, `requests run one by one, not in batches: ${why}`],
  };
}

/** Checks options against the pipeline and the number of files. @throws {UsageError} that lists all mistakes */
function requireFitting(planner: Planner, files: readonly string[], options: ModelOptions): void {
  const { pipeline, options: used } = planner;
  const { weight = files, contract = [] } = options;
  const fits = weight.length === files.length;
  const wrong = fits ? [] : [`--weight has ${weight.length} values for ${files.length} files`];
  const accepted: readonly string[] = [...COMMON_OPTIONS, ...used];
  const unused = Object.keys(defined(options)).filter((option) => !accepted.includes(option));
  if (unused.length > 0) {
    wrong.push(
      `--${unused.join(', --')}: models of pipeline ${pipeline} take only --${used.join(', --')}, and the options of every model`,
    );
  }
  for (const name of contract) {
    const pipelines = findContract(name)?.pipelines;
    if (pipelines && !pipelines.includes(pipeline))
      wrong.push(`--contract ${name} is for ${pipelines.join(', ')}, not ${pipeline}`);
  }
  if (wrong.length > 0) throw new UsageError(wrong.join('; '));
}

/** `plannerOf` usually takes the first planner that fits. The last planner, for tensors, fits every model. */
const PLANNERS: readonly Planner[] = [
  textRankingPlanner,
  textClassificationPlanner,
  tokenClassificationPlanner,
  featureExtractionPlanner,
  objectDetectionPlanner,
  imageFeatureExtractionPlanner,
  imageClassificationPlanner,
  tensorPlanner,
];

/** @throws {UsageError} if `--pipeline` does not fit or needs a model made by hand @throws {ModelError} if a file is not JSON */
export function plannerOf(model: LoadedModel, options: ModelOptions): Planner {
  const { pipeline } = options;
  const { folder, graph } = model;
  const kind = kindOf(folder, graph);
  const fitting = PLANNERS.find((planner) => planner.fits(model, options)) ?? tensorPlanner;
  const own = kind && kind.pipelines.length === 0 && !kind.embeds ? tensorPlanner : fitting;
  if (pipeline === undefined) return own;
  const found = PLANNERS.find((planner) => planner.pipeline === pipeline);
  if (!found)
    throw new UsageError(`a model of pipeline ${pipeline} must be made by hand: see docs/your-own-model.md`);
  // Embeddings can be made of the states of tokens, whatever the model was trained for.
  const embeds = pipeline === featureExtractionPlanner.pipeline && givesStates(graph);
  if (!kind || found === tensorPlanner || kind.pipelines.includes(pipeline) || embeds) return found;
  throw new UsageError(
    `--pipeline ${pipeline} does not fit: the model is ${kind.is}, which pipeline ${own.pipeline} serves; leave the option out`,
  );
}
