/** The pipeline `image-classification`. */

import { checkImageLabels } from '../../functions/inference/pipelines/image-classification/manifest.ts';
import type { LabelPrediction } from '../../functions/inference/pipelines/image-classification/prediction.ts';
import { readLabels, topLabels } from '../../functions/inference/pipelines/labels.ts';
import { readSamples } from '../../model-repository/samples.ts';
import type { Kind } from './kind.ts';
import { labelledOf, listSamples } from './labelled-samples.ts';

export const pictures: Kind = {
  what: 'pictures',
  async samplesOf({ directory }, { images }) {
    if (images !== undefined) return { samples: await listSamples(images, directory), place: images };
    return { samples: labelledOf(await readSamples(directory)), place: `the samples of ${directory}` };
  },
  async labelsOf({ directory, manifest }) {
    const own = checkImageLabels(manifest, directory);
    return { listed: await readLabels(directory, own), reject: own.reject?.answer };
  },
  bestOf: (memberOutput, listed) => topLabels(memberOutput as Float32Array, listed, 1)[0]?.label ?? '',
  predictionOf(output) {
    const { label, ranking, confidence, rejected } = output as LabelPrediction;
    return { predicted: label, best: ranking[0]?.label ?? '', sureness: { confidence, refused: rejected } };
  },
};
