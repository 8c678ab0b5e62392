/** Makes models of the pipeline `feature-extraction`. */

import path from 'node:path';
import { ModelError } from '../../../functions/inference/model/model-error.ts';
import { OUTPUTS } from '../../../functions/inference/pipelines/feature-extraction/pipeline.ts';
import { POOLING } from '../../../functions/inference/pipelines/shared/embeddings.ts';
import { defined } from '../../../project/defined.ts';
import { readJson } from '../../exported-folder.ts';
import { planTexts, takesTexts } from './plan-texts.ts';
import type { LoadedModel, Planner } from './planner.ts';

export const featureExtractionPlanner: Planner = {
  pipeline: 'feature-extraction',
  options: ['output'],
  fits: (model) => takesTexts(model) && givesStates(model.graph),
  async plan(models, _labels, { output: name }) {
    const plan = await planTexts(models);
    // If there are modules, embeddings are normalised only if one of the modules does so. Without modules, embeddings are
    // normalised, because they are used for similarity.
    const normalize = models.some(({ folder }) => {
      const modules = modulesIn(folder);
      return modules.length === 0 || modules.some(({ name }) => name === 'Normalize');
    });
    return {
      ...plan,
      contracts: ['openai-embeddings', 'predictions'],
      fields: models.map((model, index) => ({
        ...plan.fields[index],
        output: defined({ name }),
        pooling: poolingOf(model),
        normalize,
      })),
    };
  },
};

/** Whether an output of a graph has one of the usual names for embeddings or for states of tokens. */
export function givesStates({ outputs }: LoadedModel['graph']): boolean {
  return outputs.some(({ name }) => OUTPUTS.includes(name));
}

/** The modules of sentence-transformers. The name of a module is the last part of its type. */
function modulesIn(folder: string): { readonly name: string; readonly path: string }[] {
  const modules: unknown = readJson(folder, 'modules.json');
  if (!Array.isArray(modules)) return [];
  return modules.map(({ type, path: below }) => ({ name: type.split('.').at(-1) ?? '', path: below }));
}

/** @throws {ModelError} if the modules do something that is not supported */
function poolingOf({ folder, graph }: LoadedModel): (typeof POOLING)[number] {
  if (graph.outputs.some(({ name }) => name === OUTPUTS[0])) return 'mean';
  const modules = modulesIn(folder);
  const unknown = modules.find(({ name }) => !['Transformer', 'Pooling', 'Normalize'].includes(name));
  if (unknown) {
    throw new ModelError(
      `${path.join(folder, 'modules.json')} has a module ${unknown.name}, which is not served: export the whole model, ` +
        'so that its graph gives "sentence_embedding"',
    );
  }
  const { path: below = '1_Pooling' } = modules.find(({ name }) => name === 'Pooling') ?? {};
  const config = readJson<Record<string, unknown>>(path.join(folder, below), 'config.json');
  const on = Object.keys(config).filter((name) => name.startsWith('pooling_mode_') && config[name] === true);
  const modes = on.map((name) => name.replace(/^pooling_mode_|_tokens?$/g, ''));
  if (typeof config.pooling_mode === 'string') modes.push(config.pooling_mode);
  const [mode = 'mean', ...others] = modes;
  const known = POOLING.find((pooling) => pooling === mode);
  if (known && others.length === 0) return known;
  throw new ModelError(
    `${path.join(folder, below, 'config.json')} asks for the pooling ${modes.join(' and ')}; supported: ${POOLING.join(', ')}`,
  );
}
