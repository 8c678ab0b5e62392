/** Asks by the Open Inference Protocol with tensors that are decoded already, as Triton's own load generator does. */
import { modelPath } from '../../functions/inference/contracts/addresses.ts';
import type { ContractClient, Sample } from '../../functions/inference/contracts/client.ts';
import { openInferenceClient } from '../../functions/inference/contracts/open-inference/client.ts';
import type { Tensors } from '../../functions/inference/kinds/tensors.ts';
import type { FoundTask } from '../../tasks/find-task.ts';
import { loadLocalTask } from '../../tasks/local-questions.ts';

interface Request {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * Decodes the samples with the task's own kind, once, and sends what its first member takes as binary tensors.
 *
 * @returns a client whose questions have no id
 */
export async function tensorClient(found: FoundTask, samples: readonly Sample[]): Promise<ContractClient> {
  const { inputOf, ensemble, info } = await loadLocalTask(found, 1);
  const requests = new Map<Sample, Request>();
  for (const sample of samples) {
    const feeds = await ensemble.kind.decode(inputOf(sample));
    requests.set(sample, requestOf(await feeds(0)));
  }
  const { contract, read } = openInferenceClient({ task: info.name });
  return {
    contract,
    needsId: false,
    request: (sample) => ({
      method: 'POST',
      path: `${modelPath(info.name)}/infer`,
      ...(requests.get(sample) as Request),
    }),
    read,
  };
}

/** Triton's binary tensor data extension: JSON, and the elements behind it. */
function requestOf(tensors: Tensors): Request {
  const inputs: object[] = [];
  const parts: Uint8Array[] = [];
  for (const [name, { datatype, shape, data }] of Object.entries(tensors)) {
    if (!ArrayBuffer.isView(data)) throw new TypeError(`the tensor "${name}" has elements of no fixed size`);
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    inputs.push({ name, datatype, shape, parameters: { binary_data_size: bytes.length } });
    parts.push(bytes);
  }
  const header = Buffer.from(JSON.stringify({ inputs, outputs: [{ name: 'label' }] }));
  return {
    headers: {
      'content-type': 'application/octet-stream',
      'inference-header-content-length': String(header.length),
    },
    body: Buffer.concat([header, ...parts]),
  };
}
