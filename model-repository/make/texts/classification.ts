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
    const { problem_type: problem, id2label = {} } = readConfig(folderOf(first.source));
    const said = numberedLabels(Object.keys(id2label).length).map((id) => id2label[id] ?? id);
    // As Transformers decides it: independent labels, or a single score, by sigmoid.
    const isSigmoid = problem === 'multi_label_classification' || said.length === 1;
    const plan = await planTexts(models);
    const output = {
      ...(name !== undefined && { name }),
      scores: scores === 'probabilities' ? scores : isSigmoid ? 'sigmoid' : 'softmax',
    };
    return {
      ...plan,
      contracts: ['predictions'],
      fields: plan.fields.map((fields) => ({ ...fields, output })),
      labels: given ?? (said.length > 0 ? said : numberedLabels(scoreCount(first))),
    };
  },
};

function scoreCount({ member: { graph } }: LoadedModel): number {
  return sizeOf(graph.outputs.find(({ shape }) => shape.length === 2)?.shape[1]) ?? 1;
}
