/** Makes models of the pipeline `text-classification`. */
import { textClassification } from '../../../functions/inference/pipelines/text-classification/pipeline.ts';
import { folderOf, readConfig } from '../../exported-folder.ts';
import { numberedLabels } from '../describe-model.ts';
import { type LoadedModel, type Planner, sizeOf } from '../planner.ts';
import { planTexts, takesTexts } from './plan-texts.ts';

export const textClassificationPlanner: Planner = {
  pipeline: textClassification.name,
  fits: (model) =>
    takesTexts(model) &&
    model.member.graph.outputs.some(({ name, shape }) => name === 'logits' && shape.length === 2),
  async plan(models, given, { output: { name, scores } }) {
    const [first] = models as [LoadedModel];
    const folder = folderOf(first.source);
    const plan = await planTexts(models);
    const output = {
      ...(name !== undefined && { name }),
      scores: scores === 'probabilities' ? scores : scoresIn(folder),
    };
    return {
      ...plan,
      contracts: ['predictions'],
      fields: plan.fields.map((fields) => ({ ...fields, output })),
      labels: given ?? labelsIn(folder) ?? numberedLabels(scoreCount(first)),
    };
  },
};

/** As Transformers decides it: independent labels, or a single score, by sigmoid. */
function scoresIn(folder: string): 'softmax' | 'sigmoid' {
  const { problem_type: problem, id2label } = readConfig(folder);
  const isSingle = id2label !== undefined && Object.keys(id2label).length === 1;
  return problem === 'multi_label_classification' || isSingle ? 'sigmoid' : 'softmax';
}

function labelsIn(folder: string): string[] | undefined {
  const { id2label } = readConfig(folder);
  return id2label && numberedLabels(Object.keys(id2label).length).map((id) => id2label[id] ?? id);
}

function scoreCount({ member: { graph } }: LoadedModel): number {
  return sizeOf(graph.outputs.find(({ shape }) => shape.length === 2)?.shape[1]) ?? 1;
}
