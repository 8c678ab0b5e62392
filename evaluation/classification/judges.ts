/** Who predicts samples: the members of a model in this process, or a service over HTTP. */
import type { Sample } from '../../functions/inference/contracts/client.ts';
import type { FoundModel } from '../../model-repository/find-model.ts';
import { loadLocalModel } from '../../model-repository/local-requests.ts';
import type { JudgedPrediction } from '../certainty.ts';
import type { SendToService } from '../service.ts';
import type { Kind, Labels } from './kind.ts';
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

/**
 * Those of the service under evaluation, which may have another version of the model than this repository.
 *
 * @param own labels of the model here, for a service that does not say its own
 * @throws {Error} when the service does not respond
 */
export async function serviceLabelsOf(
  { listed, url }: ServicePlace,
  own: () => Promise<Labels>,
): Promise<Labels> {
  if (listed) return { listed: listed.labels, reject: listed.reject };
  console.error(`${url} does not say its labels: judged by those of the model here`);
  return own();
}

/** The model's own members, through the service's own decoder and `predict`. */
export async function memberJudge(
  model: FoundModel,
  kind: Kind,
  labels: Labels,
  threads: number,
): Promise<Judge> {
  const { ensemble, inputOf } = await loadLocalModel(model, threads);
  return {
    async predict(sample) {
      const input = inputOf(sample);
      const feeds = await ensemble.pipeline.decode(input);
      const { output, votes, decidedAfter } = await ensemble.predict(input, feeds, { everyMember: true });
      const { predicted, best: top, sureness } = kind.predictionOf(output, labels);
      const best = votes.map(({ name, memberOutput }): [string, string] => {
        return [name, kind.bestOf(memberOutput, labels)];
      });
      const unanimous = best.length > 1 && best.every(([, label]) => label === top);
      return {
        predicted,
        best: new Map([...best, ['ensemble', top]]),
        milliseconds: new Map(votes.map(({ name, milliseconds }) => [name, milliseconds])),
        membersRun: decidedAfter ?? votes.length,
        ...(sureness && { sureness: { ...sureness, unanimous } }),
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
