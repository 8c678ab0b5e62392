/** The ensemble in this process as a predictor. */
import type { Manifest } from '../model/manifest.ts';
import { type EnsembleOptions, loadEnsemble } from './ensemble.ts';
import type { Predictor } from './predictor.ts';

/**
 * Loads, verifies and warms up the members of a model. The predictor decodes inputs, runs the ensemble, and explains its votes.
 *
 * @param directory folder with `ensemble.json` and the files that it names
 * @throws {ModelError} naming the file or field that cannot be used
 */
export async function loadPredictor(directory: string, manifest: Manifest, options: EnsembleOptions) {
  const ensemble = await loadEnsemble(directory, manifest, options);
  const { pipeline, graphs, warnings } = ensemble;
  for (const message of warnings)
    console.warn(JSON.stringify({ level: 'WARN', message, service: manifest.model }));
  const predictor: Predictor = {
    async predict(input, options) {
      const started = performance.now();
      const feeds = await pipeline.decode(input);
      const decoded = performance.now();
      const { output, votes, decidedAfter, lacking } = await ensemble.predict(input, feeds, options);
      return {
        output,
        runs: votes.map(({ name, milliseconds, batch }) => ({ name, milliseconds, batch })),
        decidedAfter,
        lacking,
        explanation: options.explain ? pipeline.explain(votes, output) : undefined,
        milliseconds: { decode: decoded - started, predict: performance.now() - decoded },
      };
    },
  };
  return { predictor, pipeline, graphs };
}
