/** Pipeline `token-classification`: texts in, their entities out. */
import * as v from 'valibot';
import { ModelError } from '../../model/model-error.ts';
import type { Tensor } from '../../model/tensors.ts';
import { definePipeline, type OpenedPipeline } from '../shared/define-pipeline.ts';
import { LabelsSchema, readLabels } from '../shared/labels.ts';
import { outputOf, tensorOutputs } from '../shared/tensors.ts';
import { explainedMembers, meansOf, requireProbabilities, softmax } from '../shared/votes.ts';
import { BLANK_TOKENS, textEncoder } from '../text/encoded-texts.ts';
import { findOutput, TEXT_FIELDS } from '../text/format.ts';
import { TEXT, type TextInput, type TextOutput, TRUNCATED, textsIn } from '../text/tensor-view.ts';
import { type Entity, entitiesIn, openPlacingTokenizer, STRATEGIES, type Strategy } from './entities.ts';

const TEXTS_SHOWN = 20;

export interface EntityRequest extends TextInput {
  /** @default the field `aggregation` of `ensemble.json` */
  readonly strategy?: Strategy | undefined;
}

export interface TextEntities extends TextOutput {
  /** Entities of each text, in the order in which they occur. */
  readonly entities: readonly (readonly Entity[])[];
}

type Opened = OpenedPipeline<EntityRequest, readonly Float32Array[], TextEntities>;

export const tokenClassification = definePipeline({
  name: 'token-classification',
  fields: v.looseObject({
    ...TEXT_FIELDS,
    labels: LabelsSchema,
    /** Default of a request's `aggregation_strategy`, the parameter of Hugging Face's pipeline. */
    aggregation: v.optional(v.picklist(STRATEGIES), 'simple'),
  }),
  async open(manifest, directory, graphs): Promise<Opened> {
    const labels = await readLabels(directory, manifest);
    const wanted = { ranks: [3], text: 'FP32 [N, L, labels]' };
    const outputs = graphs.map((graph) => findOutput(graph, manifest.output.name, ['logits'], wanted).name);
    if (manifest.members.some(({ tokenizer, maxTokens }) => tokenizer ?? maxTokens)) {
      throw new ModelError(
        `${directory}: members of a model of pipeline token-classification vote on tokens, so they must share one ` +
          'tokenizer and one "maxTokens", or be added as separate models',
      );
    }
    const encoder = textEncoder(manifest, directory, graphs, openPlacingTokenizer);
    return {
      labels: { labels },
      ...encoder.steps,
      outputsOf: (member) => [outputs[member]!],
      read(given, member, { attention_mask: mask }) {
        const { data, shape } = given[outputs[member]!] as Tensor & { datatype: 'FP32' };
        const width = shape[2]!;
        // In a batch, the scores of padding follow those of the tokens, and are left out.
        const probabilities = new Float32Array(mask!.shape[1]! * width);
        for (let start = 0; start < probabilities.length; start += width) {
          probabilities.set(softmax(data.subarray(start, start + width)), start);
        }
        return [probabilities];
      },
      check([probabilities], member) {
        const width = probabilities!.length / Math.min(BLANK_TOKENS, manifest.maxTokens);
        const { file } = graphs[member]!;
        const ofLast = probabilities!.subarray(-width);
        requireProbabilities(ofLast, labels.length, true, file, 'its output must be logits of each token');
      },
      combine(votes, weightLeft, request) {
        const { strategy = manifest.aggregation } = request;
        const means = meansOf(votes).map((mean) => Float32Array.from(mean));
        // The blank request has tokens but no texts, so this finds no entities in it.
        const entities = encoder
          .textsOf(request)
          .map((text, index) => entitiesIn(text, means[index]!, labels, strategy));
        return { output: { entities, ...encoder.textOutput(request) }, decided: weightLeft === 0 };
      },
      summary({ entities: [{ length } = [], ...others] }) {
        if (others.length > 0) return { prediction: `${others.length + 1} texts` };
        return { prediction: length === 1 ? '1 entity' : `${length} entities` };
      },
      explain: (votes, { entities, tokens, truncated }) => ({
        members: explainedMembers(votes),
        tokens,
        truncated,
        texts: entities.slice(0, TEXTS_SHOWN),
      }),
      tensors: {
        inputs: [TEXT],
        input: textsIn,
        ...tensorOutputs<TextEntities>([
          outputOf('entities', 'BYTES', [-1], ({ entities }) => entities.map((list) => JSON.stringify(list))),
          TRUNCATED,
        ]),
      },
    };
  },
});
