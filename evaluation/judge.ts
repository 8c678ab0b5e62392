/** Predicts samples by the members of a model in this process, with the service's own code. */
import type { Sample } from '../functions/inference/contracts/client.ts';
import type { Pipeline } from '../functions/inference/pipelines/pipeline.ts';
import type { FoundModel } from '../model-repository/find-model.ts';
import { type LocalPrediction, loadLocalModel } from '../model-repository/local-requests.ts';

export interface Judged extends LocalPrediction {
  readonly pipeline: Pipeline;
  /** The prediction in the response. @throws {Error} if there is none */
  prediction(): string;
  /** Time until the prediction is decided, including decoding. */
  readonly milliseconds: number;
  /** Members that a service runs before the prediction is decided. */
  readonly membersRun: number;
}

/** Loads a model's members and its information. */
export async function openJudge(model: FoundModel) {
  const { predict, ensemble, info } = await loadLocalModel(model);
  const { pipeline } = ensemble;
  const judge = async (sample: Sample): Promise<Judged> => {
    const predicted = await predict(sample);
    const { votes, decidedAfter: membersRun = votes.length, decodingMilliseconds } = predicted;
    const needed = votes.slice(0, membersRun);
    return {
      ...predicted,
      pipeline,
      prediction() {
        const reply = predicted.reply();
        if ('error' in reply) throw new Error(`${sample.name}: ${reply.error}`);
        return reply.prediction;
      },
      milliseconds: needed.reduce((sum, { milliseconds }) => sum + milliseconds, decodingMilliseconds),
      membersRun,
    };
  };
  return { judge, info };
}
