/** The ensemble in this process as a predictor. */
import type { Manifest } from '../model/manifest.ts';
import { requirePipeline } from '../pipelines/pipelines.ts';
import { type Ensemble, type EnsembleOptions, loadEnsemble } from './ensemble.ts';
import type { Prediction, PredictOptions, Predictor } from './predictor.ts';

/** Decodes inputs, runs the ensemble, and explains its votes. */
export class EnsemblePredictor implements Predictor {
  readonly #ensemble: Ensemble;

  constructor(ensemble: Ensemble) {
    this.#ensemble = ensemble;
  }

  async predict(
    input: unknown,
    { deadline, millisecondsAfter, explain }: PredictOptions,
  ): Promise<Prediction> {
    const { pipeline } = this.#ensemble;
    const started = performance.now();
    const feeds = await pipeline.decode(input);
    const decoded = performance.now();
    const { output, votes, decidedAfter, lacking } = await this.#ensemble.predict(input, feeds, {
      everyMember: explain,
      millisecondsLeft: () => deadline.millisecondsLeft,
      millisecondsAfter,
    });
    return {
      output,
      runs: votes.map(({ name, milliseconds, batch = 1 }) => ({ name, milliseconds, batch })),
      decidedAfter,
      lacking,
      explanation: explain ? pipeline.explain(votes, output) : undefined,
      milliseconds: { decode: decoded - started, predict: performance.now() - decoded },
    };
  }
}

/**
 * Loads, verifies and warms up the members of a model.
 *
 * @param directory folder with `ensemble.json` and the files that it names
 * @throws {ModelError} naming the file or field that cannot be used
 */
export async function loadPredictor(directory: string, manifest: Manifest, options: EnsembleOptions) {
  const ensemble = await loadEnsemble(directory, manifest, requirePipeline(directory, manifest), options);
  return { predictor: new EnsemblePredictor(ensemble), pipeline: ensemble.pipeline, graphs: ensemble.graphs };
}
