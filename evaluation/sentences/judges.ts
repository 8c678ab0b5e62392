/** Who predicts the samples of a model of the pipeline `text-correction`: its members in this process, or a service over HTTP. */
import type { Sample } from '../../functions/inference/contracts/client.ts';
import type { Vote } from '../../functions/inference/pipelines/pipeline.ts';
import type { SentencePrediction } from '../../functions/inference/pipelines/text-correction/types.ts';
import type { FoundModel } from '../../model-repository/find-model.ts';
import { loadLocalModel } from '../../model-repository/local-requests.ts';
import type { SendToService } from '../service.ts';

/** The name of what a caller gets, among judges. */
export const AS_PREDICTED = 'as predicted';

/** The predictions for one sample. */
export interface Predictions {
  /** By judge: each member as if it were alone, and what a caller gets. */
  readonly sentences: ReadonlyMap<string, string>;
  readonly milliseconds: ReadonlyMap<string, number>;
  /** Members that a service runs before the prediction is certain; undefined where it does not say. */
  readonly membersRun: number | undefined;
  /** Of what a caller gets, 0 to 1; left out where no member ran, and by a service, which does not say. */
  readonly confidence?: number;
}

export interface Judge {
  predict(sample: Sample): Promise<Predictions>;
}

/** The model's own members, through the service's own decoder and `predict`. */
export async function memberJudge(model: FoundModel, threads: number): Promise<Judge> {
  const { ensemble, inputOf } = await loadLocalModel(model, threads);
  const { pipeline, memberNames } = ensemble;
  return {
    async predict(sample) {
      const request = inputOf(sample);
      const started = performance.now();
      const feeds = await pipeline.decode(request);
      const decoding = performance.now() - started;
      const { output, votes, decidedAfter } = await ensemble.predict(request, feeds, { everyMember: true });
      const { text, confidence } = output as SentencePrediction;
      const alone = (vote: Vote<unknown>) =>
        (pipeline.combine([vote], 0, request).output as SentencePrediction).text;
      const membersRun = decidedAfter ?? votes.length;
      const needed = votes
        .slice(0, membersRun)
        .reduce((sum, { milliseconds }) => sum + milliseconds, decoding);
      return {
        // Where members have nothing to say, none runs, and each would leave the sentence as it is.
        sentences: new Map([
          ...memberNames.map((name): [string, string] => [name, text]),
          ...votes.map((vote): [string, string] => [vote.name, alone(vote)]),
          [AS_PREDICTED, text],
        ]),
        milliseconds: new Map([
          ...votes.map(({ name, milliseconds }): [string, number] => [name, milliseconds]),
          [AS_PREDICTED, needed],
        ]),
        membersRun,
        ...(votes.length > 0 && { confidence }),
      };
    },
  };
}

/** A running service. @param send sends it one sample */
export function serviceJudge(send: SendToService): Judge {
  return {
    async predict(sample) {
      const { prediction, membersRun, milliseconds } = await send(sample);
      return {
        sentences: new Map([[AS_PREDICTED, prediction]]),
        milliseconds: new Map([[AS_PREDICTED, milliseconds]]),
        membersRun,
      };
    },
  };
}
