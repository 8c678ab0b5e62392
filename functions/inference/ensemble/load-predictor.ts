/** The ensemble in this process as a predictor. */
import type { Manifest } from '../model/manifest.ts';
import { type EnsembleOptions, loadEnsemble } from './ensemble.ts';
import type { Predictor } from './predictor.ts';

/**
 * Loads, verifies and warms up the members of a model. The predictor decodes inputs, runs the ensemble, and explains its votes.
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
      const { votes, ...prediction } = await ensemble.predict(input, options);
      const runs = votes.map(({ name, milliseconds, batch }) => ({ name, milliseconds, batch }));
      const explanation = options.explain ? pipeline.explain(votes, prediction.output) : undefined;
      return { ...prediction, runs, explanation };
    },
  };
  return { predictor, pipeline, graphs };
}
