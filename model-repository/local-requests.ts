/**
 * Requests without HTTP: a model's own contract makes them of its samples, for commands that run its members in this process.
 */
import type { Sample } from '../functions/inference/contracts/client.ts';
import type { InferenceRoute } from '../functions/inference/contracts/contract.ts';
import type { Vote } from '../functions/inference/pipelines/pipeline.ts';
import type { FoundModel } from './find-model.ts';
import { openRepositoryModel, type RepositoryModel } from './make/try-model.ts';
import { clientOf } from './request-source.ts';

/** Loads a model into this process, for requests. */
export async function loadLocalModel({ directory, manifest }: FoundModel) {
  const model = await openRepositoryModel(directory, manifest);
  return { ...model, ...requestsTo(model) };
}

/**
 * Functions that turn a sample into the pipeline's input, and predict it with every member. Both throw a `Problem` when the
 * service would refuse the sample.
 */
export function requestsTo({ manifest, ensemble, contracts }: RepositoryModel) {
  const { pipeline } = ensemble;
  const client = clientOf(manifest);
  const contract = contracts.find(({ name }) => name === client.contract);
  const send = (sample: Sample) => {
    const id = client.needsId ? 'local' : undefined;
    const request = client.request(sample, id, 0);
    const route = contract?.routes.find(
      (found): found is InferenceRoute => 'parse' in found && found.path === request.path,
    );
    if (!route) throw new Error(`${client.contract} has no route ${request.path}`);
    const body = Buffer.from(request.body as string);
    return { id, route, parsed: route.parse({ ...request, body, header: (name) => request.headers[name] }) };
  };
  return {
    inputOf: (sample: Sample) => send(sample).parsed.input,
    async predict(sample: Sample) {
      const { id, route, parsed } = send(sample);
      const { input } = parsed;
      const outcome = await ensemble.predict(input, { explain: true });
      const { output } = outcome;
      return {
        ...outcome,
        /** The output with this vote alone. */
        outputAlone: (vote: Vote<unknown>) => pipeline.combine([vote], 0, input).output,
        /** The response as a caller's client reads it. */
        reply() {
          const { body = '', ...response } = route.reply({ parsed, output, version: manifest.version }, 0);
          return client.read({ ...response, body: body.toString() }, id);
        },
      };
    },
  };
}
