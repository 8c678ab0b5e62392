/** Who predicts the samples of a model of the pipeline `image-classification`: its members in this process, or a service over HTTP. */
import type { Sample } from '../../functions/inference/contracts/client.ts';
import { topLabels } from '../../functions/inference/pipelines/image-classification/combine.ts';
import { checkImageLabels } from '../../functions/inference/pipelines/image-classification/manifest.ts';
import type { LabelPrediction } from '../../functions/inference/pipelines/image-classification/prediction.ts';
import { readLabels } from '../../functions/inference/pipelines/labels.ts';
import type { FoundModel } from '../../model-repository/find-model.ts';
import { loadLocalModel } from '../../model-repository/local-requests.ts';
import type { JudgedPrediction } from '../certainty.ts';
import type { SendToService } from '../service.ts';
import type { ServicePlace } from './service-place.ts';

/** The predictions for one sample; `predicted` is what a caller gets. */
export interface Predictions {
  readonly predicted: string;
  /** Best label of each member and of the ensemble's mean, before the reject threshold. */
  readonly best: ReadonlyMap<string, string>;
  /** Time of each member's inference. */
  readonly milliseconds: ReadonlyMap<string, number>;
  /** Members that a service runs before the prediction is certain; undefined where it does not say. */
  readonly membersRun: number | undefined;
  /** How sure the ensemble is; a service does not say. */
  readonly sureness?: Pick<JudgedPrediction, 'confidence' | 'refused' | 'unanimous'>;
}

export interface Judge {
  predict(sample: Sample): Promise<Predictions>;
}

/** The labels that a prediction can have. */
export interface Labels {
  /** In the order of the members' outputs. */
  readonly listed: readonly string[];
  /** The right prediction for everything that is not listed; undefined where the model rejects nothing. */
  readonly reject: string | undefined;
}

/** @throws {ModelError} when what `ensemble.json` says of labels cannot be used */
export async function labelsOf({ directory, manifest }: FoundModel): Promise<Labels> {
  const own = checkImageLabels(manifest, directory);
  return { listed: await readLabels(directory, own), reject: own.reject?.answer };
}

/**
 * Those of the service under evaluation, which may have another version of the model than this repository.
 *
 * @throws {Error} when the service does not respond
 */
export async function serviceLabelsOf(model: FoundModel, service: ServicePlace): Promise<Labels> {
  const { listed } = service;
  if (listed) return { listed: listed.labels, reject: listed.reject };
  console.error(`${service.url} does not say its labels: judged by those of ${model.directory}`);
  return labelsOf(model);
}

/** The model's own members, through the service's own decoder and `predict`. */
export async function memberJudge(model: FoundModel, { listed }: Labels, threads: number): Promise<Judge> {
  const { ensemble, inputOf } = await loadLocalModel(model, threads);
  return {
    async predict(sample) {
      const input = inputOf(sample);
      const feeds = await ensemble.pipeline.decode(input);
      const { output, votes, decidedAfter } = await ensemble.predict(input, feeds, { everyMember: true });
      const { label, ranking, confidence, rejected } = output as LabelPrediction;
      const best = votes.map(({ name, memberOutput }): [string, string] => {
        return [name, topLabels(memberOutput as Float32Array, listed, 1)[0]?.label ?? ''];
      });
      return {
        predicted: label,
        best: new Map([...best, ['ensemble', ranking[0]?.label ?? '']]),
        milliseconds: new Map(votes.map(({ name, milliseconds }) => [name, milliseconds])),
        membersRun: decidedAfter ?? votes.length,
        sureness: {
          confidence,
          refused: rejected,
          unanimous: best.length > 1 && best.every(([, top]) => top === ranking[0]?.label),
        },
      };
    },
  };
}

/** A running service. @param send sends it one sample */
export function serviceJudge(send: SendToService): Judge {
  return {
    async predict(sample) {
      const { prediction, membersRun } = await send(sample);
      return { predicted: prediction, best: new Map(), milliseconds: new Map(), membersRun };
    },
  };
}
